/** Characters that JSON may hold as they are, but that a terminal obeys or an editor turns around. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * A record as a line of a JSON Lines file. Everything a terminal might obey is written as an
 * escape, which a JSON reader turns back.
 *
 * @param record - Any record without NaN or infinities.
 * @returns The line with its line break.
 */
export function jsonLine(record: object): string {
  return `${escapedJson(JSON.stringify(record))}\n`;
}

/**
 * JSON source in which everything a terminal might obey is written as an escape.
 *
 * @param json - JSON source.
 * @returns Source of the same value.
 */
export function escapedJson(json: string): string {
  return json.replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
