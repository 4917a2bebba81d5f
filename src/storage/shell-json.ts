import { isUtf8 } from "node:buffer";
import { LonghandError } from "../foundation/index.ts";
import type { JsonRecord } from "./json-record-scan.ts";
import { parseStrictJson } from "./strict-json.ts";

/** A record's value, or why it has none. */
export type RecordValue =
  | { readonly status: "value"; readonly value: unknown }
  | { readonly status: "bad"; readonly error: LonghandError };

/**
 * Parses a record found by `jsonRecords`. Calls of Mongo's shell (`NumberInt(5)`,
 * `NumberLong("5")`, `ObjectId("…")`, `ISODate("…")` and the like) become the number or the text in
 * them, and a comma before a closing bracket is left out; neither is looked for inside of texts.
 * A whole number that a call holds as text and that is above 2^53 stays a text.
 *
 * @param record - The record.
 * @param name - The file's name in messages.
 * @returns Its value, or its fault with file and line: `invalid-json`, `invalid-utf8`.
 */
export function recordValue(record: JsonRecord, name: string): RecordValue {
  const { bytes, calls, line, fault } = record;
  if (fault !== undefined) return bad(name, line, { what: fault, code: "invalid-json" });
  if (!isUtf8(bytes)) {
    return bad(name, line, { what: "the record is not valid UTF-8", code: "invalid-utf8" });
  }
  const text = calls.length === 0 ? bytes.toString("utf8") : withoutCalls(bytes, calls);
  const value = parsed(text) ?? parsed(withoutTrailingCommas(text));
  return value ?? { status: "bad", error: faultOf(text, name, line) };
}

function parsed(text: string): RecordValue | undefined {
  try {
    return { status: "value", value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function faultOf(text: string, file: string, line: number): LonghandError {
  try {
    parseStrictJson(text, { file, line });
  } catch (error) {
    if (error instanceof LonghandError) return error;
    throw error;
  }
  return new LonghandError(`${file}:${line}: not valid JSON.`, {
    code: "invalid-json",
    details: { file, line },
  });
}

interface Fault {
  readonly what: string;
  readonly code: string;
}

function bad(file: string, line: number, { what, code }: Fault): RecordValue {
  const error = new LonghandError(`${file}:${line}: ${what}.`, { code, details: { file, line } });
  return { status: "bad", error };
}

/** The record's text with each call replaced by what it holds. */
function withoutCalls(bytes: Buffer, calls: readonly number[]): string {
  let text = "";
  let from = 0;
  for (const at of calls) {
    const call = callAt(bytes, at);
    // What is no call that is known stays, and is a fault of JSON.
    if (call === undefined || call.start < from) continue;
    text += bytes.toString("utf8", from, call.start) + call.value;
    from = call.end;
  }
  return text + bytes.toString("utf8", from);
}

interface ShellCall {
  readonly start: number;
  readonly end: number;
  /** JSON of what it stands for. */
  readonly value: string;
}

const NAME =
  /(?:\bnew\s+)?\b(NumberInt|NumberLong|NumberDecimal|ObjectId|ISODate|Date|UUID|Timestamp|BinData)\s*$/;
// No call is longer, BinData aside, and no paper has one.
const LONGEST_NAME = 40;
const ARGUMENTS =
  /^\(\s*(?:"([ !#-[\]-~]*)"|(-?[\w.+-]+))?\s*(?:,\s*(?:"[ !#-[\]-~]*"|-?[\w.]+)\s*)?\)/;
const LONGEST_ARGUMENTS = 1000;

function callAt(bytes: Buffer, at: number): ShellCall | undefined {
  const before = bytes.toString("latin1", Math.max(0, at - LONGEST_NAME), at);
  const name = NAME.exec(before);
  const given = ARGUMENTS.exec(bytes.toString("latin1", at, at + LONGEST_ARGUMENTS));
  if (name === null || given === null) return undefined;
  const [whole, text, plain] = given;
  return {
    start: at - name[0].length,
    end: at + whole.length,
    value: callValue(name[1] ?? "", text, plain),
  };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function callValue(name: string, text: string | undefined, plain: string | undefined): string {
  const given = text ?? plain;
  if (given === undefined) return "null";
  const isNumber = JSON_NUMBER.test(given);
  // Above 2^53 a number would lose digits, and ids are told apart by them.
  const isExact = !/^-?\d+$/.test(given) || Number.isSafeInteger(Number(given));
  if (name.startsWith("Number") && isNumber && isExact) return given;
  return text === undefined && isNumber && isExact ? given : `"${given}"`;
}

/** Outside of texts, a comma that only white space parts from a closing bracket. */
function withoutTrailingCommas(text: string): string {
  return text.replaceAll(
    /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g,
    (_, inText?: string) => inText ?? "",
  );
}
