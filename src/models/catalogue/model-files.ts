import type { CatalogueEntry } from "./catalogue-entry.ts";

/** One file of a model: its entry, as if it named this file alone. */
export interface ModelFile extends Omit<CatalogueEntry, "moreFiles"> {
  /** Name of the note that is kept of the file. */
  readonly receiptName: string;
}

/**
 * The files of a model, each to be fetched, checked and noted by itself.
 *
 * @param entry - The model.
 * @returns Its files, the one that names it first.
 */
export function filesOf(entry: CatalogueEntry): readonly [ModelFile, ...ModelFile[]] {
  const { moreFiles = [], ...first } = entry;
  const { sizeBytes: _size, sha256: _sum, reencode: _reencode, ...shared } = first;
  return [
    { ...first, receiptName: "receipt.json" },
    ...moreFiles.map((file) => ({
      ...shared,
      ...file,
      receiptName: `${file.fileName}.receipt.json`,
    })),
  ];
}

/**
 * Size of a model on disk.
 *
 * @param entry - The model.
 * @returns Bytes of all its files; `undefined` if the size of one is not known.
 */
export function totalBytes(entry: CatalogueEntry): number | undefined {
  const sizes = filesOf(entry).map(({ sizeBytes }) => sizeBytes);
  return sizes.reduce((sum, size) =>
    sum === undefined || size === undefined ? undefined : sum + size,
  );
}
