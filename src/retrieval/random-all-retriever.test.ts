import { describe, expect, it } from "vitest";
import { type PassagePool, passagePool } from "./passage-pool.ts";
import { randomAllRetriever } from "./random-all-retriever.ts";
import { describeRetriever, firstCounts, retrievedIds } from "./retriever.contract.ts";

const pool = passagePool([
  { userId: "user-2", passages: [{ id: "b0" }, { id: "b1" }] },
  { userId: "user-1", passages: [{ id: "a0" }, { id: "a1" }, { id: "a2" }] },
  { userId: "user-3", passages: [] },
  { userId: "user-4", passages: [{ id: "a0" }] },
]);

describe("random-all", () => {
  it("leaves the user's own passages out in longhand, and draws the others equally often", async () => {
    const counts = await firstCounts(randomAllRetriever({ profile: "longhand", seed: 7 }, pool), {
      examples: 1500,
    });
    expect([...counts.keys()].toSorted()).toEqual(["user-2/b0", "user-2/b1", "user-4/a0"]);
    // 500 each, deviation √(1500 · ⅓ · ⅔) = 18.3.
    for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(5 * 18.3);
  });

  it("may draw the user's own in longlamp-paper, with replacement", async () => {
    const retriever = randomAllRetriever({ profile: "longlamp-paper", seed: 7 }, pool);
    const counts = await firstCounts(retriever, { examples: 1200 });
    expect([...counts.keys()].toSorted()).toEqual([
      "a0",
      "a1",
      "a2",
      "user-2/b0",
      "user-2/b1",
      "user-4/a0",
    ]);
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(5 * 12.9);
    expect((await retrievedIds(retriever, { k: 30 })).length).toBe(30);
  });

  it("returns all other passages for a k beyond the pool", async () => {
    const retriever = randomAllRetriever({ profile: "longhand", seed: 7 }, pool);
    expect((await retrievedIds(retriever, { k: 100 })).toSorted()).toEqual([
      "user-2/b0",
      "user-2/b1",
      "user-4/a0",
    ]);
  });

  it("draws from everybody for a user who is not in the pool", async () => {
    const retriever = randomAllRetriever({ profile: "longhand", seed: 7 }, pool);
    expect((await retrievedIds(retriever, { userId: "stranger", k: 100 })).length).toBe(6);
  });

  it("returns nothing where there is nobody else", async () => {
    const alone = passagePool([{ userId: "user-1", passages: [{ id: "a0" }] }]);
    expect(await retrievedIds(randomAllRetriever({ profile: "longhand", seed: 7 }, alone))).toEqual(
      [],
    );
    expect(
      await retrievedIds(
        randomAllRetriever({ profile: "longlamp-paper", seed: 7 }, passagePool([])),
      ),
    ).toEqual([]);
  });

  it("does not depend on the order of the users, and looks up only what it drew", async () => {
    const asked: string[] = [];
    const lazy: PassagePool = {
      users: [
        { userId: "user-3", passages: 1_000_000 },
        { userId: "user-2", passages: 1_000_000 },
      ],
      passageId: async (userId, index) => {
        asked.push(userId);
        return `${index}`;
      },
    };
    const reversed = { ...lazy, users: lazy.users.toReversed() };
    const drawn = await retrievedIds(randomAllRetriever({ profile: "longhand", seed: 7 }, lazy), {
      k: 3,
    });
    expect(asked.length).toBe(3);
    expect(new Set(drawn).size).toBe(3);
    expect(
      await retrievedIds(randomAllRetriever({ profile: "longhand", seed: 7 }, reversed), { k: 3 }),
    ).toEqual(drawn);
  });

  it.each(["longhand", "longlamp-paper"] as const)(
    "draws another passage where it met the target, in %s",
    async (profile) => {
      const watched: PassagePool = {
        ...pool,
        isTarget: (exampleId, userId, index) =>
          exampleId === "e1" && (userId === "user-4" || (userId === "user-1" && index === 1)),
      };
      const retriever = randomAllRetriever({ profile, seed: 7 }, watched);
      const plain = randomAllRetriever({ profile, seed: 7 }, pool);
      const request = { exampleId: "e1", query: "", candidates: [] };
      for (const userId of ["user-1", "user-2", "user-3"]) {
        const all = await retrievedIds(plain, { ...request, userId, k: 60 });
        const targets = new Set(["user-4/a0", "user-1/a1", ...(userId === "user-1" ? ["a1"] : [])]);
        const allowed = all.filter((id) => !targets.has(id));
        expect(allowed.length).toBeLessThan(all.length);
        const found = await retrievedIds(retriever, { ...request, userId, k: 3 });
        expect(found).toEqual(allowed.slice(0, 3));
      }
    },
  );

  it("ends where the pool holds nothing but the target", async () => {
    const only: PassagePool = { ...pool, isTarget: () => true };
    for (const profile of ["longhand", "longlamp-paper"] as const) {
      const retriever = randomAllRetriever({ profile, seed: 7 }, only);
      expect(await retrievedIds(retriever, { k: 3 })).toEqual([]);
    }
  });

  it("refuses a pool that counts a user twice", () => {
    const twice = passagePool([
      { userId: "u", passages: [{ id: "a" }] },
      { userId: "u", passages: [{ id: "a" }] },
    ]);
    expect(() => randomAllRetriever({ profile: "longhand", seed: 7 }, twice)).toThrow(/"u" twice/);
  });
});

describeRetriever(
  "random-all (longhand)",
  () => randomAllRetriever({ profile: "longhand", seed: 7 }, pool),
  { ownPool: true },
);
describeRetriever(
  "random-all (longlamp-paper)",
  () => randomAllRetriever({ profile: "longlamp-paper", seed: 7 }, pool),
  { ownPool: true, replacement: true },
);
