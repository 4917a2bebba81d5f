import { describe, expect, it } from "vitest";
import type { PlanNode } from "../../records/index.ts";
import { PlanTree } from "../plan/plan-tree.ts";
import { wavesOf } from "./waves.ts";

/** A plan with so many leaves in each part. */
function planOf(parts: readonly number[]): PlanTree {
  const tree = new PlanTree();
  const all = parts.reduce((sum, count) => sum + count, 0);
  const base = {
    task: "write",
    brief: "",
    heading: "",
    must: [],
    avoid: [],
    entities: [],
  } as const;
  const put = (node: Partial<PlanNode> & Pick<PlanNode, "id" | "level" | "order">): void => {
    const { count: created } = tree;
    tree.put({
      ...base,
      created,
      targetWords: 1,
      leaves: 1,
      levelsBelow: 0,
      span: [0, 1],
      ...node,
    });
  };
  put({ id: "doc", level: "doc", order: 0 });
  let leaf = 0;
  for (const [order, count] of parts.entries()) {
    put({ id: `p${order}`, parent: "doc", level: "section", order });
    for (let at = 0; at < count; at++) {
      const span = [leaf / all, (leaf + 1) / all] as const;
      put({ id: `${leaf}`, parent: `p${order}`, level: "leaf", order: at, span });
      leaf += 1;
    }
  }
  return tree;
}

/** The same leaves without parts above them. */
function flatPlan(leaves: number): PlanTree {
  const tree = planOf([leaves]);
  for (const leaf of tree.leaves()) tree.put({ ...leaf, parent: "doc" });
  tree.remove("p0");
  return tree;
}

const idsOf = (waves: readonly (readonly PlanNode[])[]): string[] =>
  waves.map((wave) => wave.map(({ id }) => id).join(" "));

describe("wavesOf", () => {
  it("writes one leaf after the other in reading order", () => {
    expect(idsOf(wavesOf(planOf([2, 1]), "ltr"))).toEqual(["0", "1", "2"]);
  });

  it("writes eight neighbours side by side", () => {
    expect(idsOf(wavesOf(planOf([5, 5]), "bfs"))).toEqual(["0 1 2 3 4 5 6 7", "8 9"]);
  });

  it("writes opening, ending and beginnings of parts first, then all gaps from their left", () => {
    // Parts 0-2, 3-6, 7-8: anchors 0, 8, 3 and 7; gaps 1 2, 4 5 6, none after 7.
    expect(idsOf(wavesOf(planOf([3, 4, 2]), "anchors"))).toEqual([
      ...["0", "8", "3 7"],
      ...["1 4", "2 5", "6"],
    ]);
  });

  it("takes the middle for an anchor where there are no parts", () => {
    expect(idsOf(wavesOf(flatPlan(7), "anchors"))).toEqual(["0", "6", "3", "1 4", "2 5"]);
    expect(idsOf(wavesOf(flatPlan(3), "anchors"))).toEqual(["0", "2", "1"]);
    expect(idsOf(wavesOf(flatPlan(1), "anchors"))).toEqual(["0"]);
  });

  it("holds every leaf exactly once in any order", () => {
    for (const order of ["ltr", "bfs", "anchors"] as const) {
      const ids = wavesOf(planOf([4, 11, 1, 9]), order)
        .flat()
        .map(({ id }) => Number(id));
      expect(ids.toSorted((left, right) => left - right)).toEqual([...Array(25).keys()]);
    }
  });
});
