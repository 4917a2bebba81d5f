import { describe, expect, it } from "vitest";
import { comparisonFromOptions, parseComparison } from "./comparison-file.ts";
import { ablationPairs, armsOf, shownArm } from "./writer-arms.ts";

function faultOf(text: string): string {
  try {
    parseComparison(text, "dir/compare.yaml");
    return "no fault";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("parseComparison", () => {
  it("writes out defaults, resolves arms and finds briefs from its folder", () => {
    const file = parseComparison(
      "briefs: [a.yaml, /b.yaml]\ngrid: { writer: [rolling, tree] }\n",
      "dir/compare.yaml",
    );
    expect(file).toEqual({
      name: "writing-comparison",
      briefs: ["dir/a.yaml", "/b.yaml"],
      grid: {
        seed: [1, 2, 3],
        writer: [
          { name: "rolling", strategy: "rolling" },
          { name: "tree-repair", strategy: "tree", order: "ltr", repair: true },
        ],
      },
      regimes: ["completion"],
      facts: "fit",
      statisticsSeed: 12345,
    });
  });

  it.each([
    ["briefs: []\ngrid: { writer: [rolling, tree] }\n", "dir/compare.yaml:1:9: briefs: must name"],
    ["briefs: [a]\ngrid: { writer: [rolling] }\n", "must name two ways of writing or more"],
    ["briefs: [a]\ngrid: { writer: [rolling, poem] }\n", "must be one of tree, chapters, rolling"],
    [
      "briefs: [a]\ngrid: { writer: [tree, tree-repair] }\n",
      "grid.writer: tree-repair stands twice",
    ],
    ["briefs: [a]\ngrid: { writer: [tree, rolling], seed: [1, 1] }\n", "grid.seed: 1 stands twice"],
    [
      "briefs: [a]\ngrid: { writer: [tree, rolling] }\nbaselines: [outline]\n",
      "dir/compare.yaml:3:12: baselines: outline is not among grid.writer",
    ],
    ["briefs: [a]\ngrid: { writer: [tree, rolling] }\nword: 3000\n", 'did you mean "words"'],
    [
      "briefs: [a]\ngrid: { writer: [tree, { name: mine, strategy: rolling, without: [bible] }] }\n",
      "grid.writer: mine: `without` belongs to the strategy tree",
    ],
  ])("refuses %j: %s", (text, said) => {
    expect(faultOf(text)).toContain(said);
  });
});

describe("armsOf", () => {
  it("crosses the tree with orders, and leaves baselines as they are", () => {
    const names = armsOf(["rolling", "tree"], ["ltr", "bfs", "repair"]).map(({ name }) => name);
    expect(names).toEqual(["rolling", "tree-ltr", "tree-bfs", "tree-repair"]);
    expect(armsOf(["tree", "tree-repair"])).toHaveLength(1);
  });

  it("knows the tree without its parts, one by one", () => {
    const [bible, one, next, said] = armsOf([
      "tree-no-bible",
      "tree-one-candidate",
      "tree-no-next-brief",
      "tree-no-already-said",
    ]);
    const plain = { strategy: "tree", order: "ltr", repair: false };
    expect(bible).toEqual({ name: "tree-no-bible", ...plain, without: ["bible"] });
    expect(one).toEqual({ name: "tree-one-candidate", ...plain, candidates: 1 });
    expect(next?.without).toEqual(["next-brief"]);
    expect(said?.without).toEqual(["already-said"]);
    expect(shownArm({ name: "mine", strategy: "tree", without: ["bible"] }).title).toBe(
      "tree, without bible",
    );
    expect(ablationPairs(["rolling", "tree-no-bible"])).toEqual([]);
    expect(ablationPairs(["tree-ltr", "rolling", "tree-no-bible"])).toEqual([
      { arm: "tree-no-bible", baseline: "tree-ltr" },
    ]);
  });

  it("names the nearest way of writing", () => {
    expect(() => armsOf(["rollin"])).toThrow("no way of writing called rollin");
    expect(() => armsOf(["tree"], ["random"])).toThrow("no way of writing called tree-random");
  });
});

describe("comparisonFromOptions", () => {
  it("refuses one way alone", () => {
    expect(() => comparisonFromOptions({ briefs: ["a"], writers: armsOf(["tree"]) })).toThrow(
      "grid.writer: must name two ways of writing or more",
    );
  });
});
