import { pythonWords } from "../../text/index.ts";

/** How BLEU cuts words. */
export type BleuTokenizer = "13a" | "intl" | "char" | "none";

/**
 * Cuts a text into words as sacreBLEU does.
 *
 * @param text - The text, already without white space at its end.
 * @param tokenizer - `13a`: marks are words, except inside numbers; `intl`: all Unicode punctuation
 *   and symbols; `char`: each character; `none`: white space alone.
 * @returns The words.
 */
export function bleuWords(text: string, tokenizer: BleuTokenizer): string[] {
  switch (tokenizer) {
    case "13a":
      return pythonWords(spaced13a(text));
    case "intl":
      return pythonWords(spacedIntl(text));
    case "char":
      return [...text].filter((character) => pythonWords(character).length > 0);
    case "none":
      return pythonWords(text);
  }
}

const ENTITIES = [
  ["&quot;", '"'],
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
] as const;

function spaced13a(text: string): string {
  let line = text.replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " ");
  if (line.includes("&")) {
    // One after the other, so that &amp;lt; becomes a bracket.
    for (const [entity, character] of ENTITIES) line = line.replaceAll(entity, character);
  }
  return ` ${line} `
    .replace(/[{-~[-` -&(-+:-@/]/g, " $& ")
    .replace(/([^0-9])([.,])/g, "$1 $2 ")
    .replace(/([.,])([^0-9])/g, " $1 $2")
    .replace(/([0-9])(-)/g, "$1 $2 ");
}

function spacedIntl(text: string): string {
  return text
    .replace(/(\P{N})(\p{P})/gu, "$1 $2 ")
    .replace(/(\p{P})(\P{N})/gu, " $1 $2")
    .replace(/\p{S}/gu, " $& ");
}
