import { isUtf8 } from "node:buffer";
import libmime from "libmime";
import { decodeAs } from "../text-decoder.ts";
import type { MailOddity } from "./mail-oddity.ts";

/** The headers of a mail. */
export interface MailHeaders {
  /** The value of the first header of a name (lower case), unfolded; `undefined` if there is none. */
  readonly value: (name: string) => string | undefined;
  readonly oddities: readonly MailOddity[];
}

/**
 * Reads the headers at the start of a mail. Bytes outside of ASCII, which no standard allowed for
 * long and many mails hold, are read as UTF-8 if they are valid in it, else as windows-1252.
 *
 * @param mail - The whole mail.
 * @returns Its headers.
 */
export function mailHeaders(mail: Uint8Array): MailHeaders {
  const block = headerBlock(mail);
  const encoding = isUtf8(block) ? "utf-8" : "windows-1252";
  const text = (decodeAs(encoding, block) ?? "").replaceAll("\0", "");
  const values = new Map<string, string>();
  for (const line of unfolded(text)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !values.has(name)) values.set(name, line.slice(colon + 1).trim());
  }
  const message = "a header holds raw bytes that are not UTF-8; read as windows-1252";
  return {
    value: (name) => values.get(name),
    oddities: encoding === "utf-8" ? [] : [{ reason: "wrong-charset", message }],
  };
}

/** The headers as bytes: up to the first empty line. */
function headerBlock(mail: Uint8Array): Uint8Array {
  const text = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  const ends = [text.indexOf("\n\n"), text.indexOf("\n\r\n"), text.indexOf("\r\r")];
  const end = Math.min(...ends.map((at) => (at === -1 ? text.length : at)));
  return text.subarray(0, end);
}

function unfolded(block: string): string[] {
  return block
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n(?=[ \t])/g, "")
    .split("\n");
}

/** A header's text with its encoded words decoded, and white space collapsed. */
export function headerText(value: string): string {
  return libmime.decodeWords(value).replaceAll(/\s+/g, " ").trim();
}

/**
 * The address of a sender, in lower case, because mail systems treat its spellings as one.
 *
 * @param from - The header `From` as it stands.
 * @returns The address; if there is none, whatever name there is; `undefined` for an empty header.
 */
export function senderAddress(from: string): string | undefined {
  // Names in quotes and comments may hold commas, brackets and other people's addresses.
  const bare = from.replaceAll(/"(?:[^"\\]|\\.)*"/g, " ").replaceAll(/\([^()]*\)/g, " ");
  const inBrackets = /<\s*([^<>\s]+)\s*>/.exec(bare)?.[1];
  const loose = /[^\s,;:<>()"]+@[^\s,;:<>()"]+/.exec(bare)?.[0];
  const name = headerText(from).replaceAll(/[<>"]/g, "").trim();
  return (inBrackets ?? loose ?? name).toLowerCase() || undefined;
}
