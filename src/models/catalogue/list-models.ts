import { type KnownModel, readCatalogue } from "./catalogue.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { type InstallState, inspectModel } from "./installed-model.ts";
import { totalBytes } from "./model-files.ts";

/** A model of the catalogue, and how it stands on this machine. */
export interface ListedModel {
  /** Its entry. */
  readonly entry: CatalogueEntry;
  /** `user` for entries of the user's own list. */
  readonly origin: KnownModel["origin"];
  /** How it stands, judged by size and time; `longhand models check` reads the file. */
  readonly state: InstallState;
  /** Where its file is, or would be; the first, if it has several. */
  readonly path: string;
  /** Size of all its files in bytes, if the catalogue knows it. */
  readonly sizeBytes?: number;
  /** SHA-256 of the file, if the catalogue or the first pull knows it. */
  readonly sha256?: string;
  /** Where the file came from; absent if it is not there. */
  readonly source?: string;
}

/**
 * Lists the catalogue: what there is, and what of it is on this machine. Reads no model file.
 *
 * @param options - Longhand's home folder.
 * @returns All models, built-in ones first.
 * @throws LonghandError `invalid-catalogue` if the user's own list has faults.
 */
export async function listModels(options: { readonly home: string }): Promise<ListedModel[]> {
  const known = await readCatalogue(options.home);
  return Promise.all(
    known.map(async ({ entry, origin }) => {
      const { state, path, receipt } = await inspectModel(entry, options.home);
      const sha256 = entry.sha256 ?? receipt?.sha256;
      const sizeBytes = totalBytes(entry);
      return {
        entry,
        origin,
        state,
        path,
        ...(sizeBytes === undefined ? {} : { sizeBytes }),
        ...(sha256 === undefined ? {} : { sha256 }),
        ...(receipt === undefined || state === "absent" ? {} : { source: receipt.source }),
      };
    }),
  );
}
