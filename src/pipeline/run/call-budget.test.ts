import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { ModelCallError, type ModelReply } from "../../models/index.ts";
import { mostCharged, openCallBudget, type Reservation } from "./call-budget.ts";

const reply: ModelReply = { text: "x", finishReason: "stop", promptTokens: 6, outputTokens: 4 };
const call = (): Promise<ModelReply> => Promise.resolve(reply);
const before = { calls: 0, tokens: 0, usd: 0 };
const asking = (outputTokens: number): Reservation => ({ promptTokens: 6, outputTokens });
const price = { inputUsdPerMillionTokens: 1000, outputUsdPerMillionTokens: 5000 };

describe("openCallBudget", () => {
  it("refuses the call whose highest cost does not fit, and counts what calls really took", async () => {
    const budget = openCallBudget({ maxTokens: 25, before });
    await budget.spend(asking(6), call);
    // 10 of 25 are spent, 15 are left.
    await budget.spend(asking(9), call);
    await expect(budget.spend(asking(0), call)).rejects.toMatchObject({
      reason: "budget",
      message: "The next call does not fit into the budget: maxTokens is 25.",
    });
    expect([budget.tokensRead, budget.tokensWritten, budget.spent.tokens]).toEqual([12, 8, 20]);
  });

  it("makes no smaller call after one that did not fit: the run ends there", async () => {
    const budget = openCallBudget({ maxTokens: 25, before });
    await expect(budget.spend(asking(20), call)).rejects.toMatchObject({ reason: "budget" });
    await expect(budget.spend(asking(1), call)).rejects.toMatchObject({ reason: "budget" });
    expect(budget.spent.calls).toBe(0);
  });

  it("counts calls of earlier commands", async () => {
    const budget = openCallBudget({ maxCalls: 3, before: { ...before, calls: 2 } });
    await budget.spend(asking(1), call);
    await expect(budget.spend(asking(1), call)).rejects.toMatchObject({ reason: "budget" });
  });

  it("lets a call wait that fits once the running ones have cost less than was set aside", async () => {
    // Each sets 6 + 9 = 15 aside and costs 10: 40 tokens hold two side by side, and a third after.
    const budget = openCallBudget({ maxTokens: 40, before });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => budget.spend(asking(9), call)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
    ]);
    expect(budget.spent).toEqual({ calls: 3, tokens: 30, usd: 0 });
  });

  it("counts money by the price of tokens read and written", async () => {
    // 6 × 0.001 + 4 × 0.005 = 0.026 a call; 0.006 + 10 × 0.005 = 0.056 are set aside.
    const budget = openCallBudget({ budgetUsd: 0.1, before });
    await budget.spend({ ...asking(10), price }, call);
    await budget.spend({ ...asking(9), price }, call);
    expect(budget.spent.usd).toBeCloseTo(0.052, 12);
    await expect(budget.spend({ ...asking(10), price }, call)).rejects.toMatchObject({
      message: "The next call does not fit into the budget: budgetUsd is 0.1.",
    });
  });

  it("takes a failed call that may have been charged for the most it can have cost", async () => {
    const failing = (reason: "timeout" | "server-error") => (): Promise<ModelReply> =>
      Promise.reject(new ModelCallError(reason, { reason, retryable: true }));
    const budget = openCallBudget({ maxTokens: 100, before });
    await expect(budget.spend(asking(10), failing("timeout"))).rejects.toThrow("timeout");
    await expect(budget.spend(asking(10), failing("server-error"))).rejects.toThrow();
    expect(budget.spent).toEqual({ calls: 2, tokens: 16, usd: 0 });
  });

  it("is never exceeded at concurrency 32, whatever calls cost and in whatever order they end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 3000 }), async (seed, maxTokens) => {
        const random = randomStream(seed);
        const budgetUsd = maxTokens / 2e6;
        const budget = openCallBudget({ maxTokens, budgetUsd, before });
        let spentTokens = 0;
        const one = async (): Promise<void> => {
          const reservation = {
            promptTokens: random.nextBelow(50),
            outputTokens: 40,
            price: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 0.5 },
          };
          const turns = random.nextBelow(6);
          const outputTokens = random.nextBelow(41);
          const fails = random.next() < 0.2;
          await budget
            .spend(reservation, async () => {
              for (let turn = 0; turn < turns; turn++) await Promise.resolve();
              if (fails) throw new ModelCallError("cut", { reason: "network", retryable: true });
              spentTokens += reservation.promptTokens + outputTokens;
              return { ...reply, promptTokens: reservation.promptTokens, outputTokens };
            })
            .catch((error: unknown) => {
              if ((error as ModelCallError).reason === "network") {
                spentTokens += mostCharged(error, reservation).tokens;
              }
            });
        };
        const workers = Array.from({ length: 32 }, async () => {
          for (let made = 0; made < 5; made++) await one();
        });
        await Promise.all(workers);
        expect(spentTokens).toBe(budget.spent.tokens);
        expect(spentTokens).toBeLessThanOrEqual(maxTokens);
        expect(budget.spent.usd).toBeLessThanOrEqual(budgetUsd);
      }),
    );
  });
});
