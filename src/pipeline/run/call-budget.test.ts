import { describe, expect, it } from "vitest";
import type { ModelReply } from "../../models/index.ts";
import { openCallBudget } from "./call-budget.ts";

const reply: ModelReply = { text: "x", finishReason: "stop", promptTokens: 6, outputTokens: 4 };
const call = (): Promise<ModelReply> => Promise.resolve(reply);

describe("openCallBudget", () => {
  it("refuses the call whose highest cost does not fit, and counts what calls really took", async () => {
    const budget = openCallBudget({ maxTokens: 25, callsBefore: 0, tokensBefore: 0 });
    await budget.spend({ tokens: 12 }, call);
    // 10 of 25 are spent: 15 fit, 16 do not.
    await expect(budget.spend({ tokens: 16 }, call)).rejects.toMatchObject({ reason: "budget" });
    await budget.spend({ tokens: 15 }, call);
    expect([budget.tokensRead, budget.tokensWritten]).toEqual([12, 8]);
  });

  it("is never exceeded by calls that run side by side", async () => {
    const budget = openCallBudget({ maxTokens: 30, callsBefore: 0, tokensBefore: 0 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 32 }, () => budget.spend({ tokens: 10 }, call)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  it("counts calls of earlier commands", async () => {
    const budget = openCallBudget({ maxCalls: 3, callsBefore: 2, tokensBefore: 0 });
    await budget.spend({ tokens: 1 }, call);
    await expect(budget.spend({ tokens: 1 }, call)).rejects.toMatchObject({ reason: "budget" });
  });
});
