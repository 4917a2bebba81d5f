import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { RECORD_SCHEMAS } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { readBriefFile } from "./brief-file.ts";
import { panelLines } from "./panel-lines.ts";
import { readingBand } from "./panel-rows.ts";
import { panelOfRun } from "./panel-run.ts";
import { exportRecords } from "./preferences.ts";
import { weightsFromRatings } from "./preferences-weights.ts";
import { openVoice } from "./voice.ts";
import { compareVoices, voiceComparisonLines } from "./voice-compare.ts";
import { controlVoice } from "./voice-control.ts";
import { openVoiceDrift } from "./voice-drift.ts";
import { voiceLines, voiceOfRun } from "./voice-report.ts";

const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const folder = mkdtempSync(join(place, "longhand-voice-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const warnings: string[] = [];
const context: RunContext = {
  clock: createVirtualClock(),
  nameSeed: "test",
  home: join(folder, "home"),
  runsFolder: join(folder, "runs"),
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: (event) => {
    if (event.kind === "warning") warnings.push(event.text);
  },
};

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const BRIEF =
  "goal: An address on why a town should keep its old library.\nkind: speech\nlength: { words: 600 }\nmodel: fake\n";
const brief = file("brief.yaml", `${BRIEF}profile: { corpus: sotu, author: Abraham Lincoln }\n`);
const control = join(folder, "control");

describe("a control of an author's voice", { timeout: 120_000 }, () => {
  it("writes the same plan with and without the corpus, and tells whether the distances are apart", async () => {
    const comparison = await controlVoice(brief, { out: control, seeds: [1, 2] }, context);
    expect(comparison.author).toBe("Abraham Lincoln");
    expect(comparison.pairs.length).toBeGreaterThanOrEqual(10);
    const lines = voiceComparisonLines(comparison, ["with", "without"]);
    expect(lines.at(-1)).toMatch(/^Mean with .* 95 % interval .*: (?:not )?separated\.$/);
    const { ciLow = 0, ciHigh = 0 } = comparison.difference;
    const isApart = ciLow > 0 || ciHigh < 0;
    expect(comparison.verdict).toBe(isApart ? "separated" : "not separated");
    const mean = comparison.pairs.reduce((sum, { first, second }) => sum + first - second, 0);
    expect(comparison.difference.difference).toBeCloseTo(mean / comparison.pairs.length, 9);
  });

  it("makes no call again when it is given again, and refuses another brief's folder", async () => {
    const callsIn = (side: string): number => readdirSync(join(control, side, "calls")).length;
    const before = [callsIn("with-1"), callsIn("without-2")];
    await controlVoice(brief, { out: control, seeds: [1, 2] }, context);
    expect([callsIn("with-1"), callsIn("without-2")]).toEqual(before);
    const other = controlVoice(brief, { out: control, seeds: [1], words: 700 }, context);
    await expect(other).rejects.toThrow("holds a document of another brief");
  });

  it("needs a profile", async () => {
    const plain = file("plain.yaml", BRIEF);
    await expect(controlVoice(plain, { out: control }, context)).rejects.toThrow("has no profile");
  });
});

describe("compareVoices", { timeout: 120_000 }, () => {
  it("finds no difference between a run and itself", async () => {
    const run = join(control, "with-1");
    const { difference, verdict } = await compareVoices([[run, run]], context);
    expect([difference.difference, verdict]).toEqual([0, "not separated"]);
  });
});

describe("voiceOfRun", { timeout: 120_000 }, () => {
  it("tells distances of each section and of the whole, and the author's rank", async () => {
    const report = await voiceOfRun(join(control, "with-1"), context);
    expect(report?.sections.length).toBeGreaterThanOrEqual(3);
    expect(report?.whole.rank).toMatchObject({ status: "scored", authors: 20 });
    for (const { delta, characters } of report?.sections ?? []) {
      expect([delta.status, characters.status]).toEqual(["scored", "scored"]);
    }
  });

  it("measures a run without the voice by the same yardstick", async () => {
    const report = await voiceOfRun(join(control, "without-1"), context);
    expect(report?.whole.delta.status).toBe("scored");
  });

  it("says why there is no distance to a weak profile, and never 0", async () => {
    const corpus = file(
      "weak.jsonl",
      ["a", "b"]
        .map(
          (id) => `${JSON.stringify({ id, author: "Ann", text: "I saw the sea. ".repeat(20) })}\n`,
        )
        .join(""),
    );
    const weak = file("weak.yaml", `${BRIEF}profile: { corpus: ${corpus}, author: Ann }\n`);
    const out = join(folder, "weak");
    const comparison = await controlVoice(weak, { out }, context);
    expect(comparison.pairs).toEqual([]);
    expect(comparison.difference.difference).toBeUndefined();
    expect(warnings.join()).toContain("say little about a style");
    const report = await voiceOfRun(join(out, "with-1"), context);
    expect(report?.whole.delta).toMatchObject({ status: "unscored", reason: "weak-profile" });
    expect(report === undefined ? [] : voiceLines(report).join()).toContain(
      "undefined (weak-profile)",
    );
  });
});

describe("openVoice", { timeout: 120_000 }, () => {
  it("gives exemplars near a query, a card, and no drift limit unless it is asked for", async () => {
    const voice = await openVoice(await readBriefFile(brief, {}, context), context);
    const found = (await voice.findExemplars?.("slavery and the union")) ?? [];
    expect(found).toHaveLength(3);
    expect(found.every(({ id }) => id.includes("lincoln"))).toBe(true);
    expect(voice.styleCard?.texts).toBe(4);
    expect(voice.drift).toBeUndefined();
    expect(voice.styleDelta?.("Too short.")).toBeUndefined();
    expect(voice.styleDelta?.("the union of the states ".repeat(20))).toBeGreaterThan(0);
  });
});

describe("openVoiceDrift", { timeout: 120_000 }, () => {
  const about = (subject: string, at: number): { id: string; author: string; text: string } => ({
    id: `${subject}${at}`,
    author: "Ann",
    text: `The ${subject} stood by the ${subject} of the harbour, and the ${subject} was number ${at}. `.repeat(
      12,
    ),
  });

  it("leaves out the text that is about something else, with its distance", () => {
    const odd = {
      id: "odd",
      author: "Ann",
      text: "Quarterly revenue exceeded guidance by nine percent. ".repeat(20),
    };
    const texts = [...Array.from({ length: 20 }, (_, at) => about("lamp", at)), odd];
    const { dropped, threshold, distanceOf } = openVoiceDrift(texts);
    expect(dropped.map(({ id }) => id)).toContain("odd");
    expect(threshold).toBeDefined();
    expect(distanceOf(about("lamp", 3).text)).toBeLessThan(distanceOf(odd.text));
  });

  it("is off below eight texts", () => {
    const { threshold, reason, dropped } = openVoiceDrift([about("lamp", 1), about("lamp", 2)]);
    expect([threshold, reason, dropped]).toEqual([undefined, "too-few-texts", []]);
  });
});

describe("exportRecords", { timeout: 120_000 }, () => {
  const runs = [join(control, "with-1"), join(control, "with-2")];

  it.each(["preferences", "rewards", "tuning", "multitask"] as const)(
    "writes %s that keep to their schema, all of one author in one split",
    async (purpose) => {
      const out = join(folder, `${purpose}.jsonl`);
      const report = await exportRecords({ runs, purpose, out }, context);
      const lines = readFileSync(out, "utf8").trimEnd().split("\n");
      expect(lines).toHaveLength(report.records);
      for (const line of lines) RECORD_SCHEMAS[purpose].parse(JSON.parse(line));
      expect(Object.keys(report.splits)).toHaveLength(1);
      expect(report.unreadable).toBe(0);
    },
  );

  it("keeps the author's own text out unless it is told otherwise", async () => {
    const opening = "The old library has stood at the corner of Mill Lane for ninety years";
    const locked = file(
      "locked.yaml",
      `${BRIEF}opening: ${opening}.\nprofile: { corpus: sotu, author: Abraham Lincoln }\n`,
    );
    const out = join(folder, "locked");
    await controlVoice(locked, { out }, context);
    const request = { runs: [join(out, "with-1")], out: join(folder, "l.jsonl") };
    const free = await exportRecords({ ...request, purpose: "rewards" }, context);
    expect(free.withheld).toBeGreaterThan(0);
    expect(readFileSync(request.out, "utf8")).not.toContain("corner of Mill Lane");
    const all = await exportRecords({ ...request, purpose: "rewards", withLocked: true }, context);
    expect(all.records).toBe(free.records + free.withheld);
  });

  it("says so when there is nothing to export", async () => {
    const plain = file("plain-voice.yaml", BRIEF);
    const run = {
      runs: [join(folder, "weak", "with-1")],
      purpose: "preferences",
      out: plain,
    } as const;
    const report = await exportRecords(run, context).catch((error: unknown) => error);
    expect(report instanceof Error ? report.message : "pairs").toMatch(/nothing to export|pairs/);
  });
});

describe("weightsFromRatings", { timeout: 120_000 }, () => {
  it("reads rewards with ratings, and names the line that has none", async () => {
    const rewards = readFileSync(join(folder, "rewards.jsonl"), "utf8").trimEnd().split("\n");
    const rated = rewards.map((line) => {
      const record = JSON.parse(line) as { parts: { relevance: number } };
      return JSON.stringify({ ...record, rating: 1 + 4 * record.parts.relevance });
    });
    const path = file("ratings.jsonl", `${rated.join("\n")}\n`);
    const { weights, explained } = await weightsFromRatings(path);
    expect(weights.relevance).toBeCloseTo(1, 3);
    expect(explained).toBeCloseTo(1, 3);
    const bad = file("bad.jsonl", `${rated[0]}\n${rewards[0]}\n`);
    await expect(weightsFromRatings(bad)).rejects.toThrow("bad.jsonl:2");
  });
});

describe("panelOfRun", { timeout: 120_000 }, () => {
  const run = join(control, "with-1");

  it("shows every measure, and a reason where one cannot be computed", async () => {
    const panel = await panelOfRun(run, { page: false }, context);
    const ids = panel.rows.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        ...["length-score", "rep-4", "burrows-delta", "must-coverage", "gapelmaper", "threads"],
        ...["readability", "coherence-sentences", "coherence-parts"],
      ]),
    );
    expect(panel.curves["rep-4"]).toHaveLength(10);
    const byId = new Map(panel.rows.map((row) => [row.id, row]));
    expect(byId.get("must-coverage")?.score).toMatchObject({ reason: "no-mentions-asked" });
    expect(byId.get("must-coverage")?.isAlarming).toBeUndefined();
    expect(byId.get("readability")?.score.status).toBe("scored");
    // No model stands in the test's home folder.
    expect(byId.get("coherence-sentences")?.score.status).toBe("unscored");
    expect(panel.curves).not.toHaveProperty("coherence-sentences");
    expect(panel.notes).toHaveLength(1);
    expect(panel.page).toBeUndefined();
    expect(panelLines(panel)).toContain("By tenth of the document:");
  });

  it("measures coherence of sentences and parts with a model, by section and along the text", async () => {
    const { rows, sections, curves, notes, page } = await panelOfRun(
      run,
      { embedder: "fake" },
      context,
    );
    const byId = new Map(rows.map((row) => [row.id, row.score]));
    expect(byId.get("coherence-sentences")).toMatchObject({ status: "scored" });
    expect(byId.get("coherence-parts")).toMatchObject({ status: "scored" });
    expect(byId.get("coherence-sentences")?.signature).toContain("fake");
    expect(curves["coherence-sentences"]).toHaveLength(10);
    expect([notes, sections.length > 1]).toEqual([[], true]);
    for (const section of sections) {
      const own = section.rows.map(({ id }) => id);
      expect(own).toEqual(expect.arrayContaining(["readability", "coherence-sentences", "rep-4"]));
    }
    expect(readFileSync(page ?? "", "utf8")).toContain("Coherence of neighbouring sentences");
  });

  it("says no for vectors that nobody wants, and fails for a model that was named and is not here", async () => {
    const panel = await panelOfRun(run, { page: false, embedder: "none" }, context);
    const coherence = panel.rows.find(({ id }) => id === "coherence-parts");
    expect([coherence?.score, panel.notes]).toEqual([
      expect.objectContaining({ status: "unscored", reason: "no-vectors" }),
      [],
    ]);
    const named = panelOfRun(run, { embedder: "onnx:all-minilm-l6-v2" }, context);
    await expect(named).rejects.toMatchObject({ code: expect.stringMatching(/model-missing|dep/) });
  });
});

describe("readingBand", () => {
  it("reads the grades that an audience names", () => {
    expect(readingBand("pupils, grades 6 to 8")).toEqual([6, 8]);
    expect(readingBand("readers of Grade 5–7 level")).toEqual([5, 7]);
    expect(readingBand("grade 9")).toEqual([8, 10]);
    expect(readingBand("engineers")).toBeUndefined();
  });
});
