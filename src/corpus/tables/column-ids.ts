import { type ColumnPage, ID_BYTES } from "./column-block.ts";

const PREFIX = Buffer.from("doc-");
const LENGTH_BYTES = 4;
const PLAIN_BYTES = PREFIX.length + 2 * ID_BYTES;

/** A hyphen and the digits of a number of 32 bits. */
const MOST_NUMBER_BYTES = 11;

/** By byte: its two digits in base 16. */
const DIGITS: readonly Buffer[] = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, "0")),
);
const [FIRST_DIGITS, SECOND_DIGITS] = [0, 1].map((at) =>
  Uint8Array.from(DIGITS, (digits) => digits[at] as number),
) as [Uint8Array, Uint8Array];

/**
 * The column of ids of a step.
 *
 * @param hashes - The hashes of its records.
 * @param numberOf - The number of a record among equals, for those whose hash stands before.
 * @returns The ids: `doc-` and the hash; of a copy with its number behind.
 */
export function idPage(
  hashes: Uint8Array,
  numberOf: (record: number) => number | undefined,
): ColumnPage {
  const records = hashes.length / ID_BYTES;
  const bytes = Buffer.alloc(records * (LENGTH_BYTES + PLAIN_BYTES + MOST_NUMBER_BYTES));
  let at = 0;
  for (let record = 0; record < records; record++) {
    const number = numberOf(record);
    const behind = number === undefined ? "" : `-${number}`;
    at = bytes.writeUInt32LE(PLAIN_BYTES + behind.length, at);
    at += PREFIX.copy(bytes, at);
    at = writeHex(bytes, at, hashes.subarray(record * ID_BYTES, (record + 1) * ID_BYTES));
    if (behind !== "") at += bytes.write(behind, at);
  }
  return { values: records, plain: bytes.subarray(0, at), isConstant: false };
}

function writeHex(bytes: Buffer, from: number, hash: Uint8Array): number {
  let at = from;
  for (let index = 0; index < hash.length; index++) {
    const byte = hash[index] as number;
    bytes[at] = FIRST_DIGITS[byte] as number;
    bytes[at + 1] = SECOND_DIGITS[byte] as number;
    at += 2;
  }
  return at;
}
