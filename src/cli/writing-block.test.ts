import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { NodeState, NodeStatus, WritingProgress } from "../pipeline/index.ts";
import { writingBlock } from "./writing-block.ts";

interface Part {
  readonly heading: string;
  readonly leaves: readonly NodeState[];
}

/** Leaves of 100 words below chapters; a finished one has 100 words, one at work none. */
function progressOf(parts: readonly Part[], more: Partial<WritingProgress> = {}): WritingProgress {
  const nodes: NodeStatus[] = [];
  const node = (depth: number, level: NodeStatus["level"], heading: string): NodeStatus => ({
    id: `${nodes.length}`,
    level,
    depth,
    heading,
    brief: `What happens in ${heading}`,
    targetWords: 0,
    words: 0,
    state: "planned",
    lock: "none",
  });
  const put = (entry: NodeStatus): number => nodes.push(entry) - 1;
  put(node(0, "doc", "The document"));
  for (const { heading, leaves } of parts) {
    const words = leaves.filter((state) => state === "accepted").length * 100;
    const working = leaves.includes("drafting") ? "drafting" : "planned";
    const state = leaves.every((leaf) => leaf === "accepted") ? "accepted" : working;
    put({ ...node(1, "chapter", heading), targetWords: leaves.length * 100, words, state });
    for (const [index, leaf] of leaves.entries()) {
      const done = leaf === "accepted" ? 100 : 0;
      put({
        ...node(2, "leaf", `${heading} ${index + 1}`),
        targetWords: 100,
        words: done,
        state: leaf,
      });
    }
  }
  const states = parts.flatMap(({ leaves }) => leaves);
  const counted = (wanted: NodeState): number => states.filter((state) => state === wanted).length;
  return {
    phase: "draft",
    words: counted("accepted") * 100,
    targetWords: states.length * 100,
    leaves: {
      planned: counted("planned"),
      drafting: counted("drafting"),
      accepted: counted("accepted"),
      failed: counted("failed"),
      dirty: counted("dirty"),
    },
    tokens: { in: 12_000, out: 3400, outCap: 40_000 },
    seconds: 60,
    openIssues: 1,
    nodes,
    ...more,
  };
}

const WIDE = { widthColumns: 120, heightRows: 40, colour: false };

const THREE: readonly Part[] = [
  { heading: "Before", leaves: ["accepted", "accepted"] },
  { heading: "Trials", leaves: ["accepted", "drafting", "planned"] },
  { heading: "After", leaves: ["planned", "planned"] },
];

describe("writingBlock", () => {
  it("shows what is at work with its parts, and everything else in one line a chapter", () => {
    const progress = progressOf(THREE, {
      tokensPerSecond: 41.6,
      secondsLeft: 125,
      usd: { used: 0.034, cap: 2 },
      current: "Trials 2",
    });
    expect(writingBlock(progress, WIDE)).toEqual([
      `writing ${"█".repeat(8)}${"░".repeat(12)} 300 of 700 words · 42 % · 42 tokens/s · about 2 min left`,
      "parts: 3 done, 1 at work, 3 to come · 1 open issue · 12,000 tokens read · 3,400 of 40,000 written · $0.03 of $2.00",
      "now: Trials 2",
      "✓ Before — 200 of 200 words, 2 parts",
      "◐ Trials — 100 of 300 words",
      "  ✓ Trials 1 — 100 of 100 words",
      "  ◐ Trials 2 — 0 of 100 words",
      "  · Trials 3 — 0 of 100 words",
      "· After — 0 of 200 words, 2 parts",
    ]);
  });

  it("opens the chapter of the next part while nothing is at work", () => {
    const lines = writingBlock(
      progressOf([
        { heading: "Before", leaves: ["accepted"] },
        { heading: "After", leaves: ["accepted", "planned"] },
      ]),
      WIDE,
    );
    expect(lines.slice(-4)).toEqual([
      "✓ Before — 100 of 100 words, 1 part",
      "· After — 100 of 200 words",
      "  ✓ After 1 — 100 of 100 words",
      "  · After 2 — 0 of 100 words",
    ]);
  });

  it.each([6, 8, 12, 24])(
    "is lower than a window of %i rows and keeps to what is at work",
    (rows) => {
      const parts = Array.from({ length: 60 }, (_, index) => ({
        heading: `Chapter ${index + 1}`,
        leaves: [
          index < 30 ? "accepted" : "planned",
          index === 30 ? "drafting" : "planned",
        ] as const,
      }));
      const lines = writingBlock(progressOf(parts, { current: "Chapter 31 2" }), {
        ...WIDE,
        heightRows: rows,
      });
      expect(lines.length).toBeLessThan(rows);
      if (rows > 6) expect(lines.some((line) => line.includes("◐ Chapter 31 2"))).toBe(true);
    },
  );

  it.each([10, 20, 40, 79])(
    "is narrower than a window of %i columns, with wide characters, too",
    (columns) => {
      const progress = progressOf(
        [
          {
            heading: "渡し船の最後の冬と、母と娘の長い沈黙について",
            leaves: ["drafting", "planned"],
          },
          {
            heading: "👩‍👧 A family with a very long heading that no narrow window can hold",
            leaves: ["planned"],
          },
        ],
        { current: "渡し船の最後の冬と、母と娘の長い沈黙について", tokensPerSecond: 3.21 },
      );
      const lines = writingBlock(progress, { ...WIDE, widthColumns: columns });
      for (const line of lines) expect(stringWidth(line)).toBeLessThan(columns);
      expect(lines.length).toBeGreaterThan(4);
    },
  );

  it("shows nothing of a heading that a terminal would obey", () => {
    const lines = writingBlock(
      progressOf([{ heading: "\u001b[2JGone", leaves: ["drafting"] }], {
        current: "\u001b[2JGone",
      }),
      WIDE,
    );
    expect(lines.join("\n")).not.toContain("\u001b");
    expect(lines.join("\n")).toContain("\\u001b[2JGone");
  });

  it("repeats states in colour only where colour is wanted", () => {
    const progress = progressOf(THREE);
    expect(writingBlock(progress, WIDE).join("")).not.toContain("\u001b[");
    expect(writingBlock(progress, { ...WIDE, colour: true }).join("")).toContain(
      "\u001b[32m✓ Before",
    );
  });

  it("tells of a run whose plan is still empty", () => {
    const empty = { ...progressOf([]), phase: "plan" as const, targetWords: 700, nodes: [] };
    expect(writingBlock(empty, WIDE)[0]).toMatch(/^planning ░+ 0 of 700 words · 0 %$/);
  });
});
