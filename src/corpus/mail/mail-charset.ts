import { isAscii, isUtf8 } from "node:buffer";
import { decodeAs, decoderFor, withLineFeeds } from "../text-decoder.ts";
import type { MailOddity } from "./mail-oddity.ts";

/** The text of a part, and what was odd about its bytes. */
export interface MailText {
  readonly text: string;
  readonly oddities: readonly MailOddity[];
}

/**
 * Decodes the text of a mail by the charset that it names, and by its bytes where the name is
 * missing, unknown or wrong. CR LF and lone CR become LF, NULs are removed.
 *
 * @param bytes - The part without its transfer encoding.
 * @param named - The charset that its header names, if any.
 * @returns The text.
 */
export function mailText(bytes: Uint8Array, named: string | undefined): MailText {
  const { text, oddity } = decoded(bytes, usualName(named?.trim() ?? ""));
  const withoutNuls = text.replaceAll("\0", "");
  const nuls = text.length - withoutNuls.length;
  const nulOddity: MailOddity = {
    reason: "nul-removed",
    message: `${nuls} NUL character${nuls === 1 ? " was" : "s were"} removed`,
  };
  return {
    text: withLineFeeds(withoutNuls),
    oddities: [...(oddity ? [oddity] : []), ...(nuls > 0 ? [nulOddity] : [])],
  };
}

// Names that mail programs wrote from their own tables, and no standard knows.
const USUAL_NAMES: ReadonlyMap<string, string> = new Map([
  ["chinesebig5", "big5"],
  ["gb2312_charset", "gb2312"],
]);

function usualName(named: string): string {
  return USUAL_NAMES.get(named.toLowerCase()) ?? named;
}

interface Decoded {
  readonly text: string;
  readonly oddity?: MailOddity;
}

const ASCII = /^(?:us-)?ascii$|^ansi_x3\.4-19(?:68|86)$|^7bit$|^$/i;
const UTF_8 = /^utf-?8$/i;

function decoded(bytes: Uint8Array, named: string): Decoded {
  if (isAscii(bytes) && (ASCII.test(named) || UTF_8.test(named))) return { text: latin(bytes) };
  if (ASCII.test(named)) {
    const encoding = isUtf8(bytes) ? "utf-8" : "windows-1252";
    const label = named === "" ? "no charset is named" : `the mail calls itself ${named}`;
    const message = `${label}, but its bytes are not ASCII; read as ${encoding}`;
    return { text: as(encoding, bytes), oddity: { reason: "wrong-charset", message } };
  }
  if (UTF_8.test(named)) return claimedUtf8(bytes);
  if (decoderFor(named) !== undefined) return { text: as(named, bytes) };
  const encoding = isUtf8(bytes) ? "utf-8" : "windows-1252";
  const message = `the charset ${JSON.stringify(named)} is unknown; read as ${encoding}`;
  return { text: as(encoding, bytes), oddity: { reason: "unknown-charset", message } };
}

/** Some bytes of a text in UTF-8 may be broken; or it is no UTF-8 at all, whatever it says. */
function claimedUtf8(bytes: Uint8Array): Decoded {
  const text = as("utf-8", bytes);
  if (isUtf8(bytes)) return { text };
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
  const foreign = text.match(/[^\u0000-\u007f]/gu)?.length ?? 0;
  if (broken * 2 > foreign) {
    const message = "the mail calls itself utf-8, but its bytes are not; read as windows-1252";
    return { text: as("windows-1252", bytes), oddity: { reason: "wrong-charset", message } };
  }
  const message = `${broken} broken characters of UTF-8 were replaced by U+FFFD`;
  return { text, oddity: { reason: "wrong-charset", message } };
}

function as(encoding: string, bytes: Uint8Array): string {
  return decodeAs(encoding, bytes) ?? "";
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
