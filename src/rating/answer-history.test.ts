import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RatingAnswer } from "../records/index.ts";
import {
  type AnswerBook,
  type AnswerReply,
  answerPlace,
  EMPTY_ANSWERS,
  enterAnswer,
} from "./answer-history.ts";

interface CaseLine {
  readonly seq: number;
  readonly rater: string;
  readonly text: string;
  readonly dimension: string;
  readonly value?: unknown;
  readonly cannotJudge?: unknown;
  readonly baseVersion: number;
  readonly idempotencyKey: string;
}

const cases = readFileSync("tests/cases/rating/answer-history.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as CaseLine);

const RULES = {
  dimensions: ["relevance", "consistency", "fluency", "coherence"],
  holdsLease: (rater: string, text: string) => text === "t1" && ["r1", "r2"].includes(rater),
};

function play(lines: readonly CaseLine[]): { book: AnswerBook; replies: Map<number, AnswerReply> } {
  const replies = new Map<number, AnswerReply>();
  let book = EMPTY_ANSWERS;
  for (const line of lines) {
    const { value, cannotJudge, ...event } = line;
    const answer = cannotJudge === undefined ? { value } : { cannotJudge };
    const entered = enterAnswer(book, { ...event, answer, atMs: line.seq }, RULES);
    book = entered.book;
    replies.set(line.seq, entered.reply);
  }
  return { book, replies };
}

function historyOf(book: AnswerBook, rater: string, dimension: string): RatingAnswer[] {
  const place = answerPlace({ rater, text: "t1", dimension });
  return (book.histories.get(place) ?? []).map(({ answer }) => answer);
}

describe("enterAnswer", () => {
  const { book, replies } = play(cases);

  it("saves what the case file says is saved", () => {
    const saved = [...replies].filter(([, { status }]) => status === "saved").map(([seq]) => seq);
    expect(saved).toEqual([1, 2, 3, 4, 11, 13]);
  });

  it("replies to a replay as before and adds nothing", () => {
    expect(replies.get(3)).toEqual(replies.get(2));
    expect(historyOf(book, "r1", "coherence")).toEqual([{ value: 3 }, { value: 5 }, { value: 4 }]);
  });

  it("refuses a second tab that did not see the newest answer", () => {
    expect(replies.get(5)).toEqual({ status: "refused", code: "stale-answer", version: 3 });
  });

  it("refuses words, 0, halves, nothing, and dimensions of no study", () => {
    const codes = [6, 7, 8, 9, 10]
      .map((seq) => replies.get(seq))
      .map((reply) => reply && "code" in reply && reply.code);
    expect(codes).toEqual([
      "invalid-answer",
      "invalid-answer",
      "invalid-answer",
      "invalid-answer",
      "unknown-dimension",
    ]);
    expect(historyOf(book, "r1", "fluency")).toEqual([]);
  });

  it("keeps the keys of two raters apart", () => {
    expect(historyOf(book, "r2", "coherence")).toEqual([{ value: 1 }]);
  });

  it("refuses an answer to a text without a lease", () => {
    expect(replies.get(12)).toEqual({ status: "refused", code: "no-lease", version: 0 });
  });

  it("takes a reason in place of a mark", () => {
    expect(historyOf(book, "r1", "consistency")).toEqual([
      { cannotJudge: "the text stops after one line" },
    ]);
  });

  it("refuses another request under a key that was used", () => {
    const [first] = cases as [CaseLine];
    const { replies: both } = play([first, { ...first, seq: 2, value: 4 }]);
    expect(both.get(2)).toEqual({ status: "refused", code: "key-reused", version: 1 });
  });
});
