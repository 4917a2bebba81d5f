import { type FoundFile, isLeftOver, walkFolder } from "../files/walk-folder.ts";
import type { RowBatch } from "../rows/row-event.ts";
import { mailRows } from "./mail-row.ts";
import { type EntryReading, fileMails } from "./mail-tree-file.ts";

/** How a tree of files with mails is read. */
export interface TreeReading extends EntryReading {
  /** Told how many bytes have been read. */
  readonly onRead: (bytes: number) => void;
}

/** Where the reading of a tree goes on. */
export interface TreeMark {
  /** How many things of the tree have been dealt with. */
  readonly entry: number;
  /** How many mails of the mailbox that comes next. */
  readonly mail: number;
}

/**
 * Walks a maildir, or any other tree of files, in the order of names. Unlike documents, folders of
 * mails may begin with a dot.
 *
 * @param top - A folder, or one file.
 * @returns The files, and what is none.
 * @throws LonghandError `not-found`, `not-readable`.
 */
export function walkMails(top: string): ReturnType<typeof walkFolder> {
  return walkFolder(top, { isHidden });
}

/** `.Sent` and `.INBOX.friends` hold mails; `.DS_Store`, `.uidvalidity` and `.git` do not. */
function isHidden(name: string): boolean {
  return isLeftOver(name) && !/^\.[A-ZÀ-Þ][^_]*$/.test(name);
}

/**
 * Reads the mails of a tree.
 *
 * @param top - A folder, or one file.
 * @param reading - What its files are, and which mails are wanted.
 * @param mark - Where an earlier reading ended.
 * @returns The mails in the order of the files' names.
 */
export async function* readMailTree(
  top: string,
  reading: TreeReading,
  mark: TreeMark = { entry: 0, mail: 0 },
): AsyncGenerator<RowBatch> {
  let entry = 0;
  let bytes = 0;
  for await (const found of walkMails(top)) {
    entry += 1;
    if (found.kind === "file") bytes += found.bytes;
    if (entry <= mark.entry) continue;
    const before = { entry: entry - 1, mail: entry === mark.entry + 1 ? mark.mail : 0 };
    yield* found.kind === "file"
      ? mailsOf(found, reading, before)
      : [{ events: [found], mark: before }];
    yield { events: [], mark: { entry, mail: 0 } };
    reading.onRead(bytes);
  }
}

async function* mailsOf(
  file: FoundFile,
  reading: TreeReading,
  { entry, mail: skip }: TreeMark,
): AsyncGenerator<RowBatch> {
  let mail = skip;
  for await (const events of fileMails(file, reading, skip)) {
    mail += 1;
    yield { events: events.flatMap(mailRows), mark: { entry, mail } };
  }
}
