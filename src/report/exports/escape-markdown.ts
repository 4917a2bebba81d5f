import { terminalSafe } from "../../text/index.ts";

/**
 * Escapes a text for a line of Markdown, tables and lists included. It shows as it is: no
 * emphasis, link, code, HTML or new table cell comes of it. Line breaks become `<br>`; control
 * characters and direction overrides show as `\u001b`-style escapes.
 *
 * @param text - Text from anyone.
 * @returns Markdown source on one line.
 */
export function escapeMarkdown(text: string): string {
  const shown = terminalSafe(text.replaceAll("\r\n", "\n")).replace(/\p{Cs}/gu, "\ufffd");
  return (
    shown
      .replace(/[\\`*_{}[\]<>|&~$#^!]/g, "\\$&")
      .replace(/(?<=:)\/(?=\/)|(?<=\bwww)\./gi, "\\$&")
      // At the beginning of a line these would open a list or a heading.
      .replace(/^(\d*)([-+=.)])/, "$1\\$2")
      .replaceAll("\t", "&#9;")
      .replace(/^ | $|(?<= ) /g, "&#32;")
      .replaceAll("\n", "<br>")
  );
}
