import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { compareScores } from "../compare/compare-scores.ts";
import { comparisonTable } from "../compare/comparison-table.ts";
import { gapelmaperOf } from "../gapelmaper/gapelmaper-verb.ts";
import type { RunContext } from "../run-context.ts";
import { metricTable } from "./metric-table.ts";
import { type ReadPosition, readBatches } from "./read-batches.ts";
import { scoreFile } from "./score-file.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-users-"));
afterAll(() => rmSync(folder, { recursive: true }));

const idle = new AbortController().signal;
const context: RunContext = {
  clock: createVirtualClock(),
  nameSeed: "test",
  home: join(folder, "home"),
  runsFolder: folder,
  credential: () => undefined,
  environment: {},
  stopping: idle,
  stopNow: idle,
  onProgress: () => undefined,
};

let files = 0;
function written(text: string, ending: string): string {
  files += 1;
  const path = join(folder, `${files}${ending}`);
  writeFileSync(path, text);
  return path;
}

const lines = (rows: readonly unknown[]): string =>
  written(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), ".jsonl");

/** Six users with four equal texts each: 24 texts are no more evidence than six. */
const TEXTS = Array.from({ length: 24 }, (_, at) => ({
  id: `t${at}`,
  prediction: ["harbour", "boats", "lay", "still"].slice(0, 1 + (Math.floor(at / 4) % 4)).join(" "),
  reference: "the harbour lay still and the boats came home",
}));
const withUsers = TEXTS.map((text, at) => ({ ...text, user: `u${Math.floor(at / 4)}` }));

const metrics = ["rouge-1"];
const half = ({ ciLow = Number.NaN, ciHigh = Number.NaN }) => (ciHigh - ciLow) / 2;

describe("scoreFile where users are known", () => {
  it("resamples whole users, and says so", async () => {
    const alone = await scoreFile({ file: lines(TEXTS), metrics }, context);
    const clustered = await scoreFile({ file: lines(withUsers), metrics }, context);
    const [texts, users] = [alone.metrics["rouge-1"], clustered.metrics["rouge-1"]];
    expect(texts).toMatchObject({ resampled: "texts", scored: 24 });
    expect(users).toMatchObject({ resampled: "users", users: 6, scored: 24, mean: texts?.mean });
    // Four equal texts a user: the interval of 6 users is about twice as wide as that of 24 texts.
    expect(half(users ?? {}) / half(texts ?? {})).toBeGreaterThan(1.6);
    expect(half(users ?? {}) / half(texts ?? {})).toBeLessThan(2.4);
    expect(metricTable(alone)).toContain("resampled: single texts");
    expect(metricTable(clustered)).toContain("resampled: all texts of a user together, 6 users");
  });

  it("takes the users of the dataset, and counts the same with threads", async () => {
    const dataset = lines(
      TEXTS.map(({ id, reference }, at) => ({
        id,
        author: `writer ${Math.floor(at / 4)}`,
        input: "Generate the content for a reddit post of a harbour",
        output: reference,
        profile: [{ id: "p", content: "a text", summary: "a summary" }],
      })),
    );
    const file = lines(TEXTS.map(({ id, prediction }) => ({ exampleId: id, text: prediction })));
    const perItem = join(folder, "items.jsonl");
    const options = { file, metrics, dataset, split: "test" } as const;
    const one = await scoreFile({ ...options, perItem }, context);
    expect(one.metrics["rouge-1"]).toMatchObject({ resampled: "users", users: 6 });
    expect(await scoreFile({ ...options, workers: 2 }, context)).toEqual(one);
    expect(JSON.parse(readFileSync(perItem, "utf8").split("\n")[0] ?? "")).toMatchObject({
      id: "t0",
      user: "writer 0",
    });
  });

  it("counts a text whose user is not told as one of its own", async () => {
    const mixed = withUsers.map(({ user, ...text }, at) => (at < 4 ? text : { ...text, user }));
    const { metrics: found } = await scoreFile({ file: lines(mixed), metrics }, context);
    expect(found["rouge-1"]).toMatchObject({ resampled: "users", users: 5 + 4 });
  });
});

describe("compareScores of files", () => {
  it("resamples whole users where the files tell them", async () => {
    const itemsOf = async (texts: readonly (typeof TEXTS)[number][], name: string) => {
      const perItem = join(folder, name);
      await scoreFile({ file: lines(texts), metrics, perItem }, context);
      return perItem;
    };
    const better = (texts: readonly (typeof TEXTS)[number][]) =>
      texts.map((text, at) => (at % 8 < 4 ? { ...text, prediction: text.reference } : text));
    const alone = await compareScores(
      { first: await itemsOf(TEXTS, "a"), second: await itemsOf(better(TEXTS), "b") },
      context,
    );
    const clustered = await compareScores(
      { first: await itemsOf(withUsers, "c"), second: await itemsOf(better(withUsers), "d") },
      context,
    );
    expect(alone.statistics.clusterBy).toBe("example");
    expect(clustered).toMatchObject({ statistics: { clusterBy: "user" }, users: 6 });
    const [single, whole] = [alone, clustered].map(({ comparisons }) => comparisons[0] ?? {});
    expect(half(whole ?? {})).toBeGreaterThan(1.5 * half(single ?? {}));
    expect(comparisonTable(clustered)).toContain("all texts of a user together, 6 users");
    expect(comparisonTable(alone)).toContain("resampled: single texts");
  });
});

describe("scoreFile on one JSON array", () => {
  it("gives what the same records on lines give, whatever the spaces", async () => {
    const expected = await scoreFile({ file: lines(withUsers), metrics }, context);
    for (const text of [JSON.stringify(withUsers), ` \n${JSON.stringify(withUsers, null, 2)}\n`]) {
      expect(await scoreFile({ file: written(text, ".json"), metrics }, context)).toEqual(expected);
    }
  });

  it("lists what is wrong with its elements, with their lines", async () => {
    const file = written(
      '[\n{"id": "1", "prediction": "a", "reference": "a"},\n{"id": nope},\n[1],\n{"prediction": "a"}\n]',
      ".json",
    );
    await expect(scoreFile({ file, metrics }, context)).rejects.toMatchObject({
      code: "invalid-texts",
      details: {
        problems: [
          expect.stringMatching(/:3, element 2: .*not valid JSON/),
          `${file}:4, element 3: not an object with id, prediction and reference`,
          `${file}:5, element 4: id is missing`,
        ],
      },
    });
  });

  it.each([
    ["]\n[{}]", 2, "there is a second value after the list"],
    ["]\n\ngarbage", 3, "there is more text after the list"],
    [",]", 1, "a comma after the last element"],
    ["", 1, "the list is cut off, its ] is missing"],
  ])("refuses a list that goes on as %j", async (rest, line, problem) => {
    const file = written(`[${JSON.stringify(TEXTS[0])}${rest}`, ".json");
    await expect(scoreFile({ file, metrics }, context)).rejects.toMatchObject({
      code: "invalid-texts",
      details: { problems: [`${file}:${line}: not valid JSON: ${problem}.`] },
    });
  });

  it("names the element of a list on one line that is at fault", async () => {
    const [first] = TEXTS;
    const file = written(JSON.stringify([first, 7, first]), ".json");
    await expect(scoreFile({ file, metrics }, context)).rejects.toMatchObject({
      details: {
        problems: [
          `${file}:1, element 2: not an object with id, prediction and reference`,
          `${file}:1, element 3: the id ${first?.id} stands twice`,
        ],
      },
    });
  });

  it("goes on behind what was read before", async () => {
    const file = written(JSON.stringify(withUsers, null, 1), ".json");
    const all: { readonly ids: readonly string[]; readonly next: ReadPosition }[] = [];
    const read = async (from?: ReadPosition) => {
      const batches: typeof all = [];
      for await (const { batch, next } of readBatches({ file, batchBytes: 400 }, from)) {
        const texts = batch.kind === "texts" ? batch.texts : [];
        batches.push({ ids: texts.map(({ text }) => text.id), next });
      }
      return batches;
    };
    all.push(...(await read()));
    expect(all.length).toBeGreaterThan(3);
    expect(all.flatMap(({ ids }) => ids)).toEqual(withUsers.map(({ id }) => id));
    expect(await read(all[1]?.next)).toEqual(all.slice(2));
  });

  it("says that an empty one holds no texts", async () => {
    await expect(
      scoreFile({ file: written("[]", ".json"), metrics }, context),
    ).rejects.toMatchObject({ code: "no-texts" });
  });
});

describe("gapelmaperOf", () => {
  it("tells of a missing file before it asks for vectors", async () => {
    const options = { files: ["no-such-text.txt"], variants: ["longhand"], vectors: "nowhere.txt" };
    await expect(
      gapelmaperOf({ ...options, variants: ["longhand"] }, context),
    ).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("no-such-text.txt"),
    });
  });
});
