import { basename, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { sha256 } from "../../storage/index.ts";
import { findModel } from "./catalogue.ts";
import type { CatalogueEntry, CatalogueKind } from "./catalogue-entry.ts";
import { knownHash } from "./file-hashes.ts";
import { isGgufFile } from "./gguf-file.ts";
import { type InstalledModel, inspectModel, verifyUnknown } from "./installed-model.ts";

/** A model file that is ready to be opened. */
export interface LocatedModel {
  /** Where it is. */
  readonly path: string;
  /** Where each of its files is, by name; a file outside the catalogue is alone. */
  readonly files: Readonly<Record<string, string>>;
  /** Its name in the catalogue, or the file's name. */
  readonly name: string;
  /**
   * SHA-256 of the file. A model of several files has the SHA-256 of theirs, in the catalogue's order,
   * one a line.
   */
  readonly revision: string;
  /** What the catalogue says it does; absent for a file. */
  readonly kind?: CatalogueKind;
  /** Longest prompt and reply together by the catalogue, in tokens; absent for a file. */
  readonly contextTokens?: number;
}

/** Options of {@link locateModel}. */
export interface LocateOptions {
  /** Longhand's home folder. */
  readonly home: string;
  /** Revision that the file must have: the beginning of its SHA-256, at least 8 digits. */
  readonly revision?: string;
  /** Ends the hashing of a file that is not known yet. */
  readonly signal?: AbortSignal;
}

/**
 * Tells whether the name of a local model means a file rather than an entry of the catalogue.
 *
 * @param name - What stands after `gguf:`.
 * @returns `true` if it holds a slash or ends in `.gguf`.
 */
export function isModelPath(name: string): boolean {
  return /[\\/]|\.gguf$/i.test(name);
}

/**
 * Finds a model's file, by its name in the catalogue or by its path. Touches no network. A file is
 * hashed when it is first met, and again only when its size or time has changed.
 *
 * @param nameOrPath - Name in the catalogue, or path of a GGUF file; relative ones start at the
 *   working folder.
 * @param options - Home folder, and the revision that is wanted.
 * @returns Where the file is, and its checksum.
 * @throws LonghandError `unknown-model`; `model-missing` or `model-damaged` if it has to be pulled;
 *   `not-found` or `not-readable` for a path; `not-a-model` if the file is no GGUF file;
 *   `revision-mismatch` if it is another revision than was asked for.
 */
export async function locateModel(
  nameOrPath: string,
  options: LocateOptions,
): Promise<LocatedModel> {
  const found = isModelPath(nameOrPath)
    ? await locateFile(resolve(nameOrPath), options)
    : await locateEntry(await findModel(nameOrPath, options.home), options);
  refuseOtherRevision(found, options.revision);
  return found;
}

async function locateFile(path: string, options: LocateOptions): Promise<LocatedModel> {
  if (!(await isGgufFile(path))) {
    throw new LonghandError(`${path} is not a GGUF file.`, {
      code: "not-a-model",
      hint: "Name a model file in the GGUF format, or a name from `longhand models list`.",
      details: { file: path },
    });
  }
  const name = basename(path);
  return { path, files: { [name]: path }, name, revision: await knownHash(path, options) };
}

async function locateEntry(entry: CatalogueEntry, options: LocateOptions): Promise<LocatedModel> {
  const { name, kind, contextTokens } = entry;
  let found = await inspectModel(entry, options.home);
  if (found.state === "unverified") {
    found = await verifyUnknown(entry, options.home, { signal: options.signal });
  }
  const { state, path } = found;
  if (state === "installed") {
    const files = found.files.map(({ file, path: place }) => [file.fileName, place] as const);
    const facts = { path, files: Object.fromEntries(files), name, kind, contextTokens };
    return { ...facts, revision: revisionOf(found) };
  }
  const damaged = state === "damaged";
  const why = {
    damaged: `is damaged: ${pathOf("damaged", found)} does not have the bytes that it should have`,
    outdated: "was pulled in another version than the catalogue now names",
  };
  const message = state === "damaged" || state === "outdated" ? why[state] : "is not here yet";
  throw new LonghandError(`The model ${name} ${message}.`, {
    code: damaged ? "model-damaged" : "model-missing",
    hint: `Get it with \`longhand models pull ${name}\`.`,
    details: { model: name, file: path },
  });
}

function revisionOf({ files }: InstalledModel): string {
  const sums = files.map(({ receipt }) => receipt?.sha256 ?? "");
  return sums.length === 1 ? (sums[0] as string) : sha256(sums.map((sum) => `${sum}\n`).join(""));
}

function pathOf(state: InstalledModel["state"], { path, files }: InstalledModel): string {
  return files.find((file) => file.state === state)?.path ?? path;
}

function refuseOtherRevision(found: LocatedModel, wanted: string | undefined): void {
  if (wanted === undefined) return;
  if (/^[0-9a-f]{8,64}$/i.test(wanted) && found.revision.startsWith(wanted.toLowerCase())) return;
  throw new LonghandError(
    `The model ${found.name} has the revision ${found.revision}, but ${wanted} is asked for.`,
    {
      code: "revision-mismatch",
      hint: `The revision of a local model is the beginning of its SHA-256: write @${found.revision.slice(0, 12)}, or leave it out.`,
      details: { model: found.name, revision: found.revision, wanted },
    },
  );
}
