const MIN_KEPT = 40;
const MAX_KEPT_CHARACTERS = 4_000_000;

const kept = new Map<string, string>();
let keptCharacters = 0;

/**
 * A text as JSON. An example's line and its digest want the same texts one right after the other, and
 * examples of one person much the same profile: what was written last is kept, up to a bound.
 *
 * @param text - Any text.
 * @returns What `JSON.stringify` gives.
 */
export function textJson(text: string): string {
  if (text.length < MIN_KEPT) return JSON.stringify(text);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const json = JSON.stringify(text);
  if (keptCharacters > MAX_KEPT_CHARACTERS) {
    kept.clear();
    keptCharacters = 0;
  }
  kept.set(text, json);
  keptCharacters += text.length;
  return json;
}

/** Gives a text as JSON. */
export type TextJson = (text: string) => string;

/**
 * Gives texts as JSON, and keeps those of one item, which are wanted for its line and for its hash.
 *
 * @returns What `JSON.stringify` gives; each text is gone through once.
 */
export function ownTextJson(): TextJson {
  const own = new Map<string, string>();
  return (text) => {
    const known = own.get(text);
    if (known !== undefined) return known;
    const json = JSON.stringify(text);
    own.set(text, json);
    return json;
  };
}

/** A value as JSON, by {@link textJson} or another such function if it is a text. */
export function valueJson(value: unknown, json: TextJson = textJson): string {
  return typeof value === "string" ? json(value) : (JSON.stringify(value) ?? "null");
}
