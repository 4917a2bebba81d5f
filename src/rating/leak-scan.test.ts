import { describe, expect, it } from "vitest";
import { maskLeaks, scanLeaks } from "./leak-scan.ts";

function found(words: string, names: readonly string[] = []): string[] {
  return scanLeaks({ texts: [{ text: "t", words }], names }).map(
    ({ kind, match }) => `${kind}: ${match}`,
  );
}

describe("scanLeaks", () => {
  it.each([
    [
      "As an AI language model, I cannot have feelings.",
      "assistant-phrase: As an AI language model",
    ],
    ["I'm sorry, but I can't help with that.", "refusal: I'm sorry, but I can't"],
    ["I cannot fulfill this request.", "refusal: I cannot fulfill"],
    ["She asked ChatGPT about it.", "model: ChatGPT"],
    ["made with GPT-4o and Qwen", "model: GPT-4o"],
    ["[INST] Write on [/INST]", "prompt-residue: [INST]"],
    ["User: go on", "prompt-residue: User:"],
    ["<|im_start|>assistant", "prompt-residue: <|im_start|>"],
    ["Sure, here is the rest.", "assistant-phrase: Sure, here is"],
    ["He was **bold**.", "markup: **bold**"],
  ])("finds the trace in %j", (words, finding) => {
    expect(found(words)).toContain(finding);
  });

  it("finds names in any case, with other signs between their words, and not inside words", () => {
    expect(found("the TREE writer, treewriter; Tree_Writer", ["tree-writer"])).toEqual([
      "name: TREE writer",
      "name: treewriter",
      "name: Tree_Writer",
    ]);
    expect(found("Streets of Annabel", ["tree", "anna", "x"])).toEqual([]);
  });

  it("finds nothing in plain prose", () => {
    const prose =
      "I am sorry, but the user of the well is gone. Here is your hat, said the assistant at the counter. " +
      "She gave the response at once; the system failed. It was a bold, claudicant gait.";
    expect(found(prose, ["Team Five", "s1"])).toEqual([]);
  });

  it("gives each finding an id that stays, its place and the words around it", () => {
    const words = `${"a ".repeat(50)}OpenAI${" b".repeat(50)}`;
    const [finding] = scanLeaks({ texts: [{ text: "t", words }], names: [] });
    expect(finding).toMatchObject({ id: "t:model:100", start: 100, match: "OpenAI" });
    expect(finding?.excerpt).toHaveLength(126);
  });

  it("treats names as words, not as patterns", () => {
    expect(found("a.b and acb", ["a.b"])).toEqual(["name: a.b"]);
    expect(found("what (now", ["(now"])).toEqual(["name: (now"]);
  });
});

describe("maskLeaks", () => {
  it("hides traces, overlapping ones as one", () => {
    expect(
      maskLeaks("by OpenAI GPT-4 today", [
        { start: 10, match: "GPT-4" },
        { start: 3, match: "OpenAI" },
        { start: 3, match: "OpenAI GPT" },
      ]),
    ).toBe("by […] today");
    expect(maskLeaks("clean", [])).toBe("clean");
  });
});
