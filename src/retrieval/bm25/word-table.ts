import { WORD_TABLE_MODULE } from "./word-table-module.ts";

// The compiler's library knows WebAssembly as a part of the DOM only; this is what is used of it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** A variable of the module. */
interface Variable {
  value: number;
}

/** What tools/word-table.as exports; its comments say what each is for. */
export interface WordTable {
  /** Holds everything. */
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Address of the slots. */
  readonly slots: Variable;
  /** One less than there are slots. */
  readonly slotMask: Variable;
  /** Address of the records. */
  readonly records: Variable;
  /** Address of the tails. */
  readonly tails: Variable;
  /** Address of the terms of all words. */
  readonly termOfWord: Variable;
  /** Numbers the words that begin between two addresses; returns where it stopped. */
  readWords(from: number, to: number, document: number): number;
  /** Pads the end of a text. */
  pad(end: number): void;
  /** Makes lower-cased ASCII words of ASCII text. */
  lowerWords(from: number, to: number): void;
  /** Fills the slots anew. */
  refillSlots(): void;
}

/** A table that grew beyond this is not kept for the next profile. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

let idle: WordTable | undefined;

/**
 * Hands out a table for the length of a call. Tables are used again, since a fresh memory costs as
 * much as filling it.
 *
 * @param use - What to do with it; must not keep it.
 * @returns What `use` returns.
 */
export function withWordTable<Result>(use: (table: WordTable) => Result): Result {
  const table = idle ?? openWordTable();
  idle = undefined;
  const result = use(table);
  if (table.memory.buffer.byteLength <= MOST_KEPT_BYTES) idle = table;
  return result;
}

function openWordTable(): WordTable {
  const module = new WebAssembly.Module(Buffer.from(WORD_TABLE_MODULE, "base64"));
  return new WebAssembly.Instance(module).exports as WordTable;
}
