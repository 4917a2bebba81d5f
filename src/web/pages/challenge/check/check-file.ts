import { unzipSync } from "fflate";
import { messageOf } from "../../../../foundation/index.ts";
import {
  type ArchiveEntry,
  archiveProblems,
  isIgnoredEntry,
  isMetaEntry,
  type LineProblem,
  MAX_ENTRIES,
  MAX_PACKED_BYTES,
  openSubmissionCheck,
  type SubmissionCheck,
  type SubmissionRules,
  type SubmissionVerdict,
  submissionMetaSchema,
} from "../../../../records/index.ts";
import { unicodeWords } from "../../../../text/index.ts";
import { linesOf, type UnreadableLine } from "./file-lines.ts";

/** A file to check, as it goes to the worker. */
export interface CheckTask {
  /** The file. */
  readonly file: Blob;
  /** Its name: `.zip` is read as an archive, everything else as JSON Lines. */
  readonly name: string;
  /** What it must hold. */
  readonly rules: Omit<SubmissionRules, "countWords">;
}

/**
 * Checks a file before it is sent, by the rules that the server applies again.
 *
 * @param task - The file and the rules.
 * @param onProgress - Is told how much of the file was looked at, from 0 to 1.
 * @returns Everything wrong with it.
 */
export async function checkFile(
  { file, name, rules }: CheckTask,
  onProgress: (share: number) => void,
): Promise<SubmissionVerdict> {
  if (file.size > MAX_PACKED_BYTES) {
    return refused([
      { code: "too-large", message: "The file is larger than 64 MiB. Pack it as .zip." },
    ]);
  }
  const check = openSubmissionCheck({
    ...rules,
    countWords: (text) => unicodeWords(text).length,
  });
  if (!isArchive(name)) {
    await takeStream(file.stream(), check, (bytes) => onProgress(bytes / Math.max(1, file.size)));
    return check.finish();
  }
  const packed = new Uint8Array(await file.arrayBuffer());
  const problems = await takeArchive(packed, check, onProgress);
  return problems.length > 0 ? refused(problems) : check.finish();
}

/**
 * Whether a file is sent as an archive.
 *
 * @param name - Its name.
 * @returns `true` for `.zip`.
 */
export function isArchive(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** Of an archive that is refused nothing is read, so that nothing is said to be missing either. */
function refused(problems: readonly LineProblem[]): SubmissionVerdict {
  return {
    accepted: false,
    problems,
    problemCount: problems.length,
    items: 0,
    emptyTexts: 0,
    shortTexts: 0,
    longTexts: 0,
  };
}

async function takeArchive(
  packed: Uint8Array,
  check: SubmissionCheck,
  onProgress: (share: number) => void,
): Promise<readonly LineProblem[]> {
  const directory = directoryOf(packed);
  if ("code" in directory) return [directory];
  const problems = archiveProblems(directory);
  if (problems.length > 0) return problems;
  const entries = directory.filter((entry) => !isIgnoredEntry(entry));
  for (const [place, { name }] of entries.entries()) {
    try {
      await takeEntry(unpacked(packed, name), { name, check });
    } catch (error) {
      const message = `${JSON.stringify(name)} cannot be unpacked: ${messageOf(error)}.`;
      check.add({ file: name, code: "damaged-entry", message });
    }
    onProgress((place + 1) / entries.length);
  }
  return [];
}

/** What the archive says that it holds. Links and encryption are looked at by the server alone. */
function directoryOf(packed: Uint8Array): readonly ArchiveEntry[] | LineProblem {
  const entries: ArchiveEntry[] = [];
  try {
    unzipSync(packed, {
      filter: ({ name, size, originalSize }) => {
        entries.push({
          name,
          packedBytes: size,
          bytes: originalSize,
          unixMode: 0,
          encrypted: false,
        });
        return false;
      },
    });
  } catch (error) {
    const message = `This is no readable ZIP archive: ${messageOf(error)}.`;
    return { code: "invalid-archive", message };
  }
  if (entries.length <= MAX_ENTRIES) return entries;
  const count = entries.length.toLocaleString("en-US");
  const message = `The archive holds ${count} entries; 1,000 are allowed.`;
  return { code: "too-many-entries", message };
}

/** One file at a time, so that no more than one lies unpacked in memory. */
function unpacked(packed: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const files = unzipSync(packed, { filter: (entry) => entry.name === name });
  return new Uint8Array(files[name] ?? []);
}

async function takeEntry(
  bytes: Uint8Array<ArrayBuffer>,
  { name, check }: { readonly name: string; readonly check: SubmissionCheck },
): Promise<void> {
  if (!isMetaEntry(name)) {
    await takeStream(new Blob([bytes]).stream(), check, () => undefined, name);
    return;
  }
  const problem = (message: string): void =>
    check.add({ file: "meta.json", code: "invalid-meta", message });
  try {
    const parsed = submissionMetaSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    for (const issue of parsed.error?.issues ?? []) {
      problem(`${issue.path.join(".")}: ${issue.message}.`);
    }
  } catch {
    problem("meta.json is not valid JSON.");
  }
}

// biome-ignore lint/complexity/useMaxParams: the name is absent for plain files
async function takeStream(
  stream: ReadableStream<Uint8Array>,
  check: SubmissionCheck,
  onBytes: (bytes: number) => void,
  file?: string,
): Promise<void> {
  for await (const line of linesOf(stream, onBytes)) {
    if (typeof line === "string") {
      check.line(line, file);
      continue;
    }
    // The checker counts lines; a blank one keeps its count right.
    check.line("", file);
    check.add(lineFault(line, file));
  }
}

function lineFault({ line, code }: UnreadableLine, file: string | undefined): LineProblem {
  const message =
    code === "line-too-long" ? "The line is longer than 8 MiB." : "The line is not valid UTF-8.";
  return { ...(file === undefined ? {} : { file }), line, code, message };
}
