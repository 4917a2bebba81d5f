import { describe, expect, it } from "vitest";
import { randomOwnRetriever } from "./random-own-retriever.ts";
import { describeRetriever, firstCounts, retrievedIds } from "./retriever.contract.ts";

const candidates = ["a", "b", "c", "d"].map((id) => ({ id, text: id }));

describe("random-own", () => {
  it("draws each passage equally often, without replacement in longhand", async () => {
    const retriever = randomOwnRetriever({ profile: "longhand", seed: 7 });
    const counts = await firstCounts(retriever, { candidates, examples: 2000 });
    expect([...counts.keys()].toSorted()).toEqual(["a", "b", "c", "d"]);
    // 500 each, deviation √(2000 · ¼ · ¾) = 19.4.
    for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(5 * 19.4);
    expect((await retrievedIds(retriever, { candidates, k: 4 })).toSorted()).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  it("draws with replacement in longlamp-paper, as many as asked for", async () => {
    const drawn = await retrievedIds(randomOwnRetriever({ profile: "longlamp-paper", seed: 7 }), {
      candidates,
      k: 50,
    });
    expect(drawn.length).toBe(50);
    expect(new Set(drawn).size).toBe(4);
  });

  it("draws another passage for another seed or example, and the same for the same", async () => {
    const drawn = async (seed: number, exampleId: string) =>
      String(
        await retrievedIds(randomOwnRetriever({ profile: "longlamp-paper", seed }), {
          candidates,
          exampleId,
          k: 20,
        }),
      );
    expect(await drawn(7, "e1")).toBe(await drawn(7, "e1"));
    expect(await drawn(7, "e1")).not.toBe(await drawn(8, "e1"));
    expect(await drawn(7, "e1")).not.toBe(await drawn(7, "e2"));
  });
});

describeRetriever("random-own (longhand)", () =>
  randomOwnRetriever({ profile: "longhand", seed: 7 }),
);
describeRetriever(
  "random-own (longlamp-paper)",
  () => randomOwnRetriever({ profile: "longlamp-paper", seed: 7 }),
  { replacement: true },
);
