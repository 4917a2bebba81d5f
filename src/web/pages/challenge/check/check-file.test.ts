import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { SubmissionVerdict } from "../../../../records/index.ts";
import { type CheckTask, checkFile } from "./check-file.ts";

const CASES = new URL("../../../../../tests/cases/leaderboard/", import.meta.url);
const RULES: CheckTask["rules"] = {
  itemIds: ["a", "b"],
  minWords: 2,
  rules: { empty: "reject", belowMinWords: "accept", aboveMaxWords: "reject" },
};
const line = (promptId: string, text = "some words"): string => JSON.stringify({ promptId, text });

async function check(
  content: string | Uint8Array,
  name: string,
  rules: CheckTask["rules"] = RULES,
): Promise<SubmissionVerdict> {
  const bytes = typeof content === "string" ? strToU8(content) : content;
  const file = new Blob([new Uint8Array(bytes)]);
  return await checkFile({ file, name, rules }, () => undefined);
}

function placesOf({ problems }: SubmissionVerdict): string[] {
  return problems.map(({ file, line: at, code }) => [file, at, code].filter(Boolean).join(" "));
}

describe("checkFile", () => {
  it("accepts a file in which every item has its text, whatever ends its lines", async () => {
    const verdict = await check(`${line("b", "one")}\r\n\n${line("a")}`, "answers.jsonl");
    expect(verdict).toMatchObject({ accepted: true, items: 2, shortTexts: 1, problemCount: 0 });
  });

  it("lists all errors of the given submission at once", async () => {
    const itemIds = ["q1", "q2", "q4", "q5", "q6", "q7", "3"];
    const text = readFileSync(new URL("bad-submission.jsonl", CASES));
    const verdict = await check(text, "bad.jsonl", { ...RULES, itemIds });
    expect(verdict.accepted).toBe(false);
    expect(placesOf(verdict).map((place) => Number(place.split(" ")[0]) || "missing")).toEqual([
      2,
      3,
      4,
      6,
      7,
      8,
      9,
      "missing",
      "missing",
    ]);
  });

  it("keeps the count of lines behind one that is no UTF-8", async () => {
    const bad = Uint8Array.from([...strToU8(`${line("a")}\n`), 0xff, 10, ...strToU8("x")]);
    expect(placesOf(await check(bad, "answers.jsonl"))).toEqual([
      "2 invalid-utf8",
      "3 invalid-json",
      "missing-item",
    ]);
  });

  it("reads archives file by file, with their meta file", async () => {
    const files = { "1.jsonl": line("b"), "part/2.jsonl": "x", "meta.json": '{"system": ""}' };
    const packed = zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    );
    expect(placesOf(await check(packed, "answers.zip"))).toEqual([
      "part/2.jsonl 1 invalid-json",
      "meta.json invalid-meta",
      "missing-item",
    ]);
  });

  it("names the bad entries of the given archive that names tell, and reads none", async () => {
    const text = readFileSync(new URL("traversal.zip", CASES));
    expect(placesOf(await check(text, "traversal.zip"))).toEqual([
      "../escaped.jsonl climbing-name",
      "/absolute.jsonl absolute-name",
      "a/../../b.jsonl climbing-name",
      "..\\windows.jsonl backslash-name",
      "..\\windows.jsonl climbing-name",
      "C:/drive.jsonl drive-name",
      "answers.jsonl duplicate-name",
      "inner.zip nested",
      "zeros.jsonl ratio",
    ]);
  });

  it("says so where an archive is none, or holds no texts", async () => {
    expect(placesOf(await check("no archive", "answers.zip"))).toEqual(["invalid-archive"]);
    const empty = zipSync({ "meta.json": strToU8('{"system": "one"}') });
    expect(placesOf(await check(empty, "answers.zip"))).toEqual(["no-texts"]);
  });
});
