// Words are Python's. Splitting in SQL is slow (35 MB/s), counting in JavaScript middling (150 MB/s on
// one thread), an automaton that stops at the n-th word fast (800 MB/s): so rules ask "at least n?"
// where they can, and count only where they must.
const SPACE =
  "\\t-\\r\\x{1c}-\\x{20}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
const OTHER_SPACE =
  "\\t-\\r\\x{1c}-\\x{1f}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";

/** A text with other than single spaces between its words. */
const ODD_SPACES = `[${OTHER_SPACE}]|  |^ | $|^$`;

/** Larger automata cost more than counting. */
const MAX_COUNTED_BY_PATTERN = 250;

/** SQL for "has at least so many words". */
export function hasWords(column: string, least: number): string {
  if (least <= 0) return "true";
  if (least > MAX_COUNTED_BY_PATTERN) return `${wordCount(column)} >= ${least}`;
  const before = least === 1 ? "" : `(?:[^${SPACE}]+[${SPACE}]+){${least - 1}}`;
  return `regexp_matches(${column}, '^[${SPACE}]*${before}[^${SPACE}]')`;
}

/** SQL for the number of words. */
export function wordCount(column: string): string {
  return `(CASE WHEN NOT regexp_matches(${column}, '${ODD_SPACES}')
    THEN strlen(${column}) - strlen(replace(${column}, ' ', '')) + 1
    ELSE len(list_filter(regexp_split_to_array(${column}, '[${SPACE}]+'), lambda word: word <> '')) END)`;
}

/** Most summaries have fewer words than one of these, and most of their texts at least as many. */
const USUAL_BOUNDS: readonly number[] = [21, 6];

/** SQL for "has more words than"; counts only where a pattern cannot tell. */
export function hasMoreWords(column: string, other: string): string {
  const clear = USUAL_BOUNDS.map(
    (bound) => `WHEN ${hasWords(column, bound)} AND NOT ${hasWords(other, bound)} THEN true`,
  );
  return `(CASE ${clear.join(" ")} ELSE ${wordCount(column)} > ${wordCount(other)} END)`;
}

/** SQL for the hash of a text as texts are compared: Unicode form NFC, single spaces. */
export function textDigest(column: string): string {
  return `md5(CASE WHEN regexp_matches(${column}, '${ODD_SPACES}|[^\\x00-\\x7f]')
    THEN trim(regexp_replace(nfc_normalize(${column}), '[${SPACE}]+', ' ', 'g'), ' ')
    ELSE ${column} END)`;
}

/** SQL for a value that orders rows at random, the same for the same keys. */
export function drawKey(seed: number, purpose: string, ...columns: readonly string[]): string {
  return `md5(concat_ws(chr(31), '${seed}', '${purpose}', ${columns.join(", ")}))`;
}
