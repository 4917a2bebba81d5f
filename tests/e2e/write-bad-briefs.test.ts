import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

interface ErrorJson {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

const folders: string[] = [];

/** A folder with a brief whose fake model writes down every call that it gets. */
function workplace(brief: string, settings = ""): string {
  const cwd = newFolder("bad-brief");
  folders.push(cwd);
  const model = `model: fake\nmodelSettings: { callLog: calls.jsonl${settings} }\n`;
  writeFileSync(join(cwd, "brief.yaml"), `${brief}\n${model}`);
  return cwd;
}

/** Texts of one author, as a corpus. */
function corpus(cwd: string, texts: readonly string[]): void {
  const lines = texts.map((text, index) =>
    JSON.stringify({ id: `t${index}`, author: "ann", text, date: `2020-01-0${index + 1}` }),
  );
  writeFileSync(join(cwd, "corpus.jsonl"), `${lines.join("\n")}\n`);
}

const GERMAN =
  "Der Hafen war an diesem Morgen leer, und die Boote lagen noch unter dem Schnee. Wir haben lange auf die Fähre gewartet, aber sie ist nicht gekommen. ";
const ENGLISH =
  "The harbour was empty on that morning, and the boats were still under the snow. We waited for the ferry for a long time, but it did not come. ";
const PROFILE =
  "goal: Tell of the harbour and of the people in it.\nprofile: { corpus: corpus.jsonl, author: ann }";

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("a brief that cannot be written", () => {
  it.each([
    ["no goal", "kind: story", "goal: is required"],
    ["an empty goal", "goal: ' '", "goal: must say what the text must do"],
    ["a length below the least", "goal: x\nlength: { words: 199 }", "200 to 200,000 words"],
    ["a length above the most", "goal: x\nlength: { words: 200001 }", "200 to 200,000 words"],
    [
      "mentions that the length has no room for",
      `goal: x\nlength: { words: 200 }\nmust: [${Array.from({ length: 7 }, (_, index) => `{ text: w${index} }`).join(", ")}]`,
      "the items need 140 words, more than 60 % of the document's 200",
    ],
    [
      "facts that disagree",
      "goal: x\nfacts: [{ subject: Ann, attribute: age, value: 40 }, { subject: ann, attribute: age, value: 41 }]",
      '"ann, age: 41" contradicts "Ann, age: 40"',
    ],
    ["an unknown kind", "goal: x\nkind: opera", "kind: unknown value opera"],
    ["an unknown strategy", "goal: x\nstrategy: forest", "strategy: unknown value forest"],
    [
      "a number in quotation marks",
      'goal: x\nlength: { words: "300" }',
      "length.words: must be a whole number, got 300 in quotation marks: remove them.",
    ],
    [
      "settings that no such model has",
      "goal: x\nmodels: { planner: { model: fake, settings: { delay: 3 } } }",
      'unknown key "delay"',
    ],
    ["an unknown key", "goal: x\nlenght: { words: 300 }", "lenght"],
  ])("%s: an error with file and line, exit 2, no call", async (_, brief, message) => {
    const cwd = workplace(brief);
    const { code, json } = await longhandJson<ErrorJson>(["write", "brief.yaml", "--yes"], { cwd });
    expect([code, json.error.code]).toEqual([2, "invalid-brief"]);
    expect(json.error.message).toContain(message);
    expect(json.error.message).toMatch(/brief\.yaml:\d+:\d+: /);
    expect(existsSync(join(cwd, "calls.jsonl"))).toBe(false);
    expect(existsSync(join(cwd, "runs"))).toBe(false);
  });

  it("an author without documents: an error that names the corpus, no call", async () => {
    const cwd = workplace(PROFILE.replace("author: ann", "author: anne"));
    corpus(cwd, [ENGLISH]);
    const { code, json } = await longhandJson<ErrorJson>(["write", "brief.yaml", "--yes"], { cwd });
    expect([code, json.error.code]).toEqual([2, "unknown-author"]);
    expect(json.error.message).toContain("holds no document by anne");
    expect(json.error.hint).toContain("Did you mean ann?");
    expect(existsSync(join(cwd, "calls.jsonl"))).toBe(false);
  });

  it.each(["tree", "chapters", "rolling", "outline"])(
    "a window too small for the parts that are never cut, %s: needed, available, largest part, no call",
    async (strategy) => {
      const goal = `goal: ${"Tell of the harbour and of everybody in it. ".repeat(20).trim()}`;
      const cwd = workplace(
        `${goal}\nstrategy: ${strategy}\nlength: { words: 1000 }`,
        ", contextTokens: 330",
      );
      const { code, json } = await longhandJson<ErrorJson>(["write", "brief.yaml", "--yes"], {
        cwd,
      });
      expect(code).toBe(2);
      expect(json.error.code).toBe("context-too-small");
      expect(json.error.message).toMatch(
        /takes \d+ tokens, but the model's context leaves \d+ for it; the largest piece is "\w+"/,
      );
      expect(existsSync(join(cwd, "calls.jsonl"))).toBe(false);
      expect(existsSync(join(cwd, "runs"))).toBe(false);
    },
  );
});

describe("a profile that says little", () => {
  it("fewer than 3 texts or 3,000 words: a warning, and the document is written", async () => {
    const cwd = workplace(`${PROFILE}\nlength: { words: 200 }`);
    corpus(cwd, [ENGLISH, ENGLISH]);
    const { code, stderr } = await longhand(["write", "brief.yaml", "--yes"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /The profile of ann has 2 texts with \d+ words: fewer than 3 texts or 3,000 words say little about a style\./,
    );
  });

  it("in another language than the document: a warning, and none of it in a prompt", async () => {
    const cwd = workplace(`${PROFILE}\nlength: { words: 200 }`);
    corpus(cwd, [GERMAN.repeat(50), GERMAN.repeat(50), GERMAN.repeat(50)]);
    const { code, stderr, stdout } = await longhand(["write", "brief.yaml", "--yes", "--json"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "The profile of ann is in German, the document in English: no passages are shown as examples of style.",
    );
    expect(stderr).not.toContain("say little about a style");
    const { exports } = JSON.parse(stdout) as { readonly exports: { readonly md: string } };
    expect(exports.md).toContain("document.md");
  });
});
