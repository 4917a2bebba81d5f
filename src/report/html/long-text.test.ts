import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { beginning, longText } from "./long-text.ts";

function read(text: string): { readonly shown: string; readonly folds: readonly string[] } {
  const { document } = parseHTML(
    `<!doctype html><html><body>${longText(text).source}</body></html>`,
  );
  const blocks = [...document.querySelectorAll(".text")].map((block) => block.textContent ?? "");
  const folds = [...document.querySelectorAll("summary")].map((fold) => fold.textContent ?? "");
  return { shown: blocks.join(""), folds };
}

describe("longText", () => {
  it("shows a short text whole", () => {
    expect(read("a\n b ")).toEqual({ shown: "a\n b ", folds: [] });
  });

  it("folds a long text away after its beginning and leaves nothing out", () => {
    const text = "word ".repeat(1000);
    // The last space within 1,200 characters ends the 240th word.
    expect(read(text)).toEqual({ shown: text, folds: ["3,800 more characters"] });
  });

  it("splits no character where there are no spaces", () => {
    const text = `x${"𝒳".repeat(2000)}`;
    expect(read(text).shown).toBe(text);
  });

  it("folds a huge text without trouble", () => {
    const text = "y".repeat(5_000_000);
    expect(read(text).shown).toHaveLength(5_000_000);
  });
});

describe("beginning", () => {
  it("collapses white space and cuts between characters", () => {
    expect(beginning(" a\n b ", 10)).toBe("a b");
    expect(beginning("𝒳𝒳𝒳", 2)).toBe("𝒳𝒳…");
    expect(beginning(`${" ".repeat(100)}a`, 4)).toBe("…");
  });
});
