import type { ComparisonFile } from "./comparison-file.ts";

/** What a comparison was frozen with: it may only go on as it began. */
export interface ComparisonManifest {
  /** Format version. */
  readonly v: 1;
  /** Tells it apart from other runs. */
  readonly kind: "writing-comparison";
  /** Hash of everything that decides the texts. */
  readonly hash: string;
  /** What is compared. */
  readonly file: ComparisonFile;
}

/**
 * Whether a manifest is one of a comparison.
 *
 * @param value - A parsed `manifest.json`.
 * @returns Whether it is.
 */
export function isComparisonManifest(value: unknown): value is ComparisonManifest {
  const { v, kind } = (value ?? {}) as Partial<ComparisonManifest>;
  return v === 1 && kind === "writing-comparison";
}
