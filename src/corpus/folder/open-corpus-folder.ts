import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { type CorpusCard, corpusCardSchema } from "../../records/index.ts";
import { fileError, parseStrictJson } from "../../storage/index.ts";

/** Name of the card; a folder is a whole corpus if and only if it is there. */
export const CARD_FILE = "corpus.json";

/** A large corpus on disk. */
export interface CorpusFolder {
  /** The folder. */
  readonly path: string;
  /** What it holds and where that came from. */
  readonly card: CorpusCard;
  /** Path of the table of documents (Parquet), one row for each. */
  readonly documents: string;
  /** Path of the table of products (Parquet); kind `reviews` with metadata only. */
  readonly products?: string;
}

/**
 * Opens a corpus folder, the form of corpora that are too large for JSON Lines.
 *
 * @param path - The folder, as `longhand corpus import --format` wrote it.
 * @returns Its card, and where its tables are.
 * @throws LonghandError `not-found` without the folder, `invalid-corpus` for one that is no corpus,
 * was not finished, has a damaged card or lacks a table.
 */
export async function openCorpusFolder(path: string): Promise<CorpusFolder> {
  const card = await readCard(path);
  const documents = await tableOf(path, card.tables.documents);
  const { products } = card.tables;
  return {
    path,
    card,
    documents,
    ...(products === undefined ? {} : { products: await tableOf(path, products) }),
  };
}

/**
 * Whether a path is a folder with the card of a corpus.
 *
 * @param path - Any path.
 * @returns `true` if {@link openCorpusFolder} is the way to open it.
 */
export async function isCorpusFolder(path: string): Promise<boolean> {
  const found = await stat(join(path, CARD_FILE)).catch(() => undefined);
  return found?.isFile() === true;
}

async function readCard(path: string): Promise<CorpusCard> {
  const file = join(path, CARD_FILE);
  const isFolder = await stat(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new LonghandError(`${path} is not a corpus: it has no ${CARD_FILE}.`, {
      code: "invalid-corpus",
      hint: isFolder.isDirectory()
        ? "Name a folder that `longhand corpus import --format` wrote to its end."
        : "A corpus of this form is a folder.",
      details: { file },
      cause,
    });
  });
  const parsed = corpusCardSchema.safeParse(parseStrictJson(text, { file, line: 1 }));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` ${issue.path.join(".")}: ${issue.message}`;
  throw new LonghandError(`${file} is not the card of a corpus:${where}.`, {
    code: "invalid-corpus",
    hint: "Import the corpus again.",
    details: { file },
    cause: parsed.error,
  });
}

async function tableOf(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) return path;
  throw new LonghandError(`The corpus ${folder} lacks its table ${name}.`, {
    code: "invalid-corpus",
    hint: "Import the corpus again.",
    details: { file: path },
  });
}
