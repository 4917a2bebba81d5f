import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import type { ProgressEvent, RunContext } from "../run-context.ts";
import { metricTable } from "./metric-table.ts";
import { type FileScores, type ScoreFileOptions, scoreFile } from "./score-file.ts";

const CASES = "tests/cases/scoring";
const folder = mkdtempSync(join(tmpdir(), "longhand-score-"));
let made = 0;

function file(lines: readonly unknown[], ending = "jsonl"): string {
  const path = join(folder, `texts-${made++}.${ending}`);
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(path, `${text.join("\n")}\n`);
  return path;
}

function context(
  seen: ProgressEvent[] = [],
  stopping: AbortSignal = new AbortController().signal,
): RunContext {
  return {
    clock: createVirtualClock(),
    nameSeed: "test",
    home: join(folder, "home"),
    runsFolder: folder,
    credential: () => undefined,
    environment: {},
    stopping,
    stopNow: stopping,
    onProgress: (event) => seen.push(event),
  };
}

interface Item {
  readonly id: string;
  readonly scores: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly flags?: readonly string[];
}

async function score(
  options: ScoreFileOptions,
): Promise<FileScores & { readonly items: readonly Item[] }> {
  const perItem = join(folder, `items-${made++}.jsonl`);
  const scores = await scoreFile({ ...options, perItem }, context());
  const lines = readFileSync(perItem, "utf8").split("\n").filter(Boolean);
  return { ...scores, items: lines.map((line) => JSON.parse(line) as Item) };
}

function cases<T>(name: string): T[] {
  const lines = readFileSync(join(CASES, name), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}

const rounded = (value: unknown): number => Number(Number(value).toFixed(6));

describe("scoreFile on texts without references", () => {
  it("scores them by the metrics that need none", async () => {
    const { items, metrics, failed } = await score({
      file: file([{ id: "1", prediction: "The rain fell. The rain fell." }]),
      metrics: ["rep-2", "rouge-1", "bleu"],
    });
    // Five pairs of neighbouring words, three different ones.
    expect(items[0]?.scores).toEqual({
      "rep-2": { status: "scored", value: 0.4 },
      "rouge-1": { status: "unscored", reason: "no-reference" },
      bleu: { status: "unscored", reason: "no-reference" },
    });
    expect(metrics["rep-2"]).toMatchObject({ mean: 0.4, scored: 1, unscored: 0 });
    expect([metrics["bleu"]?.unscored, failed]).toEqual([1, {}]);
  });
});

describe("scoreFile on the shared pairs", { timeout: 60_000 }, () => {
  interface RougePair {
    readonly name: string;
    readonly reference: string;
    readonly candidate: string;
    readonly ascii: Readonly<Record<string, number>>;
    readonly unicode?: Readonly<Record<string, number>>;
  }
  const pairs = cases<RougePair>("rouge-pairs.jsonl");
  const metrics = ["rouge1", "rouge2", "rougeL"];
  const ids = ["rouge-1", "rouge-2", "rouge-l"];

  it.each(["ascii", "unicode"] as const)("gives ROUGE of every pair (%s words)", async (kind) => {
    const asked = pairs.filter((pair) => pair[kind] !== undefined);
    const { items } = await score({
      file: file(
        asked.map(({ name, candidate, reference }) => ({
          id: name,
          prediction: candidate,
          reference,
        })),
      ),
      metrics,
      ...(kind === "ascii" ? { profile: "longlamp-paper" } : { tokens: "unicode-words" }),
    });
    const found = items.map(({ id, scores }) => [
      id,
      ...ids.map((metric) => {
        const { status, fmeasure, reason } = scores[metric] ?? {};
        return status === "scored" ? rounded(fmeasure) : reason;
      }),
    ]);
    const expected = asked.map((pair) => {
      const values = pair[kind] ?? {};
      // An empty output is a failure in either profile; the core's 0 is for texts that exist.
      return [
        pair.name,
        ...metrics.map((name) => (pair.candidate === "" ? "empty-output" : values[name])),
      ];
    });
    expect(found).toEqual(expected);
  });

  it("gives METEOR of every pair", async () => {
    const pairs = cases<{ name: string; reference: string; candidate: string; meteor: number }>(
      "meteor-pairs.jsonl",
    );
    const { items } = await score({
      file: file(
        pairs.map(({ name, ...pair }) => ({ id: name, prediction: pair.candidate, ...pair })),
      ),
      metrics: ["meteor"],
      profile: "longlamp-paper",
    });
    const found = items.map(({ id, scores: { meteor } }) => [
      id,
      meteor?.["status"] === "scored" ? rounded(meteor["value"]) : meteor?.["reason"],
    ]);
    const expected = pairs.map(({ name, candidate, meteor }) => [
      name,
      candidate === "" ? "empty-output" : meteor,
    ]);
    expect(found).toEqual(expected);
  });
});

/** A dataset whose examples have the ids of the odd outputs. */
function oddDataset(): string {
  const path = join(folder, "test.jsonl");
  const rows = Array.from({ length: 18 }, (_, index) => ({
    author: "ann",
    id: `o${index + 1}`,
    input: `Generate the content for a reddit post tent ${index}`,
    output: "A right tent kept the NaN words été dry 国, and that is left here.",
    profile: [{ id: "p1", content: "the tent was dry all night", summary: "tent" }],
  }));
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
  return path;
}

describe("scoreFile on odd outputs", () => {
  const lines = readFileSync(join(CASES, "odd-outputs.jsonl"), "utf8").trim().split("\n");
  const rows = lines.map((line) => JSON.parse(line) as { exampleId: string; expected: string });
  const dataset = oddDataset();

  it.each(["ascii-alnum", "unicode-words"] as const)(
    "scores or explains every row, and counts all (%s)",
    async (tokens) => {
      const { planned, failed, metrics, items } = await score({
        file: file(lines.slice(0, -2)),
        dataset,
        metrics: ["rouge-1"],
        tokens,
      });
      const found = items.map(({ id, scores }) => {
        const { status, reason } = scores["rouge-1"] ?? {};
        return [id, status === "scored" ? status : `${String(status)}: ${String(reason)}`];
      });
      const expected = rows.slice(0, -2).map(({ exampleId, expected: words }) => {
        const failure = /^failed: ([a-z-]+)/.exec(words)?.[1];
        const isUnscored =
          words.startsWith("unscored: no-words") &&
          !(tokens === "unicode-words" && words.includes("scored (unicode tokens)"));
        if (failure !== undefined) return [exampleId, `failed: ${failure}`];
        return [exampleId, isUnscored ? "unscored: no-words" : "scored"];
      });
      expect(found).toEqual(expected);
      const { scored, unscored, mean } = metrics["rouge-1"] ?? {};
      // planned = scored + unscored + failed, and six are no texts at all.
      expect([planned, (scored ?? 0) + (unscored ?? 0) + 6]).toEqual([18, 18]);
      expect(failed).toEqual({ "no-output": 2, "empty-output": 2, "invalid-output": 2 });
      expect(Number.isFinite(mean)).toBe(true);
    },
  );

  it("counts odd traits and what was mended, names them per text, and says so in the table", async () => {
    const scores = await score({
      file: file(lines.slice(0, -2)),
      dataset,
      metrics: ["rouge-1"],
    });
    expect(scores.flags).toEqual({ refusal: 1, prefix: 1, loop: 1 });
    expect(scores.warnings).toEqual({ "lone-surrogate": 1 });
    const flagged = scores.items.flatMap(({ id, flags }) =>
      flags === undefined ? [] : [[id, flags]],
    );
    expect(flagged).toEqual([
      ["o13", ["refusal"]],
      ["o14", ["prefix"]],
      ["o15", ["loop"]],
    ]);
    const table = metricTable(scores);
    expect(table).toContain("Flags, which change no score: 1 refusal, 1 prefix, 1 loop");
    expect(table).toContain("Warning: in 1 of the texts half of a character");

    const cut = { exampleId: "o16", text: "The tent kept us dr", finishReason: "length" };
    const { flags } = await score({ file: file([cut]), dataset, metrics: ["rouge-1"] });
    expect(flags).toEqual({ "cut-off": 1 });
  });

  it("refuses the duplicate and the unknown id, naming both lines, and writes nothing", async () => {
    const perItem = join(folder, "refused.jsonl");
    const texts = file(lines);
    const asked = scoreFile({ file: texts, dataset, metrics: ["rouge-1"], perItem }, context());
    await expect(asked).rejects.toMatchObject({
      code: "invalid-texts",
      details: {
        count: 2,
        problems: [
          `${texts}:19: the id o1 stands twice`,
          `${texts}:20: the dataset has no example o99`,
        ],
      },
    });
    expect([existsSync(perItem), existsSync(`${perItem}.partial`)]).toEqual([false, false]);
  });

  it("counts examples without a line as no output, at the end of the file of scores", async () => {
    const { planned, failed, items } = await score({
      file: file([{ exampleId: "o3", text: "the tent" }]),
      dataset,
      metrics: ["rouge-1"],
    });
    expect([planned, failed]).toEqual([18, { "no-output": 17 }]);
    expect(items.map(({ id }) => id)).toEqual([
      "o3",
      ...rows.slice(0, 18).flatMap(({ exampleId }) => (exampleId === "o3" ? [] : exampleId)),
    ]);
  });
});

describe("scoreFile", { timeout: 60_000 }, () => {
  it("writes precision, recall and F-measure, or a value, and means with their signatures", async () => {
    const { metrics, items } = await score({
      file: file([
        { id: 7, prediction: "the cat sat", reference: "the cat" },
        { id: "8", prediction: "...", reference: "the cat" },
      ]),
      metrics: ["rouge-1", "chrf"],
    });
    // P = 2/3, R = 1, F = 0.8.
    expect(items[0]).toEqual({
      id: "7",
      scores: {
        "rouge-1": { status: "scored", precision: 2 / 3, recall: 1, fmeasure: 0.8 },
        chrf: { status: "scored", value: expect.any(Number) },
      },
    });
    expect(items[1]?.scores["rouge-1"]).toEqual({ status: "unscored", reason: "no-words" });
    expect(metrics["rouge-1"]).toEqual({
      mean: 0.8,
      scored: 1,
      unscored: 1,
      unscoredReasons: { "no-words": 1 },
      signature: "rouge-1|tok:ascii-alnum|case:lower|stem:no|agg:mean|profile:longhand|v:1",
      reason: "n is below 5: no interval",
    });
    expect(metrics["chrf"]?.corpus).toEqual({
      value: expect.any(Number),
      texts: 2,
      signature:
        "chrf|impl:sacrebleu-2.6.0|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|beta:2|v:1",
    });
  });

  it("names the number of references, or that it varies, as sacreBLEU does", async () => {
    const line = (id: string, ...references: string[]): unknown => ({
      id,
      prediction: "the cat sat on the mat",
      references,
    });
    const signature = async (...lines: unknown[]): Promise<string | undefined> =>
      (await score({ file: file(lines), metrics: ["bleu"] })).metrics["bleu"]?.signature;
    const two = ["the cat sat on a mat", "the cat sat"] as const;
    expect(await signature(line("a", ...two), line("b", ...two))).toContain("|nrefs:2|");
    expect(await signature(line("a", ...two), line("b", "the cat"))).toContain("|nrefs:var|");
    expect(await signature(line("a", "the cat"), line("b"))).toContain("|nrefs:1|");
  });

  it("reads tables, with line breaks inside fields, and lists rows that do not fit", async () => {
    const good = file(
      ["\ufeffid,prediction,reference", '1,"the ""cat""\nsat",the cat sat', "", "2,x y,x"],
      "csv",
    );
    const { items } = await score({ file: good, metrics: ["rouge-1"] });
    expect(items.map(({ id, scores }) => [id, scores["rouge-1"]?.["fmeasure"]])).toEqual([
      ["1", 1],
      ["2", 2 / 3],
    ]);
    const bad = file(
      ["id,prediction,reference", "1,a", '2,"b"x,b', "3,c,c", "3,d,d", ",e,e"],
      "csv",
    );
    await expect(scoreFile({ file: bad, metrics: ["rouge-1"] }, context())).rejects.toMatchObject({
      details: {
        problems: [
          `${bad}:2: 2 of 3 fields`,
          `${bad}:3: column 6: "x" after a closing quote; inside a quoted field quotes are doubled`,
          `${bad}:5: the id 3 stands twice`,
        ],
      },
    });
  });

  it("does not write scores over the texts, also by a link, nor to a folder", async () => {
    const texts = file([{ id: 1, prediction: "a", reference: "a" }]);
    const link = join(folder, "link.jsonl");
    symlinkSync(texts, link);
    const before = readFileSync(texts, "utf8");
    for (const perItem of [texts, relative(".", texts), link, folder]) {
      await expect(
        scoreFile({ file: texts, metrics: ["rouge-1"], perItem }, context()),
      ).rejects.toMatchObject({ code: "invalid-option" });
      expect(existsSync(`${perItem}.about.json`)).toBe(false);
    }
    expect(readFileSync(texts, "utf8")).toBe(before);
  });

  it("tells in its table why texts are unscored", async () => {
    const scores = await score({
      file: file([{ id: 1, prediction: "a", ref: "a" }]),
      metrics: ["rouge-1", "rep-2"],
    });
    expect(metricTable(scores)).toMatch(
      /Unscored:\n {2}rouge-1: 1 no-reference\n {2}rep-2: 1 too-few-words\n/,
    );
  });

  it("refuses a file without any text: empty, blank lines, only the names of columns", async () => {
    const header = join(folder, "header.csv");
    writeFileSync(header, "id,prediction,reference\n");
    for (const empty of [file([]), file(["", "  "]), header]) {
      const perItem = join(folder, "of-nothing.jsonl");
      await expect(
        scoreFile({ file: empty, metrics: ["rouge-1"], perItem }, context()),
      ).rejects.toMatchObject({ code: "no-texts", details: { file: empty } });
      expect([existsSync(perItem), existsSync(`${perItem}.partial`)]).toEqual([false, false]);
    }
  });

  it("leaves empty texts and empty references out of the paper's mean, and counts them", async () => {
    const line = { prediction: "the tent was dry", reference: "the tent was dry" };
    const { planned, failed, metrics } = await score({
      file: file([
        { id: 1, ...line },
        { id: 2, ...line, prediction: "" },
        { id: 3, ...line, prediction: null },
        { id: 4, ...line, reference: " \n" },
        // Words that ASCII does not know: the original gives 0.
        { id: 5, ...line, prediction: "国道" },
      ]),
      metrics: ["rouge-1", "rouge-l", "meteor"],
      profile: "longlamp-paper",
    });
    expect([planned, failed]).toEqual([5, { "empty-output": 1, "no-output": 1 }]);
    expect(metrics["rouge-1"]).toMatchObject({
      scored: 2,
      unscored: 1,
      unscoredReasons: { "no-reference": 1 },
    });
    expect(metrics["meteor"]).toMatchObject({ scored: 2, unscored: 1 });
  });

  it("lists every malformed line with its place", async () => {
    const bad = file([
      { id: "1", prediction: "a", reference: "a" },
      '{"id": "2", nope}',
      "",
      "[1]",
      { prediction: "a", reference: "a" },
      { id: "3", prediction: "a", reference: 5 },
    ]);
    await expect(scoreFile({ file: bad, metrics: ["rouge-1"] }, context())).rejects.toMatchObject({
      details: {
        problems: [
          expect.stringMatching(/:2: column 13: not valid JSON/),
          `${bad}:4: not an object with id, prediction and reference`,
          `${bad}:5: id is missing`,
          `${bad}:6: reference is not a string`,
        ],
      },
    });
  });

  it("gives the same bytes with threads as without", async () => {
    const texts = file(
      Array.from({ length: 4_000 }, (_, index) => ({
        id: index,
        prediction: `the harbour ${index % 7} was quiet on day ${index} and the boats lay still`,
        reference: `the harbour was loud on day ${index % 11}, boats ${"came home late ".repeat(index % 90)}`,
      })),
    );
    const outcome = async (workers: number): Promise<readonly unknown[]> => {
      const perItem = join(folder, `items-of-${workers}.jsonl`);
      const scores = await scoreFile(
        {
          file: texts,
          metrics: ["rouge-1", "rouge-lsum", "bleu"],
          perItem,
          workers,
          resamples: 50,
        },
        context(),
      );
      return [scores, readFileSync(perItem, "utf8"), readFileSync(`${perItem}.about.json`, "utf8")];
    };
    expect(await outcome(2)).toEqual(await outcome(1));
  });

  it("stops when asked, and goes on from there with the same result", async () => {
    const texts = file(
      Array.from({ length: 9_000 }, (_, index) => ({
        id: index,
        prediction: `day ${index} was quiet ${"and the boats lay still ".repeat(10)}`,
        reference: `day ${index % 5} was loud ${"and the boats came home ".repeat(10)}`,
      })),
    );
    const options = { file: texts, metrics: ["rouge-1", "bleu"], resamples: 20, workers: 1 };
    const whole = join(folder, "whole.jsonl");
    const expected = await scoreFile({ ...options, perItem: whole }, context());

    const perItem = join(folder, "stopped.jsonl");
    const stop = new AbortController();
    const stopped = context([], stop.signal);
    let batches = 0;
    const stopping = {
      ...stopped,
      onProgress: () => {
        batches += 1;
        if (batches === 3) stop.abort();
      },
    };
    await expect(scoreFile({ ...options, perItem }, stopping)).rejects.toMatchObject({
      code: "interrupted",
      hint: "The same command goes on from there.",
    });
    expect([existsSync(perItem), existsSync(`${perItem}.partial/journal.jsonl`)]).toEqual([
      false,
      true,
    ]);
    // A kill may leave half a line behind.
    writeFileSync(`${perItem}.partial/items.jsonl`, '{"id":"half', { flag: "a" });
    writeFileSync(`${perItem}.partial/journal.jsonl`, '{"itemsBytes":1', { flag: "a" });

    const seen: ProgressEvent[] = [];
    expect(await scoreFile({ ...options, perItem }, context(seen))).toEqual(expected);
    expect(readFileSync(perItem, "utf8")).toBe(readFileSync(whole, "utf8"));
    expect(seen.find(({ kind }) => kind === "message")).toMatchObject({
      text: expect.stringMatching(/^Going on behind [\d,]+ texts/),
    });
    expect(existsSync(`${perItem}.partial`)).toBe(false);
  });

  it("starts anew when another metric is asked for", async () => {
    const texts = file(
      Array.from({ length: 8_000 }, (_, id) => ({
        id,
        prediction: "a b",
        reference: `a ${"c ".repeat(60)}`,
      })),
    );
    const perItem = join(folder, "other.jsonl");
    const stop = new AbortController();
    const stopping = { ...context([], stop.signal), onProgress: () => stop.abort() };
    await expect(
      scoreFile({ file: texts, metrics: ["rouge-1"], perItem }, stopping),
    ).rejects.toMatchObject({ code: "interrupted" });
    const seen: ProgressEvent[] = [];
    await scoreFile({ file: texts, metrics: ["rouge-2"], perItem, resamples: 10 }, context(seen));
    expect(seen.every(({ kind }) => kind === "step")).toBe(true);
    expect(readFileSync(perItem, "utf8").split("\n")).toHaveLength(8_001);
  });

  it("says where scores cannot be written", async () => {
    const texts = file([{ id: "1", prediction: "a", reference: "a" }]);
    const perItem = join(texts, "items.jsonl");
    await expect(
      scoreFile({ file: texts, metrics: ["rouge-1"], perItem }, context()),
    ).rejects.toMatchObject({ code: "file-error", details: { file: `${perItem}.partial` } });
  });

  it("refuses settings that do not exist, also from a thread", async () => {
    const long = "a ".repeat(300_000);
    const texts = file(["1", "2"].map((id) => ({ id, prediction: long, reference: "a" })));
    await expect(
      scoreFile({ file: texts, metrics: ["rouge-x"], workers: 2 }, context()),
    ).rejects.toMatchObject({ code: "unknown-metric", hint: expect.stringContaining("rouge-l") });
    for (const workers of [0, 1.5, 1000]) {
      await expect(
        scoreFile({ file: texts, metrics: ["rouge-1"], workers }, context()),
      ).rejects.toMatchObject({ code: "invalid-option" });
    }
  });
});
