import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

interface Trap {
  readonly name: string;
  readonly input: string;
  readonly passages: readonly Readonly<Record<string, string>>[];
  readonly expectedGpt: string;
  readonly expectedLlama: string;
}

const cwd = newFolder("prompts");
const env = { LONGHAND_HOME: join(cwd, "home") };
const traps = readFileSync("tests/cases/prompt/template-traps.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Trap);

// Under longlamp-paper, recency gives the last items of the profile as stored, newest first.
const rows = traps.map(({ input, passages }, at) => ({
  author: `author-${at}`,
  input,
  output: "something else",
  profile: passages.toReversed().map((passage, item) => ({
    author: `author-${at}`,
    id: `${at}-${item}`,
    ...passage,
  })),
}));
const dataset = join(cwd, "traps.jsonl");
writeFileSync(dataset, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);

async function rendered(at: number, family: "gpt" | "llama"): Promise<string> {
  const ids = await exampleIds;
  const { json } = await longhandJson<{ text: string }>(
    [
      ...["prompt", "render", dataset, "--profile", "longlamp-paper", "--retriever", "recency"],
      ...["--k", "9", "--family", family, "--example", ids[at] as string],
    ],
    { cwd, env },
  );
  return json.text;
}

/** Released rows have no ids of their own: the retrieval of each example tells them. */
const exampleIds: Promise<string[]> = (async () => {
  const { openDataset } = await import("../../src/dataset/index.ts");
  const { entries } = await openDataset(dataset, { split: "test" });
  return entries.map(({ id }) => id);
})();

describe("longhand prompt render", () => {
  it.each(traps.map(({ name }, at) => ({ name, at })))(
    "is byte equal to the paper's template on the trap $name",
    async ({ at }) => {
      expect(await rendered(at, "gpt")).toBe(traps[at]?.expectedGpt);
      expect(await rendered(at, "llama")).toBe(traps[at]?.expectedLlama);
    },
  );

  it("shows what is asked for a summary and a style, and the prompt made of the answers", async () => {
    const { json } = await longhandJson<{
      text: string;
      side: { stage: string; text: string }[];
      sideModel: string;
    }>(["prompt", "render", dataset, "--mode", "both", "--k", "1"], { cwd, env });
    expect(json.side.map(({ stage }) => stage)).toEqual(["summary", "style"]);
    expect(json.sideModel).toBe("fake");
    const [summary, style] = json.side;
    expect(json.text).toContain(`is a summary for "${summary?.text}" `);
    expect(json.text).toContain(JSON.stringify(style?.text));
  });

  it("lists, shows and copies side templates; a copy can be used and a wrong one is refused", async () => {
    const file = join(cwd, "mine.yaml");
    await longhand(["prompt", "templates", "copy", "summary/v1", "--out", file], { cwd, env });
    const { stdout } = await longhand(["prompt", "templates", "show", "summary/v1"], { cwd, env });
    expect(readFileSync(file, "utf8")).toBe(stdout);
    writeFileSync(file, stdout.replace("{text}", "{txt}"));
    const refused = await longhandJson<{ error: { code: string; message: string } }>(
      ["prompt", "render", dataset, "--mode", "summary", "--summary-template", file],
      { cwd, env },
    );
    expect(refused.code).toBe(2);
    expect(refused.json.error).toMatchObject({
      code: "invalid-template",
      message:
        "The template summary/v1: prompt must hold {text} once and no other slot; it holds {txt}.",
    });
  });
});
