import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeAtomically } from "../../storage/index.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { filesOf, type ModelFile } from "./model-files.ts";
import { type HashOptions, hashFile, writeError } from "./part-file.ts";

/** What was noted when a file of a model was last hashed. Kept beside it. */
export interface Receipt {
  /** Version of this record. */
  readonly v: 1;
  /** Name of the file. */
  readonly fileName: string;
  /** Its size in bytes. */
  readonly sizeBytes: number;
  /** When it was last changed, in milliseconds since 1970; tells a touched file from a known one. */
  readonly mtimeMs: number;
  /** The checksum it had, or that it should have if it is damaged. */
  readonly sha256: string;
  /** Where it came from. */
  readonly source: string;
  /** `first-use` if nothing but the first pull vouches for the checksum. */
  readonly vouchedBy: "catalogue" | "first-use";
  /** `true` once a check found other bytes than these. */
  readonly damaged: boolean;
}

/**
 * How a model stands on this machine. `unverified`: the file is there, but it was changed, or put
 * there by hand, since it was last hashed. `outdated`: intact, but the catalogue now names another; or only
 * the file is there that the catalogue now has re-encoded.
 */
export type InstallState = "installed" | "absent" | "unverified" | "outdated" | "damaged";

/** A file of a model on this machine, judged by size and time alone. */
export interface InstalledFile {
  /** How it stands. */
  readonly state: InstallState;
  /** Where the file is, or would be. */
  readonly path: string;
  /** What was noted when it was last hashed. */
  readonly receipt?: Receipt;
  /** The file that it can be made from, where only that one is here; the state is then `outdated`. */
  readonly earlierPath?: string;
}

/** A model on this machine: its first file, in the state of its worst one. */
export interface InstalledModel extends InstalledFile {
  /** Its files in the catalogue's order. */
  readonly files: readonly (InstalledFile & { readonly file: ModelFile })[];
}

const receiptSchema: z.ZodType<Receipt> = z.object({
  v: z.literal(1),
  fileName: z.string(),
  sizeBytes: z.number(),
  mtimeMs: z.number(),
  sha256: z.string(),
  source: z.string(),
  vouchedBy: z.enum(["catalogue", "first-use"]),
  damaged: z.boolean(),
});

/** Folder of one model. */
export function modelFolder(home: string, name: string): string {
  return join(home, "models", name);
}

/** Path of a file of a model. */
export function modelPath(home: string, file: Pick<ModelFile, "name" | "fileName">): string {
  return join(modelFolder(home, file.name), file.fileName);
}

function receiptPath(home: string, file: ModelFile): string {
  return join(modelFolder(home, file.name), file.receiptName);
}

/** Whether a model can be used, worst first. */
const WORST_FIRST: readonly InstallState[] = [
  "damaged",
  "absent",
  "outdated",
  "unverified",
  "installed",
];

/**
 * Looks at a model's files without reading them.
 *
 * @param entry - The model.
 * @param home - Longhand's home folder.
 * @returns How it stands.
 */
export async function inspectModel(entry: CatalogueEntry, home: string): Promise<InstalledModel> {
  const files = await Promise.all(
    filesOf(entry).map(async (file) => ({ file, ...(await inspectFile(file, home)) })),
  );
  const { file: _file, ...first } = files[0] as (typeof files)[number];
  const state = WORST_FIRST.find((worst) => files.some((file) => file.state === worst));
  return { ...first, state: state ?? first.state, files };
}

/**
 * Hashes those of a model's files that are not known by their size and time, and notes what it found.
 *
 * @param entry - The model.
 * @param home - Longhand's home folder.
 * @param options - Progress and abort signal.
 * @returns How the model stands now.
 */
export async function verifyUnknown(
  entry: CatalogueEntry,
  home: string,
  options: HashOptions = {},
): Promise<InstalledModel> {
  const { files } = await inspectModel(entry, home);
  for (const { file, state } of files) {
    if (state === "unverified") await verifyFile(file, home, options);
  }
  return inspectModel(entry, home);
}

/**
 * Looks at a file of a model without reading it.
 *
 * @param entry - The file.
 * @param home - Longhand's home folder.
 * @returns How it stands.
 */
export async function inspectFile(entry: ModelFile, home: string): Promise<InstalledFile> {
  const path = modelPath(home, entry);
  const receipt = await readReceipt(home, entry);
  const noted = receipt === undefined ? {} : { receipt };
  const file = await stat(path).catch(() => undefined);
  if (file === undefined) {
    const earlierPath = await findEarlierFile(entry, home);
    if (earlierPath !== undefined) return { state: "outdated", path, ...noted, earlierPath };
    return { state: "absent", path, ...noted };
  }
  const facts = { sizeBytes: file.size, mtimeMs: file.mtimeMs };
  return { state: judge(entry, facts, receipt), path, ...noted };
}

/**
 * Looks for the file that a re-encoded one is made from, under the name that an earlier catalogue gave it.
 *
 * @param entry - The re-encoded file.
 * @param home - Longhand's home folder.
 * @returns Its path, if a file of its size is there; its content was not looked at.
 */
export async function findEarlierFile(entry: ModelFile, home: string): Promise<string | undefined> {
  const { fileName, sizeBytes } = entry.reencode?.from ?? {};
  if (fileName === undefined) return undefined;
  const path = modelPath(home, { name: entry.name, fileName });
  const file = await stat(path).catch(() => undefined);
  return file?.isFile() === true && file.size === sizeBytes ? path : undefined;
}

function judge(
  entry: ModelFile,
  file: Pick<Receipt, "sizeBytes" | "mtimeMs">,
  receipt: Receipt | undefined,
): InstallState {
  if (receipt === undefined) {
    return entry.sizeBytes === undefined || entry.sizeBytes === file.sizeBytes
      ? "unverified"
      : "damaged";
  }
  if (receipt.sizeBytes !== file.sizeBytes) return "damaged";
  if (receipt.mtimeMs !== file.mtimeMs) return "unverified";
  if (receipt.damaged) return "damaged";
  return entry.sha256 === undefined || entry.sha256 === receipt.sha256 ? "installed" : "outdated";
}

/**
 * Hashes a file of a model, and notes what it found.
 *
 * @param entry - The file; it must be there.
 * @param home - Longhand's home folder.
 * @param options - Progress and abort signal.
 * @returns How it stands now (`installed`, `outdated` or `damaged`), and the checksum it has.
 */
export async function verifyFile(
  entry: ModelFile,
  home: string,
  options: HashOptions = {},
): Promise<InstalledFile & { readonly receipt: Receipt; readonly actualSha256: string }> {
  const { path, receipt: old } = await inspectFile(entry, home);
  const found = await hashFile(path, options);
  // A file that equals what was pulled is whole, even if the catalogue has moved on since.
  const known = [entry.sha256, old?.sha256].filter((sha256) => sha256 !== undefined);
  const damaged = known.length > 0 && !known.includes(found.sha256);
  const receipt: Receipt = {
    v: 1,
    fileName: entry.fileName,
    sizeBytes: found.sizeBytes,
    mtimeMs: found.mtimeMs,
    sha256: damaged ? (known[0] ?? found.sha256) : found.sha256,
    source: old?.source ?? "put there by hand",
    vouchedBy: entry.sha256 === undefined ? "first-use" : "catalogue",
    damaged,
  };
  await writeReceipt(home, entry, receipt);
  const outdated = entry.sha256 !== undefined && entry.sha256 !== found.sha256;
  const intact = outdated ? "outdated" : "installed";
  return { state: damaged ? "damaged" : intact, path, receipt, actualSha256: found.sha256 };
}

/** Notes what is known of a file of a model. */
export async function writeReceipt(home: string, file: ModelFile, receipt: Receipt): Promise<void> {
  const path = receiptPath(home, file);
  await writeAtomically(path, `${JSON.stringify(receipt, undefined, 2)}\n`).catch((cause) => {
    throw writeError(path, cause);
  });
}

async function readReceipt(home: string, entry: ModelFile): Promise<Receipt | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(receiptPath(home, entry), "utf8"));
    const { success, data } = receiptSchema.safeParse(value);
    return success && data.fileName === entry.fileName ? data : undefined;
  } catch {
    // No receipt, or an unreadable one: the file is hashed before it is trusted.
    return undefined;
  }
}
