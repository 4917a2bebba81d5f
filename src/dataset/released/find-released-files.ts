import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { LonghandError, optionWords } from "../../foundation/index.ts";
import type { Setting, Split } from "../../records/index.ts";
import { fileError } from "../../storage/index.ts";
import { settingOf, splitOf } from "../dataset-files.ts";

/** A released file. */
export interface ReleasedFile {
  readonly path: string;
  readonly split: Split;
  readonly kind: "parquet" | "json";
}

/** The files of one released configuration. */
export interface ReleasedFiles {
  /** The folder they stand in. */
  readonly folder: string;
  /** Sorted by name. */
  readonly files: readonly ReleasedFile[];
  /** What the path says. */
  readonly setting?: Setting;
}

/**
 * Finds the files of a released configuration: in a folder, in its folder `data`, or in the only folder
 * in it that holds such files; or one file.
 *
 * @param path - Folder or file.
 * @param split - What a single file is, where its name does not say it.
 * @returns The files.
 * @throws LonghandError `no-dataset`, `not-found`, `unknown-split`.
 */
export async function findReleasedFiles(path: string, split?: Split): Promise<ReleasedFiles> {
  const found = await stat(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  if (!found.isDirectory()) return oneFile(path, split);
  const own = await filesIn(path);
  if (own.length > 0) return { folder: path, files: own, ...settingOf(join(path, "x")) };
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  const filled: ReleasedFiles[] = [];
  for (const name of folders) {
    const folder = join(path, name);
    const files = await filesIn(folder);
    // The folder "data" says nothing; the one above it does.
    const setting = settingOf(join(name === "data" ? path : folder, "x"));
    if (files.length > 0) filled.push({ folder, files, ...setting });
  }
  const [only, other] = filled;
  if (only !== undefined && other === undefined) return only;
  const names = filled.map(({ folder }) => basename(folder)).join(", ");
  throw new LonghandError(
    only === undefined
      ? `${path} holds no dataset: no .parquet, .json or .jsonl file named train, val or test.`
      : `${path} holds several datasets: ${names}.`,
    { code: "no-dataset", hint: "Name the folder of one of them.", details: { path } },
  );
}

function oneFile(path: string, split: Split | undefined): ReleasedFiles {
  const said = split ?? splitOf(path);
  const kind = kindOf(path);
  if (said !== undefined && kind !== undefined) {
    return { folder: path, files: [{ path, split: said, kind }], ...settingOf(path) };
  }
  throw new LonghandError(`${path}: its name does not say which part it is.`, {
    code: "unknown-split",
    hint: `Say which: ${optionWords("split")} is train, validation or test; the file must end in .parquet, .json or .jsonl.`,
    details: { path },
  });
}

async function filesIn(folder: string): Promise<ReleasedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const [kind, split] = [kindOf(path), splitOf(path)];
      const isData = !entry.isDirectory() && kind !== undefined && split !== undefined;
      return isData ? [{ path, split, kind }] : [];
    })
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

function kindOf(path: string): ReleasedFile["kind"] | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === ".parquet") return "parquet";
  return extension === ".json" || extension === ".jsonl" ? "json" : undefined;
}
