import { describe, expect, it } from "vitest";
import { refusedDraftLines, refusedDrafts } from "./refused-drafts.ts";

const candidate = (reasons: readonly string[], cut?: Readonly<Record<string, number>>) => ({
  type: "candidate" as const,
  body: { node: "n", reasons, ...(cut === undefined ? {} : { cut }) },
});

describe("refusedDrafts", () => {
  it("counts faults of drafts and sentences that were left out, the commonest first", () => {
    const counts = refusedDrafts([
      candidate([]),
      candidate(["list", "placeholder"], { "task-echo": 2 }),
      candidate(["placeholder"], { "task-echo": 1, repetitive: 4 }),
      { type: "accept" as const, body: { reasons: ["list"] } },
    ]);
    expect(counts).toEqual({
      drafts: 3,
      refused: { placeholder: 2, list: 1 },
      cutSentences: { repetitive: 4, "task-echo": 3 },
    });
    expect(refusedDraftLines(counts)).toEqual([
      "Drafts with a fault, of 3: placeholder 2, list 1.",
      "Sentences left out of drafts: repetitive 4, task-echo 3.",
    ]);
  });

  it("says nothing where nothing was wrong", () => {
    expect(refusedDraftLines(refusedDrafts([candidate([])]))).toEqual([]);
  });
});
