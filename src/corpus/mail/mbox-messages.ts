import { createReadStream } from "node:fs";
import { fileError } from "../../storage/index.ts";

/**
 * How a mailbox writes lines that begin with "From ": `rd` puts one more `>` before every line of
 * that kind, `o` only before lines without any, so that a reader cannot tell the two apart.
 */
export type MboxDialect = "rd" | "o";

/** One mail of a mailbox. */
export interface MboxMessage {
  /** Without its "From " line and with lines of that kind restored. */
  readonly bytes: Buffer;
  /** Line of its "From " line, from 1. */
  readonly line: number;
  /** It is longer than a mail may be; the bytes beyond are left out. */
  readonly isTooLarge: boolean;
  /** No blank line stands before its "From " line, so that this may be a line of the mail before. */
  readonly isDoubtful: boolean;
}

/** Longest mail that is read, in bytes. */
export const MAX_MAIL_BYTES: number = 64 * 1024 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const GREATER_THAN = 62;

// A sender, whatever it looks like, then a day of the week, a time and a year. A sentence that
// begins with "From" has no such date.
const SEPARATOR =
  /^From .{0,200}?\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+\w.{0,40}?\d{1,2}:\d{2}.{0,40}?\b\d{4}\b/;
const HEADER = /^[!-9;-~]+[ \t]*:/;

/**
 * Splits a mailbox into its mails, with memory for one of them. A line begins a mail if it has the
 * form of a "From " line, date included, and a header follows it.
 *
 * @param path - The mailbox.
 * @param dialect - How lines that begin with "From " are written.
 * @returns The mails in order; none if the file does not begin like a mailbox.
 * @throws LonghandError `not-found`, `not-readable`.
 */
export async function* mboxMessages(
  path: string,
  dialect: MboxDialect,
): AsyncGenerator<MboxMessage> {
  let mail: OpenMail | undefined;
  let isAfterBlank = true;
  for await (const { bytes, line, startsMail } of markedLines(path)) {
    if (startsMail) {
      if (mail !== undefined) yield closed(mail);
      mail = newMail(line, mail !== undefined && !isAfterBlank);
      continue;
    }
    isAfterBlank = isBlank(bytes);
    if (mail !== undefined) append(mail, unescaped(bytes, dialect));
    // Whatever this file is, it is no mailbox.
    else if (!isAfterBlank) return;
  }
  if (mail !== undefined) yield closed(mail);
}

interface MarkedLine {
  readonly bytes: Buffer;
  readonly line: number;
  readonly startsMail: boolean;
}

/** Lines with their numbers. A "From " line waits for the next one, which tells what it is. */
async function* markedLines(path: string): AsyncGenerator<MarkedLine> {
  let waiting: Omit<MarkedLine, "startsMail"> | undefined;
  let line = 0;
  for await (const bytes of byteLines(path)) {
    line += 1;
    if (waiting !== undefined) yield { ...waiting, startsMail: HEADER.test(start(bytes)) };
    waiting = isSeparator(bytes) ? { bytes, line } : undefined;
    if (waiting === undefined) yield { bytes, line, startsMail: false };
  }
  if (waiting !== undefined) yield { ...waiting, startsMail: false };
}

interface OpenMail {
  pieces: Buffer[];
  bytes: number;
  readonly line: number;
  readonly isDoubtful: boolean;
}

function newMail(line: number, isDoubtful: boolean): OpenMail {
  return { pieces: [], bytes: 0, line, isDoubtful };
}

/** How many pieces a mail is kept in before they are joined: a line costs more than its bytes. */
const MAX_PIECES = 4096;

function append(mail: OpenMail, bytes: Buffer): void {
  mail.bytes += bytes.length;
  if (mail.bytes > MAX_MAIL_BYTES) return;
  mail.pieces.push(bytes);
  if (mail.pieces.length > MAX_PIECES) mail.pieces = [Buffer.concat(mail.pieces)];
}

function closed({ pieces, bytes, line, isDoubtful }: OpenMail): MboxMessage {
  return { bytes: Buffer.concat(pieces), line, isTooLarge: bytes > MAX_MAIL_BYTES, isDoubtful };
}

function start(bytes: Buffer): string {
  return bytes.toString("latin1", 0, Math.min(bytes.length, 300));
}

function isSeparator(bytes: Buffer): boolean {
  return bytes[0] === 70 && SEPARATOR.test(start(bytes));
}

function isBlank(bytes: Buffer): boolean {
  return bytes[0] === LINE_FEED || (bytes[0] === CARRIAGE_RETURN && bytes[1] === LINE_FEED);
}

function unescaped(bytes: Buffer, dialect: MboxDialect): Buffer {
  if (bytes[0] !== GREATER_THAN) return bytes;
  const isEscaped = dialect === "rd" ? /^>+From / : /^>From /;
  return isEscaped.test(start(bytes)) ? bytes.subarray(1) : bytes;
}

/** Lines with their line feeds. */
async function* byteLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  try {
    for await (const read of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const chunk = read as Buffer;
      let from = 0;
      for (
        let feed = chunk.indexOf(LINE_FEED);
        feed !== -1;
        feed = chunk.indexOf(LINE_FEED, from)
      ) {
        const piece = chunk.subarray(from, feed + 1);
        yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
        rest = [];
        from = feed + 1;
      }
      if (from < chunk.length) rest = keptWithin(rest, chunk.subarray(from));
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** A line longer than a whole mail may be is cut: the mail is refused anyway. */
function keptWithin(rest: Buffer[], more: Buffer): Buffer[] {
  const bytes = rest.reduce((total, piece) => total + piece.length, 0);
  return bytes > MAX_MAIL_BYTES ? rest : [...rest, more];
}
