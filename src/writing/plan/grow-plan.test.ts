import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlanNode } from "../../records/index.ts";
import type { ModelSize } from "../brief/brief.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { beginPlan, openingSpecs, planGround, planSize } from "./begin-plan.ts";
import { type ChildSpec, growChildren } from "./grow-plan.ts";
import { SIZE_LIMITS, sizeOfModel } from "./model-size.ts";
import { PlanTree } from "./plan-tree.ts";
import { chosenSlots, SKELETONS } from "./skeletons.ts";
import { fanOutFor, treeShape } from "./tree-shape.ts";

/** Grows a whole tree with weights from a list, as a planner would. */
function wholeTree(yaml: string, size: ModelSize, weights: readonly number[]): PlanTree {
  const brief = parseBrief(yaml, "brief.yaml");
  const ground = planGround(brief, size, "run");
  const tree = new PlanTree();
  for (const node of beginPlan(brief, size, ground).nodes) tree.put(node);
  let drawn = 0;
  for (let open = tree.unexpanded(); open.length > 0; open = tree.unexpanded()) {
    const parent = open[0] as PlanNode;
    const opening = parent.level === "doc" ? openingSpecs(brief) : [];
    const wanted = fanOutFor(parent.leaves - opening.length, parent.levelsBelow);
    const specs: ChildSpec[] = Array.from({ length: wanted }, (_, index) => {
      drawn += 1;
      return { heading: `h${index}`, brief: "b", weight: weights[drawn % weights.length] ?? 1 };
    });
    const growth = {
      parent,
      words: parent.targetWords,
      leaves: parent.leaves,
      span: parent.span,
      firstOrder: 0,
      firstCreated: tree.count,
    };
    for (const child of growChildren([...opening, ...specs], growth, ground)) tree.put(child);
  }
  return tree;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

describe("treeShape", () => {
  it.each([
    [3000, { leaves: 7, depth: 2, fanOut: 3 }],
    [30_000, { leaves: 67, depth: 3, fanOut: 5 }],
    [100_000, { leaves: 222, depth: 4, fanOut: 4 }],
    // 674 / 450 rounds to 1, but no leaf is longer than 500.
    [674, { leaves: 2, depth: 1, fanOut: 2 }],
    [300, { leaves: 1, depth: 1, fanOut: 1 }],
  ])("plans %i words for a small model", (words, shape) => {
    expect(treeShape(words, "small")).toEqual(shape);
  });
});

describe("sizeOfModel", () => {
  it.each([
    ["fake", "tiny"],
    ["gguf:smollm2-135m-instruct", "tiny"],
    ["gguf:/models/SmolLM2-360M-Instruct.gguf", "tiny"],
    ["gguf:qwen2.5-1.5b-instruct", "small"],
    ["gguf:mine", "small"],
    ["openai:meta/llama-3:8b", "small"],
    ["openai:llama-3-70b", "hosted"],
    ["openai:some-model", "hosted"],
  ])("takes %s for %s", (spec, size) => {
    expect(sizeOfModel(spec)).toBe(size);
  });
});

describe("a grown plan", () => {
  it("sums up exactly and keeps depth, fan-out and leaf lengths for 200 to 200,000 words", () => {
    const sizes = fc.constantFrom<ModelSize>("tiny", "small", "hosted");
    const weights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 200_000 }), sizes, weights, (words, size, drawn) => {
        const tree = wholeTree(`goal: x\nlength: { words: ${words} }\n`, size, drawn);
        const { leaves, depth } = treeShape(words, size);
        expect(sum(tree.leaves().map(({ targetWords }) => targetWords))).toBe(words);
        expect(tree.leaves()).toHaveLength(leaves);
        const { minLeafWords, maxLeafWords } = SIZE_LIMITS[size];
        for (const node of tree.inOrder()) {
          const children = tree.childrenOf(node.id);
          expect(children.length).toBeLessThanOrEqual(7);
          expect(tree.ancestorsOf(node).length).toBeLessThanOrEqual(depth);
          if (children.length > 0) {
            expect(sum(children.map(({ targetWords }) => targetWords))).toBe(node.targetWords);
          } else {
            expect(node.targetWords).toBeLessThanOrEqual(Math.max(maxLeafWords, words));
            expect(node.targetWords).toBeGreaterThanOrEqual(
              Math.min(minLeafWords, Math.floor(words / leaves)) - 1,
            );
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives every mention to exactly one leaf, at its place", () => {
    const tree = wholeTree(
      "goal: x\nlength: { words: 3000 }\nmust: [{ text: a }, { text: b, where: 0.1 }, { text: c, when: range }, { text: d, when: every, every: 2 }]\n",
      "tiny",
      [1, 3, 2],
    );
    const held = tree.leaves().flatMap(({ must }) => must);
    // 27 leaves, fan-out 6, so 5 sections; every second one has d.
    expect(held.toSorted()).toEqual(
      ["must-1", "must-2", "must-3#1", "must-3#2", "must-3#3", "must-4#1", "must-4#2"].toSorted(),
    );
    const leaf = tree.leaves().find(({ must }) => must.includes("must-2"));
    expect(leaf?.span[0]).toBeLessThanOrEqual(0.1);
    expect(leaf?.span[1]).toBeGreaterThan(0.1);
  });

  it("keeps the author's opening and finished texts as locked leaves with their own words", () => {
    const yaml =
      "goal: x\nopening: Seven words stand here as they are\nlength: { words: 900 }\noutline:\n  - { heading: One, children: [{ heading: A }, { heading: B, text: three locked words }] }\n  - { heading: Two, weight: 2 }\n";
    const tree = wholeTree(yaml, "tiny", [1]);
    const locked = tree.leaves().filter(({ lock }) => lock === "author");
    expect(locked.map(({ targetWords, heading }) => [heading, targetWords])).toEqual([
      ["", 7],
      ["B", 3],
    ]);
    expect(sum(tree.leaves().map(({ targetWords }) => targetWords))).toBe(900);
    expect(tree.leaves()[0]?.lock).toBe("author");
    expect(tree.leaves()).toHaveLength(planSize(parseBrief(yaml, "b"), "tiny").leaves);
  });

  it("gives the same ids for the same brief, and others for another run", () => {
    const ids = (tree: PlanTree): string[] => tree.inOrder().map(({ id }) => id);
    const one = ids(wholeTree("goal: x\nlength: { words: 2000 }\n", "tiny", [1, 2]));
    expect(ids(wholeTree("goal: x\nlength: { words: 2000 }\n", "tiny", [1, 2]))).toEqual(one);
    expect(new Set(one).size).toBe(one.length);
  });
});

describe("skeletons", () => {
  it("keep reading order and the most important slots", () => {
    expect(chosenSlots(SKELETONS.story.whole, 2).map(({ heading }) => heading)).toEqual([
      "Before",
      "After",
    ]);
  });

  it("have seven slots each with ranks 1 to 7, and never close the document from inside", () => {
    for (const { whole, inner } of Object.values(SKELETONS)) {
      for (const slots of [whole, inner]) {
        expect(slots.map(({ rank }) => rank).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
      }
      for (const { brief } of inner) {
        expect(brief).not.toMatch(/\b(conclu|wrap up|final|end the|close the|ending)/i);
      }
    }
  });
});
