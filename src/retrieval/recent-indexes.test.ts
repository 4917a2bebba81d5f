import { expect, it } from "vitest";
import { rememberRecent } from "./recent-indexes.ts";

function countingBuilder() {
  let built = 0;
  const remember = rememberRecent((list: readonly string[]) => ({
    of: list.length,
    number: ++built,
  }));
  return { remember, built: () => built };
}

it("builds once for one list, and again for another that is equal", () => {
  const { remember, built } = countingBuilder();
  const list = ["a"];
  expect(remember(list)).toBe(remember(list));
  expect(remember(["a"]).number).toBe(2);
  expect(built()).toBe(2);
});

it("keeps no more than the last 64", () => {
  const { remember, built } = countingBuilder();
  const lists = Array.from({ length: 65 }, () => ["a"]);
  for (const list of lists) remember(list);
  remember(lists[64] ?? []);
  remember(lists[1] ?? []);
  expect(built()).toBe(65);
  remember(lists[0] ?? []);
  expect(built()).toBe(66);
});
