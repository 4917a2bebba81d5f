import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";

/** A file of a dump. */
export interface SourceFile {
  /** As the user named it, or below the folder or pattern that was named. */
  readonly path: string;
  /** Size on disk. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds. */
  readonly changedMs: number;
  /** Whether it is compressed with gzip, as its first bytes tell. */
  readonly isGzip: boolean;
}

/**
 * Finds the files that are meant.
 *
 * @param named - Files, folders (their files with one of the endings) or patterns with `*` and `?`.
 * @param endings - Endings of names in folders, for instance `.jsonl`; `.gz` may follow.
 * @returns The files, those of a folder or pattern in the order of their names, each once.
 * @throws LonghandError `not-found`, `not-readable`; `empty-file` for one without a byte.
 */
export async function sourceFiles(
  named: readonly string[],
  endings: readonly string[],
): Promise<SourceFile[]> {
  const paths: string[] = [];
  for (const name of named) paths.push(...(await pathsOf(name, endings)));
  const files: SourceFile[] = [];
  for (const path of new Set(paths)) files.push(await sourceFile(path));
  return files;
}

async function pathsOf(name: string, endings: readonly string[]): Promise<string[]> {
  const found = await stat(name).catch(() => undefined);
  if (found?.isDirectory() === true) {
    const isMeant = (file: string): boolean =>
      endings.some((ending) => file.endsWith(ending) || file.endsWith(`${ending}.gz`));
    return someOf(
      (await readdir(name))
        .filter(isMeant)
        .sort()
        .map((file) => join(name, file)),
      `${name} holds no file that ends in ${endings.join(", ")} (or .gz behind it).`,
    );
  }
  if (found !== undefined || !/[*?]/.test(name)) return [name];
  return someOf(await matching(name), `No file matches ${name}.`);
}

function someOf(paths: string[], message: string): string[] {
  if (paths.length > 0) return paths;
  throw new LonghandError(message, { code: "not-found", hint: "Check the path." });
}

/** Files that a pattern matches; `*` and `?` stand for characters of one name, not for `/`. */
async function matching(pattern: string): Promise<string[]> {
  const [first = "", ...parts] = pattern.split("/");
  let found = await step([], first, pattern.startsWith("/"));
  for (const part of parts) found = await step(found, part, false);
  return found;
}

async function step(folders: readonly string[], part: string, isRoot: boolean): Promise<string[]> {
  if (isRoot) return ["/"];
  const parents = folders.length === 0 ? [undefined] : folders;
  if (!/[*?]/.test(part)) return parents.map((folder) => below(folder, part));
  const next: string[] = [];
  for (const folder of parents) {
    const names = await readdir(folder ?? ".").catch(() => []);
    const wanted = names.filter((name) => regexOf(part).test(name) && !name.startsWith("."));
    next.push(...wanted.sort().map((name) => below(folder, name)));
  }
  return next;
}

function below(folder: string | undefined, name: string): string {
  return folder === undefined ? name : join(folder, name);
}

function regexOf(part: string): RegExp {
  const escaped = part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s");
}

async function sourceFile(path: string): Promise<SourceFile> {
  try {
    const file = await open(path, "r");
    try {
      const { size, mtimeMs } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
      if (bytesRead === 0) throw emptyFile(path);
      const isGzip = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
      return { path, bytes: size, changedMs: mtimeMs, isGzip };
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
}

function emptyFile(path: string): LonghandError {
  return new LonghandError(`${path} is empty.`, {
    code: "empty-file",
    hint: "Was the download cut off?",
    details: { file: path },
  });
}
