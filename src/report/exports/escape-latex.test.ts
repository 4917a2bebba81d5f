import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import { escapeLatex } from "./escape-latex.ts";

/** What LaTeX would read as something else than a letter: a special character that is not escaped. */
const COMMANDS =
  /\\(?:text(?:backslash|ascii(?:tilde|circum|grave)|less|greater|bar|quotedbl|quotesingle)|quad|shortstack\[l\])\b|\\[{}$&#_% \\]/g;

function bareSpecials(source: string): string[] {
  const rest = source.replace(COMMANDS, "").replaceAll("\\shortstack[l]", "");
  return rest.match(/[\\$&#_%~^<>|"'`]/g) ?? [];
}

describe("escapeLatex", () => {
  it("writes each special character as the command that prints it", () => {
    expect(escapeLatex("50% of $x_1 & y~z \\ {a}^2 #1 <b>")).toBe(
      "50\\% of \\$x\\_1 \\& y\\textasciitilde{}z \\textbackslash{} \\{a\\}\\textasciicircum{}2 \\#1 \\textless{}b\\textgreater{}",
    );
  });

  it("keeps hyphens apart that would become a dash, and commas that would become a quote", () => {
    expect(escapeLatex("bm25-k4--plain---x,,")).toBe("bm25-k4-{}-plain-{}-{}-x,{},");
  });

  it("guards a bracket or a star at the beginning, where a line break would take it", () => {
    expect(escapeLatex("[1] x")).toBe("{}[1] x");
    expect(escapeLatex("a\n*b")).toBe("\\shortstack[l]{a\\\\{}{}*b}");
  });

  it("keeps white space that LaTeX would swallow", () => {
    expect(escapeLatex(" a  b\tc ")).toBe("\\ a \\ b\\quad{}c\\ ");
  });

  it("shows control characters and direction overrides instead of writing them", () => {
    expect(escapeLatex("\u001b[31m")).toBe("\\textbackslash{}u001b[31m");
    expect(escapeLatex("\u202eevil")).toBe("\\textbackslash{}u202eevil");
    expect(escapeLatex("\ud800")).toBe("\ufffd");
  });

  it.each(reportTraps())("leaves nothing for LaTeX to run in the trap of $cell", (trap) => {
    expect(bareSpecials(escapeLatex(trap.text))).toEqual([]);
    expect(bareSpecials(escapeLatex(trap.userId))).toEqual([]);
  });

  it("leaves nothing for LaTeX to run in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(bareSpecials(escapeLatex(text))).toEqual([]);
      }),
    );
  });
});
