/** The bytes of a part without their transfer encoding. */
export interface DecodedBytes {
  readonly bytes: Uint8Array;
  /** Places where the encoding was broken; what stands there was kept as it is. */
  readonly badEscapes: number;
}

const EQUALS = 61;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/**
 * Undoes quoted-printable. An escape that is none (`=ZZ`) stays as it stands, where most decoders
 * drop it or its letters.
 *
 * @param encoded - The body of the part.
 * @returns The bytes, and how many escapes were none.
 */
export function decodeQuotedPrintable(encoded: Uint8Array): DecodedBytes {
  const bytes = new Uint8Array(encoded.length);
  let length = 0;
  let badEscapes = 0;
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] as number;
    if (byte !== EQUALS) {
      bytes[length++] = byte;
      continue;
    }
    const softEnd = softBreakEnd(encoded, at + 1);
    const value = hexAt(encoded, at + 1);
    if (softEnd !== undefined) at = softEnd;
    else if (value !== undefined) {
      bytes[length++] = value;
      at += 2;
    } else {
      bytes[length++] = byte;
      badEscapes += 1;
    }
  }
  return { bytes: bytes.subarray(0, length), badEscapes };
}

/** Where a soft line break ends, if one begins here: blanks may follow the equals sign. */
function softBreakEnd(encoded: Uint8Array, from: number): number | undefined {
  let at = from;
  while (encoded[at] === SPACE || encoded[at] === TAB) at += 1;
  if (at >= encoded.length) return encoded.length;
  if (encoded[at] === CARRIAGE_RETURN && encoded[at + 1] === LINE_FEED) return at + 1;
  return encoded[at] === LINE_FEED || encoded[at] === CARRIAGE_RETURN ? at : undefined;
}

function hexAt(encoded: Uint8Array, at: number): number | undefined {
  const high = hexDigit(encoded[at]);
  const low = hexDigit(encoded[at + 1]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined;
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? undefined : digit;
}

/** Undoes base64; runs of letters that do not belong to it are counted and left out. */
export function decodeBase64(encoded: Uint8Array): DecodedBytes {
  const text = Buffer.from(encoded).toString("latin1");
  const foreign = text.match(/[^A-Za-z0-9+/=\s]+/g)?.length ?? 0;
  return { bytes: Buffer.from(text, "base64"), badEscapes: foreign };
}
