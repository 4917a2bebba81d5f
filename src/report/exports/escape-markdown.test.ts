import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import { terminalSafe } from "../../text/index.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

const reader = new MarkdownIt({ html: false, linkify: true });

/** What a Markdown reader shows for the only cell of a table, and any markup in it but line breaks. */
function shownInTable(text: string): { readonly text: string; readonly tokens: readonly string[] } {
  const source = `| a |\n| --- |\n| ${escapeMarkdown(text).replaceAll("<br>", "\u2424")} |\n`;
  const inline = reader.parse(source, {}).filter((token) => token.type === "inline");
  const cell = inline[1]?.children ?? [];
  return {
    text: cell
      .map((token) => token.content)
      .join("")
      .replaceAll("\u2424", "\n"),
    tokens: [...new Set(cell.map((token) => token.type))],
  };
}

function asShown(text: string): string {
  return terminalSafe(text.replaceAll("\r\n", "\n"));
}

describe("escapeMarkdown", () => {
  it("escapes what Markdown would take for markup", () => {
    expect(escapeMarkdown("| pipe | and `tick` and [link](http://x.invalid)")).toBe(
      "\\| pipe \\| and \\`tick\\` and \\[link\\](http:\\//x.invalid)",
    );
  });

  it("turns line breaks into <br>, in a table the only way to keep them", () => {
    expect(escapeMarkdown("a\r\nb\nc")).toBe("a<br>b<br>c");
  });

  it("opens no list, number, heading or rule at the beginning of a line", () => {
    expect(["- a", "+ a", "1. a", "2) a", "# a", "---", "* a"].map(escapeMarkdown)).toEqual([
      "\\- a",
      "\\+ a",
      "1\\. a",
      "2\\) a",
      "\\# a",
      "\\---",
      "\\* a",
    ]);
  });

  it.each(reportTraps())("shows the trap of $cell unchanged, and only as text", (trap) => {
    for (const text of [trap.text, trap.userId]) {
      const shown = shownInTable(text);
      expect(shown.text).toBe(asShown(text));
      expect(shown.tokens.filter((type) => type !== "text" && type !== "text_special")).toEqual([]);
    }
  });

  it("shows any text unchanged, and only as text", () => {
    const texts = fc.string({ unit: "grapheme-ascii", maxLength: 40 });
    fc.assert(
      fc.property(texts, (text) => {
        const shown = shownInTable(text);
        expect(shown.text).toBe(asShown(text));
        expect(shown.tokens.every((type) => type.startsWith("text"))).toBe(true);
      }),
    );
  });
});
