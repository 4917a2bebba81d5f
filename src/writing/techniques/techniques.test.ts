import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel } from "../../models/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { filterReasons } from "../draft/candidate-filters.ts";
import { scoreOf, scoreParts } from "../draft/candidate-score.ts";
import { mustPart } from "../draft/leaf-parts.ts";
import { openRelevance } from "../draft/relevance.ts";
import { openSaidIndex } from "../draft/said-index.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import type { RunStore } from "../run/run-store.ts";
import { openWriter, type Writer } from "../run/writer.ts";
import { styleCardOf } from "../voice/style-card.ts";
import { writeDocument } from "../write-document.ts";
import { assignKeywords } from "./assign-keywords.ts";
import { fitWeights } from "./fit-weights.ts";
import { prefixLines } from "./prefix-lines.ts";
import { type RecordedCandidate, readCandidates } from "./read-candidates.ts";
import { preferenceRecords, RECORD_SCHEMAS, rewardRecords, splitOf } from "./training-records.ts";

const clock = createVirtualClock(0);
const GOAL = "goal: Thank the volunteers for the winter that they gave.\nmodel: fake\n";

/** A finished run, and its store as another command would open it. */
async function writtenWith(
  yaml: string,
  own: Partial<Writer> = {},
): Promise<Writer & { readonly kept: RunStore }> {
  const run = emptyMemoryRun();
  const store = openMemoryRunStore(run);
  const writer = await openWriter({
    brief: parseBrief(GOAL + yaml, "brief.yaml"),
    store,
    clock,
    writerModel: createFakeModel({ clock }),
    ...own,
  });
  await writeDocument(writer);
  return { ...writer, kept: openMemoryRunStore(run) };
}

const leaf = (id: string, brief: string): PlanNode =>
  ({ id, brief, heading: "", level: "leaf" }) as PlanNode;

describe("a brief's techniques", () => {
  it("names unknown switches and weights with nothing left", () => {
    expect(() => parseBrief(`${GOAL}techniques: { voices: true }\n`, "b")).toThrow("voices");
    const nothing = "scoreWeights: { length: 0, novelty: 0, relevance: 0 }\n";
    expect(() => parseBrief(GOAL + nothing, "b")).toThrow("must not all be 0");
  });

  it("changes no plan: parts keep their names, so that they can be compared", async () => {
    const idsOf = ({ journal }: Writer): string[] =>
      journal.state.tree.leaves().map(({ id }) => id);
    const plain = await writtenWith("");
    const switched = await writtenWith("techniques: { prefix: true, voice: false }\n");
    expect(idsOf(switched)).toEqual(idsOf(plain));
  });
});

describe("assignKeywords", () => {
  const leaves = [leaf("a", "The ferry leaves the harbour"), leaf("b", "A winter of snow")];

  it("gives each to the part it is closest to, and the others to those with fewest", () => {
    const relevance = openRelevance(leaves.map(({ brief }) => brief));
    const given = assignKeywords(["snow", "lamp", "wool", "winter"], leaves, relevance);
    expect([...given]).toEqual([
      ["a", ["lamp", "wool"]],
      ["b", ["snow", "winter"]],
    ]);
    expect(assignKeywords(["lamp"], [], relevance).size).toBe(0);
  });
});

describe("mustPart", () => {
  it("drops keywords for which there is no room, the last first", () => {
    expect(mustPart([], ["lamp", "wool"], 100)).toBe("Where it fits, use these words: lamp; wool");
    // Six words and one keyword take ⌈7 · 1.35⌉ = 10 tokens.
    expect(mustPart([], ["lamp", "wool"], 10)).toBe("Where it fits, use these words: lamp");
    expect(mustPart([], ["lamp"], 5)).toBe("");
  });
});

describe("scoreParts", () => {
  it("counts keywords and closeness of style", () => {
    const parts = scoreParts("The lamps burn.", {
      targetWords: 3,
      brief: "lamps",
      hits: [],
      facts: [],
      allFacts: [],
      said: openSaidIndex(),
      relevance: openRelevance(["lamps"]),
      keywords: ["lamp", "wool"],
      styleDelta: 3,
    });
    expect(parts).toMatchObject({ keywords: 0.5, style: 0.25 });
    // (1 · 0.3 + 0.25 · 0.1) / 0.4, the other weights being 0.
    const weights = { length: 0.3, novelty: 0, relevance: 0, style: 0.1, keywords: 0 };
    expect(scoreOf(parts, weights)).toBeCloseTo(0.8125, 12);
  });
});

describe("the drift limit", () => {
  it("speaks against a draft that is too far from the author's texts", () => {
    const drift = {
      threshold: 0.5,
      distanceOf: (text: string) => (text.includes("lamp") ? 0.2 : 0.7),
    };
    const ground = { avoid: [], sources: [], instructions: "", said: openSaidIndex(), drift };
    const near = "She carried the lamp down the long stairs and set it by the door.";
    expect(filterReasons(near, ground)).toEqual([]);
    expect(filterReasons(near.replace("lamp", "book"), ground)).toEqual(["drifted"]);
  });

  it("takes a drifted draft where no other is to be had, and lists its distance", async () => {
    const drift = { threshold: 0.1, distanceOf: () => 0.9 };
    const { journal, kept } = await writtenWith("", { drift });
    const { accepted, failed, tree } = journal.state;
    expect([accepted.size, failed.size]).toEqual([tree.leaves().length, 0]);
    const drafts = kept.lines.filter(({ type }) => type === "candidate");
    expect(drafts.length).toBeGreaterThan(0);
    for (const { body } of drafts) {
      expect(body["distance"]).toBe(0.9);
      expect(body["reasons"]).toContain("drifted");
    }
  });
});

describe("prompts", () => {
  it("begin with the header, and hold the style card", async () => {
    const styleCard = styleCardOf({ texts: ["I saw the sea. I saw the town. I saw it."] });
    const writer = await writtenWith(
      "title: The winter\ntechniques: { prefix: true }\n",
      styleCard === undefined ? {} : { styleCard },
    );
    const { candidates } = await readCandidates(writer.kept);
    const system = candidates[0]?.prompt[0]?.content ?? "";
    expect(system.split("\n").slice(0, 2)).toEqual(["Kind: essay", "Title: The winter"]);
    expect(system).toContain("Speak as I.");
  });
});

describe("prefixLines", () => {
  it("has one line for what is known, and the first twelve words of an opening", () => {
    const opening = "One two three four five six seven eight nine ten eleven twelve thirteen";
    expect(prefixLines({ author: "Ann\nBell", kind: "essay", language: "en", opening })).toBe(
      "Author: Ann Bell\nKind: essay\nLanguage: en\nOpening: One two three four five six seven eight nine ten eleven twelve",
    );
  });
});

describe("fitWeights", () => {
  const rated = (near: number, novelty: number, rating: number) => ({
    parts: { length: near, novelty },
    rating,
  });

  it("finds the weights that ratings were made with", () => {
    // 2 · length + 1 · novelty + 5, exactly: two thirds and one third.
    const drafts = [
      rated(0, 0, 5),
      rated(1, 0, 7),
      rated(0, 1, 6),
      rated(1, 1, 8),
      rated(0.5, 0, 6),
      rated(0, 0.5, 5.5),
    ];
    const { weights, explained, leftOut } = fitWeights(drafts);
    expect(weights).toEqual({ length: 0.6667, novelty: 0.3333 });
    expect(explained).toBe(1);
    expect(leftOut).toContain("style");
  });

  it("gives no weight to what counts against a draft, and refuses too few ratings", () => {
    const drafts = [
      rated(0, 1, 1),
      rated(1, 0.9, 2),
      rated(0, 0.5, 1),
      rated(1, 0, 2.5),
      rated(0.5, 0.1, 1.9),
      rated(0.5, 1, 1.4),
    ];
    expect(fitWeights(drafts).weights).toEqual({ length: 1, novelty: 0 });
    expect(() => fitWeights(drafts.slice(0, 5))).toThrow("too few");
  });
});

const candidate = (variant: string, score: number, own: Partial<RecordedCandidate> = {}) =>
  ({
    node: "n",
    variant,
    prompt: [{ role: "user", content: "Write." }],
    promptHash: "p",
    text: `Text ${variant}`,
    reasons: [],
    parts: { length: score, novelty: 1, relevance: 0 },
    score,
    ...own,
  }) satisfies RecordedCandidate;

const WHERE = { run: "r", split: "train", signatures: { score: "s" } } as const;

describe("preferenceRecords", () => {
  it("pairs drafts of one prompt that lie 0.10 apart, the better one free of faults", () => {
    const records = preferenceRecords(
      [
        candidate("0.0", 0.8),
        candidate("0.1", 0.7),
        candidate("0.2", 0.71),
        candidate("0.3", 0.95, { reasons: ["avoid"] }),
        candidate("0.4", 0.1, { promptHash: "other" }),
      ],
      WHERE,
    );
    expect(records).toHaveLength(1);
    expect(RECORD_SCHEMAS.preferences.parse(records[0])).toMatchObject({
      chosen: [{ role: "assistant", content: "Text 0.0" }],
      rejected: [{ role: "assistant", content: "Text 0.1" }],
      margin: 0.1,
      split: "train",
    });
  });
});

describe("readCandidates", () => {
  it("gives back every draft with its prompt from journal and calls, without a model", async () => {
    const run = await writtenWith("candidates: 3\n");
    const { candidates, unreadable } = await readCandidates(run.kept);
    const drafted = run.journal.state.tree.leaves().length * 3;
    expect(candidates.length).toBeGreaterThanOrEqual(drafted);
    expect(unreadable).toBe(0);
    const records = rewardRecords(candidates, WHERE);
    for (const record of records)
      expect(RECORD_SCHEMAS.rewards.safeParse(record).success).toBe(true);
    expect(candidates[0]?.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
  });
});

describe("splitOf", () => {
  it("puts one author into one split, and about eight in ten into the first", () => {
    const splits = Array.from({ length: 500 }, (_, at) => splitOf(`author ${at}`));
    expect(splitOf("author 7")).toBe(splits[7]);
    const share = splits.filter((split) => split === "train").length / 500;
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.85);
    expect(new Set(splits).size).toBe(3);
  });
});
