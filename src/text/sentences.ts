// A run of end marks with the quotes and brackets that close after it.
const END = /(?:[.!?…]+|[。！？｡]+)["'”’»)\]}」』]*/gu;
const CJK_END = /^[。！？｡]/u;
const LOWER_CASE = /^\p{Ll}/u;
// The word that ends at a full stop: letters with the dots inside, as in U.S or e.g
const LAST_WORD = /[\p{L}\p{M}][\p{L}\p{M}.]*$/u;
const SPACE = /\s*/y;

/** Words before a full stop that does not end a sentence. More of them only means fewer ends. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "mr mrs ms messrs dr prof rev gen col capt lt sgt maj adm gov sen rep hon pres st jr sr mt ft " +
    "no nos vs cf al fig figs eq sec art vol pp approx inc ltd co corp dept est " +
    "jan feb mar apr jun jul aug sep sept oct nov dec"
  ).split(" "),
);

/**
 * Splits a text into sentences, without a model: at `.`, `!`, `?` or `…` before white space, unless a
 * lower-case letter follows or an abbreviation, an initial or a dotted short form (`U.S.`) precedes;
 * and after every `。`, `！` or `？`. When in doubt it does not split. Joined, the pieces give the text.
 *
 * @param text - Any text; line breaks count as white space.
 * @returns The sentences in order, each with the white space that follows it.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(END)) {
    const next = startOfNext({ text, mark, index, from });
    if (next === undefined) continue;
    sentences.push(text.slice(from, next));
    from = next;
  }
  if (from < text.length) sentences.push(text.slice(from));
  return sentences;
}

interface EndMark {
  readonly text: string;
  readonly mark: string;
  readonly index: number;
  readonly from: number;
}

/** Where the sentence after an end mark begins; `undefined` if the mark ends none. */
function startOfNext({ text, mark, index, from }: EndMark): number | undefined {
  const markEnd = index + mark.length;
  SPACE.lastIndex = markEnd;
  const next = markEnd + (SPACE.exec(text)?.[0].length ?? 0);
  if (CJK_END.test(mark)) return next;
  if (next === markEnd || LOWER_CASE.test(text.slice(next, next + 2))) return undefined;
  // An abbreviation is short: no need to look at the whole sentence.
  const before = text.slice(Math.max(from, index - 24), index);
  return mark === "." && isShortForm(before) ? undefined : next;
}

function isShortForm(before: string): boolean {
  const word = LAST_WORD.exec(before)?.[0] ?? "";
  const isInitial = /^\p{Lu}$/u.test(word) && word !== "I";
  return isInitial || word.includes(".") || ABBREVIATIONS.has(word.toLowerCase());
}
