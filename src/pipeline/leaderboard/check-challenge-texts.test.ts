import { describe, expect, it } from "vitest";
import { jsonLinesIn } from "../../storage/index.ts";
import { checkChallengeTexts } from "./check-challenge-texts.ts";

const FILE = `id: tales
title: Tales
description: Long ones.
tracks:
  - id: main
    title: Main
    kind: open
    items: items.jsonl
    metrics:
      - { id: distinct-2, direction: higher, primary: true }
dates:
  announced: 2027-01-04 AoE
terms: { version: "1", text: Be honest. }
`;
const ITEM = '{"itemId": "t1", "prompt": "Write.", "set": "test"}';

async function check(text: string, items: string | undefined) {
  return await checkChallengeTexts({
    name: "tales.yaml",
    text,
    itemsOf: (name) =>
      items === undefined
        ? undefined
        : { name, lines: jsonLinesIn(Buffer.from(items), { name, firstLine: 1, startByte: 0 }) },
  });
}

async function placesOf(text: string, items?: string): Promise<string[]> {
  const { problems } = await check(text, items);
  return problems.map(({ file, line, message }) => `${file}:${line ?? ""}: ${message}`);
}

describe("checkChallengeTexts", () => {
  it("gives the challenge with its defaults, and its items by track", async () => {
    const { problems, challenge, items } = await check(FILE, `${ITEM}\n`);
    expect(problems).toEqual([]);
    expect(challenge?.quota).toEqual({ perDay: 5, inAll: 50, inProgress: 3 });
    expect([...items]).toEqual([["main", [{ itemId: "t1", prompt: "Write.", set: "test" }]]]);
  });

  it("names file and line of every fault at once", async () => {
    const bad = FILE.replace("higher, primary", "sideways, primary").replace(
      "kind: open",
      "kind: odd",
    );
    expect((await placesOf(bad)).map((place) => place.split(":").slice(0, 2).join(":"))).toEqual([
      "tales.yaml:7",
      "tales.yaml:10",
    ]);
  });

  it("looks at every line of the items", async () => {
    const lines = [ITEM, "", "no json", ITEM, '{"itemId": "t2"}'].join("\n");
    const places = await placesOf(FILE, lines);
    expect(places.map((place) => place.split(":").slice(0, 2).join(":"))).toEqual([
      "items.jsonl:3",
      "items.jsonl:4",
      "items.jsonl:5",
    ]);
    // The place stands beside the message, not in it as well.
    expect(places[0]).not.toMatch(/items\.jsonl.*items\.jsonl/);
    expect(places[1]).toBe('items.jsonl:4: the item "t1" stands twice.');
  });

  it("says which file of items is not there, and which holds none of the test", async () => {
    expect(await placesOf(FILE)).toEqual(["items.jsonl:: There is no file items.jsonl."]);
    expect(await placesOf(FILE, ITEM.replace('"test"', '"development"'))).toEqual([
      "items.jsonl:: it holds no test item.",
    ]);
  });
});
