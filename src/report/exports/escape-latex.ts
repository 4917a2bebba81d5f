import { terminalSafe } from "../../text/index.ts";

/** Characters that mean something to LaTeX, or that its fonts draw otherwise. */
const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  _: "\\_",
  "%": "\\%",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "'": "\\textquotesingle{}",
  "`": "\\textasciigrave{}",
};

/**
 * Escapes a text for a cell of a LaTeX table. It shows as it is and runs no command. Several lines
 * become a `\shortstack`; control characters and direction overrides show as `\u001b`-style escapes.
 * Needs `\usepackage[T1]{fontenc}`; other scripts than Latin need XeLaTeX or LuaLaTeX and a font.
 *
 * @param text - Text from anyone.
 * @returns LaTeX source on one line.
 */
export function escapeLatex(text: string): string {
  const shown = terminalSafe(text.replaceAll("\r\n", "\n")).replace(/\p{Cs}/gu, "\ufffd");
  const lines = shown.split("\n").map(escapeLine);
  return lines.length === 1 ? (lines[0] ?? "") : `\\shortstack[l]{${lines.join("\\\\{}")}}`;
}

function escapeLine(line: string): string {
  return (
    line
      .replace(/[\\{}$&#_%~^<>|"'`]/g, (character) => SPECIAL[character] ?? character)
      // -- would become a dash, ,, a quotation mark.
      .replace(/([-,])(?=\1)/g, "$1{}")
      // After the \\ of the line before, a bracket or a star would be read as its argument.
      .replace(/^(?=[[*])/, "{}")
      .replaceAll("\t", "\\quad{}")
      .replace(/^ | $|(?<= ) /g, "\\ ")
  );
}
