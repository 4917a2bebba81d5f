import type { Manuscript } from "./manuscript.ts";

const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/**
 * Leaves out what no file format can show: control characters, halves of characters, marks that turn the
 * direction of writing. Line ends and tabs in headings become spaces.
 *
 * @param manuscript - A document.
 * @returns The document as it is exported: the same text in every format.
 */
export function printable(manuscript: Manuscript): Manuscript {
  const { title, author, notes } = manuscript;
  return {
    ...manuscript,
    ...(title === undefined ? {} : { title: oneLine(title) }),
    ...(author === undefined ? {} : { author: oneLine(author) }),
    ...(notes === undefined ? {} : { notes: notes.map(oneLine) }),
    blocks: manuscript.blocks.map((block) => {
      if (block.kind === "missing") return { ...block, reason: oneLine(block.reason) };
      return { ...block, text: oneLine(block.text) };
    }),
  };
}

/** Paragraphs have no line ends either: a Markdown reader would take what follows for something else. */
function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, "").replace(/\s+/g, " ").trim();
}
