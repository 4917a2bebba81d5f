import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SubmissionRules } from "../../records/index.ts";
import { kindOf } from "./challenge-verbs.ts";
import { checkUpload } from "./check-upload.ts";
import { takeIn } from "./intake.ts";

const RULES: Omit<SubmissionRules, "countWords"> = {
  itemIds: ["a", "b"],
  minWords: 0,
  rules: { empty: "reject", belowMinWords: "accept", aboveMaxWords: "reject" },
};
const TRAVERSAL = new URL("../../../tests/cases/leaderboard/traversal.zip", import.meta.url);
const line = (promptId: string, text = "some words"): string => JSON.stringify({ promptId, text });

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-intake-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function zip(name: string, entries: Record<string, string>): string {
  const files = Object.entries(entries).map(([entry, text]) => [entry, strToU8(text)] as const);
  return file(name, zipSync(Object.fromEntries(files)));
}

async function codesOf(path: string): Promise<string[]> {
  const { problems } = await takeIn({ path, kind: await kindOf(path), rules: RULES });
  return problems.map(({ code }) => code);
}

describe("takeIn", () => {
  it("names every bad entry of the given archive and reads none", async () => {
    const path = file("traversal.zip", readFileSync(TRAVERSAL));
    const out = join(folder, "traversal.jsonl");
    const result = await takeIn({ path, kind: "zip", rules: RULES, out });
    expect(result.problems.map(({ file: name, code }) => `${name} ${code}`)).toEqual([
      "../escaped.jsonl climbing-name",
      "/absolute.jsonl absolute-name",
      "a/../../b.jsonl climbing-name",
      "..\\windows.jsonl backslash-name",
      "..\\windows.jsonl climbing-name",
      "C:/drive.jsonl drive-name",
      "link.jsonl link",
      "answers.jsonl duplicate-name",
      "inner.zip nested",
      "zeros.jsonl ratio",
    ]);
    expect(() => readFileSync(out)).toThrow(/ENOENT/);
  });

  it("reads archives file by file, with their meta file, and writes the texts in one form", async () => {
    const meta = JSON.stringify({ system: "one", declaration: { models: "none" } });
    const path = zip("good.zip", {
      "part/1.jsonl": line("b", "two words"),
      "2.jsonl": `${line("a", "one")}\r\n`,
      "meta.json": meta,
      "__MACOSX/._2.jsonl": "x",
    });
    const out = join(folder, "good.jsonl");
    const result = await takeIn({ path, kind: "zip", rules: RULES, out });
    expect(result).toMatchObject({ accepted: true, items: 2, meta: JSON.parse(meta) });
    expect(readFileSync(out, "utf8")).toBe(
      '{"itemId":"b","text":"two words","words":2}\n{"itemId":"a","text":"one","words":1}\n',
    );
  });

  it("refuses too many entries, no texts, a damaged archive and a bad meta file", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.jsonl`, ""]));
    expect(await codesOf(zip("many.zip", many))).toEqual(["too-many-entries"]);
    expect(await codesOf(zip("none.zip", { "meta.json": "{}" }))).toEqual(["no-texts"]);
    const whole = zipSync({ "a.jsonl": strToU8(line("a")) });
    expect(await codesOf(file("cut.zip", whole.subarray(0, 40)))).toEqual(["invalid-archive"]);
    const meta = { "meta.json": "{}", "a.jsonl": `${line("a")}\n${line("b")}` };
    expect(await codesOf(zip("meta.zip", meta))).toEqual(["invalid-meta"]);
  });

  it("finds an entry that unpacks to more than its directory says", async () => {
    const bytes = zipSync({ "a.jsonl": strToU8(`${line("a")}\n`.repeat(50)) });
    // The size in the central directory, 24 bytes behind its mark.
    const mark = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(mark + 24, 30, true);
    expect(await codesOf(file("lie.zip", bytes))).toContain("damaged-entry");
  });

  it("lists lines that are no UTF-8 or too long, and goes on", async () => {
    const long = Buffer.alloc(9 * 1_048_576, 0x20);
    const content = Buffer.concat([
      Buffer.from([0x22, 0xff, 10]),
      long,
      Buffer.from(`\n${line("a")}\n${line("b")}`),
    ]);
    expect(await codesOf(file("odd.jsonl", content))).toEqual(["invalid-utf8", "line-too-long"]);
  });
});

describe("checkUpload", () => {
  it("checks in a thread of its own", async () => {
    const path = file("plain.jsonl", `${line("a")}\n${line("b")}\n`);
    expect(await checkUpload({ path, kind: "jsonl", rules: RULES })).toMatchObject({
      accepted: true,
      items: 2,
    });
  }, 60_000);

  it("refuses what takes too long or too much memory", async () => {
    const path = file("slow.jsonl", `${line("a")}\n`);
    const slow = await checkUpload({ path, kind: "jsonl", rules: RULES }, { timeoutMs: 1 });
    expect(slow.problems).toMatchObject([{ code: "check-too-slow" }]);
    const bad = file("many.jsonl", "x\n".repeat(200_000));
    const large = await checkUpload({ path: bad, kind: "jsonl", rules: RULES }, { heapMb: 8 });
    expect(large.problems).toMatchObject([{ code: "check-too-large" }]);
  }, 60_000);
});
