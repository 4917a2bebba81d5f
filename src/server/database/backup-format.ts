import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";

/** First line of a backup. */
export interface BackupHeader {
  /** What it is. */
  readonly format: "longhand-backup";
  /** Version of the format. */
  readonly version: 1;
  /** What it holds: the server's tables, or the sealed references and all keys, which are kept apart. */
  readonly part: BackupPart;
  /** UTC milliseconds. */
  readonly createdMs: number;
  /** Steps that its tables have been through. */
  readonly steps: readonly string[];
}

/** What a backup holds. */
export type BackupPart = "server" | "references";

/** Folders of sealed references, of the scorer's key and of the server's own keys: kept apart from all else. */
const APART: ReadonlySet<string> = new Set(["references", "scorer", "keys"]);

/**
 * Which part a file of the data folder belongs to. Tables belong to the server: the database holds no
 * hidden reference, and no secret of a second factor that can be read without its key.
 *
 * @param path - Its path below the data folder, with `/`.
 * @returns The part.
 */
export function partOf(path: string): BackupPart {
  return APART.has(path.split("/")[0] ?? "") ? "references" : "server";
}

/** A line of a backup behind the first. */
export type BackupLine =
  | {
      /** A table: its rows follow. */
      readonly table: string;
    }
  | {
      /** A row: its columns by name. */
      readonly row: Readonly<Record<string, string | number | null | Bytes>>;
    }
  | {
      /** A file: its pieces follow. Its path below the data folder, with `/`. */
      readonly file: string;
    }
  | {
      /** A piece of the file, base64. */
      readonly piece: string;
    }
  | {
      /** The last line: number of rows. */
      readonly rows: number;
      /** SHA-256 of all lines before. */
      readonly sha256: string;
    };

/** Bytes as JSON. */
export interface Bytes {
  /** Base64. */
  readonly bytes: string;
}

const headerSchema: z.ZodType<BackupHeader> = z.object({
  format: z.literal("longhand-backup"),
  version: z.literal(1),
  part: z.enum(["server", "references"]),
  createdMs: z.number(),
  steps: z.array(z.string()),
});

const lineSchema: z.ZodType<BackupLine> = z.union([
  z.object({ table: z.string() }),
  z.object({
    row: z.record(
      z.string(),
      z.union([z.string(), z.number(), z.null(), z.object({ bytes: z.string() })]),
    ),
  }),
  z.object({ file: z.string() }),
  z.object({ piece: z.string() }),
  z.object({ rows: z.number(), sha256: z.string() }),
]);

/** What a backup holds behind its header. */
export type BackupContent = Exclude<BackupLine, { readonly sha256: string }>;

/** A backup that is being read. */
export interface OpenBackup {
  /** Its first line. */
  readonly header: BackupHeader;
  /** The lines behind it but the last, which shows whether something is missing or was changed. */
  readonly content: AsyncGenerator<BackupContent>;
}

/**
 * Opens a backup. What it holds may be used only once all of it has been read.
 *
 * @param path - The file.
 * @returns Header and content.
 * @throws LonghandError `damaged`, naming the line; also while the content is read.
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const lines = linesOf(path);
  const first = await lines.next();
  if (first.done === true) throw damaged(path, 1, "it is empty");
  const header = checked(headerSchema, first.value, { path, line: 1 });
  return { header, content: contentOf(lines, first.value, path) };
}

async function* contentOf(
  lines: AsyncGenerator<string>,
  first: string,
  path: string,
): AsyncGenerator<BackupContent> {
  const hash = createHash("sha256").update(`${first}\n`);
  let line = 1;
  let rows = 0;
  let whole = false;
  for await (const text of lines) {
    line += 1;
    if (whole) throw damaged(path, line, "there are lines behind its end");
    const content = checked(lineSchema, text, { path, line });
    if ("sha256" in content) {
      whole = content.rows === rows && content.sha256 === hash.copy().digest("hex");
      continue;
    }
    if ("row" in content) rows += 1;
    hash.update(`${text}\n`);
    yield content;
  }
  if (!whole) throw damaged(path, line, "its end is missing, or lines of it were changed");
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  // What ends the reading is thrown below, on the reader's side.
  pipeline(createReadStream(path), unpacked, () => undefined);
  const failed = new Promise<never>((_resolve, reject) => unpacked.once("error", reject));
  failed.catch(() => undefined);
  const reader = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = reader[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done === true) return;
      yield next.value;
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith("Z_") !== true)
      throw fileError(path, cause);
    const error = damaged(path, undefined, "it is no gzip file, or was cut off");
    error.cause = cause;
    throw error;
  } finally {
    reader.close();
    unpacked.destroy();
  }
}

function checked<T>(
  schema: z.ZodType<T>,
  text: string,
  { path, line }: { readonly path: string; readonly line: number },
): T {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw damaged(path, line, "it is no line of a backup");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function damaged(path: string, line: number | undefined, reason: string): LonghandError {
  const place = line === undefined ? path : `${path}:${line}`;
  return new LonghandError(`${place}: ${reason}. This is no whole backup.`, {
    code: "damaged",
    hint: "Take another backup; nothing was restored from this one.",
    details: { file: path, line },
  });
}
