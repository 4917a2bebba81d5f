import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomStream } from "../../src/foundation/index.ts";
import { killAtRandom, killCount, killTimeoutMs } from "./kills.ts";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

interface ExportJson {
  readonly exports: Readonly<Record<string, string>>;
  readonly failures: readonly {
    readonly format: string;
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
  }[];
}

const FORMATS = ["md", "html", "docx", "epub", "pdf"] as const;
const ALL = ["--format", FORMATS.join(",")];
const CHINESE_FONT = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf",
);
const KILLS = killCount(8);
const folders: string[] = [];

async function written(brief: readonly string[]): Promise<{ cwd: string; run: string }> {
  const cwd = newFolder("write-export");
  folders.push(cwd);
  writeFileSync(join(cwd, "brief.yaml"), [...brief, "kind: story", "model: fake"].join("\n"));
  const { code, json } = await longhandJson<{ run: string }>(["write", "brief.yaml"], { cwd });
  expect(code).toBe(0);
  return { cwd, run: json.run };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("longhand writing export of a text that the shipped fonts lack letters for", () => {
  let cwd = "";
  let run = "";
  beforeAll(async () => {
    ({ cwd, run } = await written([
      "goal: Tell of the keeper Wang and the sea.",
      "title: 灯塔 of the harbour",
      "author: 王小明",
      "language: en",
      "length: { words: 400 }",
    ]));
  }, 120_000);

  it("writes every other format, names the one that failed and why, and ends with code 3", async () => {
    const { code, json } = await longhandJson<ExportJson>(["writing", "export", run, ...ALL], {
      cwd,
    });
    expect(code).toBe(3);
    expect(Object.keys(json.exports)).toEqual(["md", "html", "docx", "epub"]);
    for (const path of Object.values(json.exports)) expect(existsSync(path)).toBe(true);
    const [failure, ...others] = json.failures;
    expect(others).toEqual([]);
    expect(failure).toMatchObject({
      format: "pdf",
      code: "missing-glyph",
      message: expect.stringMatching(/^pdf: PDF: no font has the character 灯 .*小.*明/u),
      hint: expect.stringContaining("--font FILE"),
    });
    const files = readdirSync(join(cwd, "runs", run, "exports")).sort();
    expect(files).toEqual(["document.docx", "document.epub", "document.html", "document.md"]);
    const { stdout } = await longhand(["writing", "export", run, ...ALL], { cwd });
    expect(stdout).toMatch(/^pdf: PDF: no font has .* Name a font that has them: --font FILE/m);
  }, 120_000);

  it("writes it with a font that has them", async () => {
    const args = ["writing", "export", run, ...ALL, "--font", CHINESE_FONT];
    const { code, json } = await longhandJson<ExportJson>(args, { cwd });
    expect([code, json.failures]).toEqual([0, []]);
    expect(readFileSync(json.exports["pdf"] ?? "").toString("latin1")).toContain("ZCOOLXiaoWei");
  }, 120_000);

  it("keeps the others where a format has no place to go, or the font is none", async () => {
    writeFileSync(join(cwd, "notes.ttf"), "no font at all");
    const broken = ["writing", "export", run, "--format", "pdf,md", "--font", "notes.ttf"];
    const { code, json } = await longhandJson<ExportJson>(broken, { cwd });
    expect([code, Object.keys(json.exports)]).toEqual([3, ["md"]]);
    expect(json.failures[0]).toMatchObject({ format: "pdf", code: "invalid-font" });
    const absent = ["writing", "export", run, "--format", "pdf,md", "--font", "absent.ttf"];
    const { code: none, stderr } = await longhand(absent, { cwd });
    expect([none, stderr]).toEqual([2, expect.stringContaining("absent.ttf")]);
    writeFileSync(join(cwd, "book"), "a file where the folder should be");
    const nowhere = await longhandJson<{ readonly error: { readonly code: string } }>(
      ["writing", "export", run, "--format", "epub,md", "--out", "book"],
      { cwd },
    );
    expect([nowhere.code, nowhere.json.error.code]).toEqual([2, "not-writable"]);
  }, 120_000);
});

describe("longhand writing export, with kills", () => {
  let cwd = "";
  let args: string[] = [];
  const filesIn = (folder: string): Map<string, string> => {
    const paths = FORMATS.map(
      (format) => [format, join(cwd, folder, `document.${format}`)] as const,
    );
    return new Map(
      paths
        .filter(([, path]) => existsSync(path))
        .map(([format, path]) => [format, readFileSync(path).toString("base64")]),
    );
  };

  beforeAll(async () => {
    const { run, ...place } = await written([
      "goal: Tell how a keeper and her daughter save a ferry in a storm.",
      "title: The lamp",
      "length: { words: 2000 }",
    ]);
    cwd = place.cwd;
    args = ["writing", "export", run, ...ALL];
    const { code } = await longhand([...args, "--out", "whole"], { cwd });
    expect([code, filesIn("whole").size]).toEqual([0, FORMATS.length]);
  }, 240_000);

  it(
    "leaves each file whole or not at all, and writes all of them the next time",
    async () => {
      const whole = filesIn("whole");
      const random = randomStream(6, "kill-moments", "export");
      let hits = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const out = ["--out", `killed-${kill}`];
        const options = { cwd, random, latestMs: 2500, early: 1 };
        hits += (await killAtRandom([...args, ...out], options)) ? 1 : 0;
        for (const [format, bytes] of filesIn(`killed-${kill}`)) {
          expect([format, bytes === whole.get(format)]).toEqual([format, true]);
        }
      }
      expect(hits).toBeGreaterThan(0);
      const { code } = await longhand([...args, "--out", "killed-0"], { cwd });
      expect([code, filesIn("killed-0")]).toEqual([0, whole]);
    },
    killTimeoutMs(KILLS),
  );
});
