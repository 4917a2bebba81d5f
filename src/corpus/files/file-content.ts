import type { CorpusReason, FieldValue } from "../../records/index.ts";

/** What the reader of one file format made of a file that holds one document. */
export interface FileContent {
  readonly text: string;
  /** As the file's metadata give it. */
  readonly title?: string | undefined;
  /** An author that somebody wrote down. */
  readonly statedAuthor?: string | undefined;
  /** An author that a program put there: often a company's or the program's own name. */
  readonly softwareAuthor?: string | undefined;
  /** A date as somebody wrote it; it may be none. */
  readonly date?: string | undefined;
  /** What else the metadata say. */
  readonly fields?: Readonly<Record<string, FieldValue>> | undefined;
  readonly oddities?: readonly { readonly reason: CorpusReason; readonly message: string }[];
}

/** Why a file cannot be read. */
export interface FileFault {
  readonly fault: { readonly reason: CorpusReason; readonly message: string };
}

/** Reads the bytes of one file. */
export type FileReader = (bytes: Uint8Array) => Promise<FileContent | FileFault>;

/** A fault in short. */
export function fault(reason: CorpusReason, message: string): FileFault {
  return { fault: { reason, message } };
}
