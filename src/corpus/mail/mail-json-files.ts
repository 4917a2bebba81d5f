import { type JsonLine, readJsonLines } from "../../storage/index.ts";
import { type ReaderEvent, skipped } from "../corpus-event.ts";
import { badLine } from "../read-json-lines.ts";
import type { RowBatch } from "../rows/row-event.ts";
import { jsonMailEvents } from "./mail-json.ts";
import { mailRows } from "./mail-row.ts";
import type { PlainMailRules } from "./plain-mail.ts";

/** How files of mails in JSON Lines are read. */
export interface JsonMailReading {
  readonly rules: Omit<PlainMailRules, "place" | "source">;
  /** Told how many bytes have been read. */
  readonly onRead: (bytes: number) => void;
}

/** Where the reading goes on. */
export interface JsonMailMark {
  /** How many files have been read. */
  readonly file: number;
  /** How many lines of the next one. */
  readonly line: number;
}

/**
 * Reads files of mails in JSON Lines.
 *
 * @param paths - The files.
 * @param reading - Which mails are wanted.
 * @param mark - Where an earlier reading ended.
 * @returns The mails in the order of the lines.
 */
export async function* readJsonMails(
  paths: readonly string[],
  { rules, onRead }: JsonMailReading,
  mark: JsonMailMark = { file: 0, line: 0 },
): AsyncGenerator<RowBatch> {
  let before = 0;
  for (const [file, path] of paths.entries()) {
    let bytes = 0;
    for await (const read of readJsonLines(path)) {
      const { line, endByte } = read.line;
      bytes = endByte;
      if (file < mark.file || (file === mark.file && line <= mark.line)) continue;
      yield { events: [...lineEvents(read, path, rules)].flatMap(mailRows), mark: { file, line } };
      if (line % LINES_PER_REPORT === 0) onRead(before + bytes);
    }
    before += bytes;
    onRead(before);
  }
}

const LINES_PER_REPORT = 256;

function lineEvents(
  read: JsonLine,
  path: string,
  rules: JsonMailReading["rules"],
): Iterable<ReaderEvent> {
  const place = { file: path, line: read.line.line };
  if (read.status === "value") {
    return jsonMailEvents(read.value, { ...rules, place, source: path });
  }
  if (read.status === "bad") return [badLine(read.error, place)];
  return [skipped({ reason: "blank-line", message: "blank line", place })];
}
