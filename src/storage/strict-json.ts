import { LonghandError } from "../foundation/index.ts";

/** Deepest nesting of a JSON value that is read. */
const MAX_DEPTH = 64;

/** Where a JSON text stands, for messages. */
export interface JsonPlace {
  /** File name as the user knows it. */
  readonly file: string;
  /** Line of the file on which the text begins, from 1. */
  readonly line: number;
}

/**
 * Parses one JSON value and refuses what `JSON.parse` lets pass: a key that stands twice in one
 * object, and nesting deeper than 64. `__proto__` becomes an ordinary key.
 *
 * @param text - The JSON text; it may run over several lines.
 * @param place - Where it stands.
 * @returns The value.
 * @throws LonghandError `invalid-json`, message `file:line:column: what is wrong`. Columns count
 * UTF-16 units from 1, as editors do.
 */
export function parseStrictJson(text: string, place: JsonPlace): unknown {
  // JSON.parse words its faults differently in each version of Node, and often without a place.
  // So the scan finds them; of a text that JSON.parse accepts it only looks at keys and depth.
  const parsed = parseJson(text);
  const scan: Scan = { text, at: 0, place, isValid: parsed !== undefined };
  skipSpace(scan);
  scanValue(scan, 0);
  skipSpace(scan);
  if (scan.at < text.length) throw fault(scan, "a second value after the first");
  if (parsed === undefined) throw fault(scan, "unknown fault");
  return parsed.value;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

interface Scan {
  readonly text: string;
  /** The next character to look at. */
  at: number;
  readonly place: JsonPlace;
  /** The whole text is known to be JSON. */
  readonly isValid: boolean;
}

function scanValue(scan: Scan, depth: number): void {
  const first = scan.text[scan.at];
  if (first === "{") scanObject(scan, depth + 1);
  else if (first === "[") scanArray(scan, depth + 1);
  else if (first === '"') scanString(scan);
  else scanWord(scan);
}

function scanObject(scan: Scan, depth: number): void {
  if (depth > MAX_DEPTH) throw fault(scan, `nested deeper than ${MAX_DEPTH} levels`);
  const keys = new Set<string>();
  scan.at += 1;
  skipSpace(scan);
  if (taken(scan, "}")) return;
  while (true) {
    scanKey(scan, keys);
    scanValue(scan, depth);
    skipSpace(scan);
    if (taken(scan, "}")) return;
    if (!taken(scan, ",")) throw unexpected(scan, 'a comma or "}"');
    skipSpace(scan);
  }
}

function scanKey(scan: Scan, keys: Set<string>): void {
  const start = scan.at;
  if (scan.text[start] !== '"') throw unexpected(scan, "a key in double quotes");
  scanString(scan);
  const raw = scan.text.slice(start, scan.at);
  const key = raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  if (keys.has(key)) {
    throw fault({ ...scan, at: start }, `the key ${shown(key)} stands twice in one object`);
  }
  keys.add(key);
  skipSpace(scan);
  if (!taken(scan, ":")) throw unexpected(scan, "a colon after the key");
  skipSpace(scan);
}

function scanArray(scan: Scan, depth: number): void {
  if (depth > MAX_DEPTH) throw fault(scan, `nested deeper than ${MAX_DEPTH} levels`);
  scan.at += 1;
  skipSpace(scan);
  if (taken(scan, "]")) return;
  while (true) {
    scanValue(scan, depth);
    skipSpace(scan);
    if (taken(scan, "]")) return;
    if (!taken(scan, ",")) throw unexpected(scan, 'a comma or "]"');
    skipSpace(scan);
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = 32;
const CUT_ESCAPE = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function scanString(scan: Scan): void {
  if (scan.isValid) skipString(scan);
  else checkString(scan);
}

function skipString(scan: Scan): void {
  let end = scan.text.indexOf('"', scan.at + 1);
  while (isEscaped(scan.text, end)) end = scan.text.indexOf('"', end + 1);
  scan.at = end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

function checkString(scan: Scan): void {
  const { text } = scan;
  scan.at += 1;
  while (scan.at < text.length) {
    const code = text.charCodeAt(scan.at);
    if (code === QUOTE) {
      scan.at += 1;
      return;
    }
    if (code === BACKSLASH) scanEscape(scan);
    else if (code < SPACE) throw fault(scan, `a raw ${unicodeName(code)} inside a text`);
    else scan.at += 1;
  }
  throw fault(scan, "the value is cut off inside a text");
}

function scanEscape(scan: Scan): void {
  ESCAPE.lastIndex = scan.at;
  if (!ESCAPE.test(scan.text)) {
    if (CUT_ESCAPE.test(scan.text.slice(scan.at, scan.at + 6))) {
      throw fault({ ...scan, at: scan.text.length }, "the value is cut off inside a text");
    }
    throw fault(scan, `${shown(scan.text.slice(scan.at, scan.at + 2))} is no escape of JSON`);
  }
  scan.at = ESCAPE.lastIndex;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /[\w.+-]+/y;
const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null"]);

function scanWord(scan: Scan): void {
  WORD.lastIndex = scan.at;
  const word = WORD.exec(scan.text)?.[0];
  if (word === undefined) throw unexpected(scan, "a value");
  NUMBER.lastIndex = scan.at;
  if (!LITERALS.has(word) && !NUMBER.test(scan.text)) {
    const end = scan.at + word.length;
    if (end === scan.text.length && [...LITERALS].some((literal) => literal.startsWith(word))) {
      throw fault({ ...scan, at: end }, "the value is cut off");
    }
    throw fault(scan, `${word.slice(0, 40)} is no value of JSON`);
  }
  scan.at += word.length;
}

function skipSpace(scan: Scan): void {
  const { text } = scan;
  while (" \t\n\r".includes(text[scan.at] ?? "end")) scan.at += 1;
}

function taken(scan: Scan, character: string): boolean {
  if (scan.text[scan.at] !== character) return false;
  scan.at += 1;
  return true;
}

function unexpected(scan: Scan, wanted: string): LonghandError {
  const found = scan.text[scan.at];
  if (found === undefined) return fault(scan, "the value is cut off");
  return fault(scan, `expected ${wanted}, found ${shown(found)}`);
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function unicodeName(code: number): string {
  const name = { 9: "tab", 10: "line feed", 13: "carriage return" }[code];
  return name ?? `control character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function fault({ text, at, place }: Scan, what: string): LonghandError {
  const before = text.slice(0, at);
  const line = place.line + before.split("\n").length - 1;
  const column = at - before.lastIndexOf("\n");
  return new LonghandError(`${place.file}:${line}:${column}: not valid JSON: ${what}.`, {
    code: "invalid-json",
    hint: "Write it as json.dumps or JSON.stringify do, one object a line in JSON Lines.",
    details: { file: place.file, line, column },
  });
}
