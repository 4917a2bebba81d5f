// Words are Python's. Splitting in SQL is slow (35 MB/s), counting in JavaScript middling (150 MB/s on
// one thread), an automaton that stops at the n-th word fast (800 MB/s): so rules ask "at least n?"
// where they can, and count only where they must.
const SPACE =
  "\\t-\\r\\x{1c}-\\x{20}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
const OTHER_SPACE =
  "\\t-\\r\\x{1c}-\\x{1f}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";

/** A text with other than single spaces between its words. */
const ODD_SPACES = `[${OTHER_SPACE}]|  |^ | $|^$`;

/** White space that is not one space between two words: with another kind in it, or two or more. */
const SPACE_RUNS = ` *[${OTHER_SPACE}][${SPACE}]*| {2,}`;

/** Characters that another Unicode form may have otherwise; all before them are the same in NFC. */
const COMPOSED = "[^\\x00-\\x{2ff}]";

/** Larger automata cost more than counting. */
const MAX_COUNTED_BY_PATTERN = 250;

/** SQL for "has at least so many words". */
export function hasWords(column: string, least: number): string {
  if (least <= 0) return "true";
  if (least > MAX_COUNTED_BY_PATTERN) return `${wordCount(column)} >= ${least}`;
  const before = least === 1 ? "" : `(?:[^${SPACE}]+[${SPACE}]+){${least - 1}}`;
  const matches = `regexp_matches(${column}, '^[${SPACE}]*${before}[^${SPACE}]')`;
  // So many words have at least as many bytes, and spaces between them.
  return least === 1 ? matches : `(strlen(${column}) >= ${leastBytes(least)} AND ${matches})`;
}

function leastBytes(words: number): number {
  return 2 * words - 1;
}

/** SQL for the number of words. */
export function wordCount(column: string): string {
  return `(CASE WHEN NOT regexp_matches(${column}, '${ODD_SPACES}')
    THEN strlen(${column}) - strlen(replace(${column}, ' ', '')) + 1
    ELSE len(list_filter(regexp_split_to_array(${column}, '[${SPACE}]+'), lambda word: word <> '')) END)`;
}

/** Bounds that part most summaries from their texts. */
const USUAL_BOUNDS: readonly number[] = [21, 11, 6];

/** SQL for "has more words than"; counts only where a pattern cannot tell. */
export function hasMoreWords(column: string, other: string): string {
  const clear = USUAL_BOUNDS.map(
    (bound) => `WHEN NOT ${hasWords(other, bound)} AND ${hasWords(column, bound)} THEN true`,
  );
  return `(CASE ${clear.join(" ")} ELSE ${wordCount(column)} > ${wordCount(other)} END)`;
}

/** SQL for the hash of a text as texts are compared: Unicode form NFC, single spaces. */
export function textDigest(column: string): string {
  const composed = `CASE WHEN strlen(${column}) > length(${column})
    AND regexp_matches(${column}, '${COMPOSED}') THEN nfc_normalize(${column}) ELSE ${column} END`;
  const spaced = `regexp_replace(${composed}, '${SPACE_RUNS}', ' ', 'g')`;
  // Trimming goes through all characters, and hardly any text needs it.
  return `list_transform([${spaced}], lambda spaced: md5_number(
    CASE WHEN starts_with(spaced, ' ') OR ends_with(spaced, ' ') THEN trim(spaced, ' ') ELSE spaced END))[1]`;
}

/** SQL for a value that orders rows at random, the same for the same keys. */
export function drawKey(seed: number, purpose: string, ...columns: readonly string[]): string {
  return `md5(concat_ws(chr(31), '${seed}', '${purpose}', ${columns.join(", ")}))`;
}
