import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { analyse } from "chardet";
import { fileError } from "../storage/index.ts";
import { decodeAs, decoderFor, withLineFeeds } from "./text-decoder.ts";

/** How a file's bytes become text. */
export interface FileEncoding {
  /** Name of the encoding, or `undefined` if the bytes are no text at all. */
  readonly encoding: string | undefined;
  /** The file does not say, and it is not UTF-8. */
  readonly isGuessed: boolean;
}

/** How many bytes of a file a guess looks at. */
const SAMPLE_BYTES = 256 * 1024;

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The encoding of some text: its byte-order mark, UTF-8 if all bytes are valid in it, or the
 * likeliest of the older ones.
 *
 * @param bytes - The whole file, or the part that a guess should look at.
 * @returns The encoding.
 */
export function encodingOf(bytes: Uint8Array): FileEncoding {
  const mark = MARKS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) return { encoding: mark[0], isGuessed: false };
  const nuls = nulsOf(bytes);
  // A few NULs in text are dirt; text in UTF-16 and other binary data hold far more.
  if (nuls[0] + nuls[1] <= bytes.length / 100 && isUtf8(bytes)) {
    return { encoding: "utf-8", isGuessed: false };
  }
  const isOlder = nuls[0] + nuls[1] === 0 && !hasManyControls(bytes.subarray(0, SAMPLE_BYTES));
  return { encoding: isOlder ? guess(bytes) : utf16Of(nuls, bytes.length), isGuessed: true };
}

/** The likeliest encoding in which the text holds no character that is none. */
function guess(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const found = analyse(sample).find(({ name }) => {
    // It is not UTF-8: that was tried before, on all bytes.
    if (/^(?:utf|ascii)/i.test(name)) return false;
    // Not to the end, because the sample may cut a character in two.
    const text = decoderFor(name)?.decode(sample);
    return text !== undefined && !/[\ufffd\u0080-\u009f]/.test(text);
  });
  return found?.name.toLowerCase() ?? "windows-1252";
}

/** Tab, line ends, form feed and escape (which ISO 2022 uses) stand in texts; others do not. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);

function hasManyControls(sample: Uint8Array): boolean {
  let controls = 0;
  for (const byte of sample) if (byte < 32 && !TEXT_CONTROLS.has(byte)) controls += 1;
  return controls > sample.length / 100;
}

/** How many bytes at even and at odd places are NUL. */
function nulsOf(bytes: Uint8Array): readonly [number, number] {
  const nuls: [number, number] = [0, 0];
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) {
    nuls[(at % 2) as 0 | 1] += 1;
  }
  return nuls;
}

/** Text in UTF-16 without a mark has a NUL in every other byte wherever it is Latin. */
function utf16Of([even, odd]: readonly [number, number], bytes: number): string | undefined {
  if (odd > bytes / 4 && even < bytes / 40) return "utf-16le";
  if (even > bytes / 4 && odd < bytes / 40) return "utf-16be";
  return undefined;
}

/** A text file's content with line feeds only, and how it was encoded. */
export interface DecodedText extends FileEncoding {
  /** Empty if the bytes are no text. */
  readonly text: string;
}

/** Decodes the bytes of a whole text file. */
export function decodeFile(bytes: Uint8Array): DecodedText {
  const found = encodingOf(bytes);
  const text = found.encoding === undefined ? "" : (decodeAs(found.encoding, bytes) ?? "");
  return { ...found, text: withLineFeeds(text.replace(/^\ufeff/, "")) };
}

/**
 * The encoding of a file of any size; its bytes are looked at once, with memory for one piece.
 *
 * @throws LonghandError `not-found` or `not-readable`.
 */
export async function encodingOfFile(path: string): Promise<FileEncoding> {
  const start = await firstBytes(path);
  const found = encodingOf(withoutCutCharacter(start));
  if (found.isGuessed || found.encoding !== "utf-8" || start.length < SAMPLE_BYTES) return found;
  // The start is UTF-8; a letter of an older encoding may follow anywhere.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      return { encoding: guess(bytes), isGuessed: true };
    }
  }
  return found;
}

async function firstBytes(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
}

/** Bytes up to the last line feed, so that no character of UTF-8 is cut in two. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  if (bytes.length < SAMPLE_BYTES) return bytes;
  const end = bytes.lastIndexOf(10);
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}

/** The text of a file in a known encoding, in pieces, without a byte-order mark. */
export async function* decodedChunks(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = decoderFor(encoding) ?? new TextDecoder();
  let isStart = true;
  for await (const chunk of createReadStream(path)) {
    const text = decoder.decode(chunk as Buffer);
    yield isStart ? text.replace(/^\ufeff/, "") : text;
    isStart = false;
  }
  if ("end" in decoder) yield decoder.end();
}
