import { LonghandError } from "../foundation/index.ts";

/** Deepest nesting of a JSON value that is read. */
const MAX_DEPTH = 64;

/** Where a JSON text stands, for messages. */
export interface JsonPlace {
  /** File name as the user knows it. */
  readonly file: string;
  /** Line of the file, from 1. */
  readonly line: number;
}

/**
 * Parses one JSON value and refuses what `JSON.parse` lets pass: a key that stands twice in one
 * object, and nesting deeper than 64. `__proto__` becomes an ordinary key.
 *
 * @param text - The JSON text.
 * @param place - Where it stands.
 * @returns The value.
 * @throws LonghandError `invalid-json`, message `file:line:column: what is wrong`.
 */
export function parseStrictJson(text: string, place: JsonPlace): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw jsonError(text, place, cause);
  }
  refuseRepeatedKeys(text, place);
  return value;
}

function jsonError(text: string, place: JsonPlace, cause: unknown): LonghandError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const position = Number(/at position (\d+)/.exec(said)?.[1] ?? text.length);
  const column = (/^\s*$/.test(text) ? 0 : position) + 1;
  const what = position >= text.length ? "the value is cut off" : describe(said, text[position]);
  return new LonghandError(`${place.file}:${place.line}:${column}: not valid JSON: ${what}.`, {
    code: "invalid-json",
    hint: "Write one JSON object a line, as json.dumps or JSON.stringify write it.",
    details: { ...place, column },
    cause,
  });
}

function describe(said: string, found: string | undefined): string {
  if (said.includes("control character")) return "a raw control character inside a string";
  if (said.includes("after JSON")) return "a second value after the first";
  return `unexpected ${JSON.stringify(found ?? "end")}`;
}

// A string, or a bracket outside of strings. Long runs are taken at once, so that a text of many
// megabytes does not fill the expression's stack.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;

/** Follows the text once; it is known to be valid JSON. */
function refuseRepeatedKeys(text: string, place: JsonPlace): void {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.length > 1)
      noteKey({ text, start: index, end: index + token.length, keys: open.at(-1), place });
    else if (token === "}" || token === "]") open.pop();
    else open.push(token === "{" ? new Set() : undefined);
    if (open.length > MAX_DEPTH) throw tooDeep(place, index);
  }
}

const COLON = 58;

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === COLON;
}

interface FoundKey {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly keys: Set<string> | undefined;
  readonly place: JsonPlace;
}

function noteKey({ text, start, end, keys, place }: FoundKey): void {
  if (keys === undefined || !isKey(text, end)) return;
  const raw = text.slice(start, end);
  const key = raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  if (keys.has(key)) {
    throw new LonghandError(
      `${place.file}:${place.line}:${start + 1}: the key ${JSON.stringify(key)} stands twice in one object.`,
      { code: "invalid-json", hint: "Keep one of them.", details: { ...place, column: start + 1 } },
    );
  }
  keys.add(key);
}

function tooDeep(place: JsonPlace, at: number): LonghandError {
  return new LonghandError(
    `${place.file}:${place.line}:${at + 1}: nested deeper than ${MAX_DEPTH} levels.`,
    { code: "invalid-json", details: { ...place, column: at + 1 } },
  );
}
