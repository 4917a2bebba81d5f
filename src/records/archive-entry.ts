import type { LineProblem } from "./submission.ts";

/** An entry of an archive, as far as its directory tells. */
export interface ArchiveEntry {
  /** Name as it was decoded. */
  readonly name: string;
  /** Size when packed, in bytes. */
  readonly packedBytes: number;
  /** Size when unpacked, in bytes, as the archive says. */
  readonly bytes: number;
  /** The upper 16 bits of its external attributes: type and rights on Unix. */
  readonly unixMode: number;
  /** Whether it is encrypted. */
  readonly encrypted: boolean;
}

/** Something about an entry that is refused. */
interface EntryFault {
  /** Stable, kebab-case name of the fault. */
  readonly code: string;
  /** What is wrong. */
  readonly message: string;
}

/** Most entries of an archive. */
export const MAX_ENTRIES = 1_000;
/** Largest archive, in bytes. */
export const MAX_PACKED_BYTES: number = 64 * 1_048_576;
/** Most bytes that an archive may unpack to. */
const MAX_UNPACKED_BYTES = 512 * 1_048_576;
/** Most bytes that a packed byte may become. */
const MAX_RATIO = 100;
/** A ratio says nothing of entries that are smaller than this when unpacked, in bytes. */
const RATIO_FROM_BYTES = 4_096;

const FILE_TYPE = 0xf000;
const REGULAR = 0x8000;
const FOLDER = 0x4000;
const LINK = 0xa000;

const NESTED = /\.(?:zip|gz|tgz|tar|bz2|xz|7z|rar|zst|jar)$/i;

/**
 * Whether an entry is passed over without a word: folders, and what macOS adds.
 *
 * @param entry - The entry.
 * @returns `true` for those.
 */
export function isIgnoredEntry({ name }: Pick<ArchiveEntry, "name">): boolean {
  return name.endsWith("/") || name.startsWith("__MACOSX/") || /(?:^|\/)\.DS_Store$/.test(name);
}

/**
 * What is wrong with an entry: its name, its kind, its size.
 *
 * @param entry - The entry.
 * @returns Every fault; none if it may be read.
 */
function entryFaults(entry: ArchiveEntry): EntryFault[] {
  return [...nameFaults(entry.name), ...kindFaults(entry), ...sizeFaults(entry)];
}

function nameFaults(name: string): EntryFault[] {
  const faults: EntryFault[] = [];
  const shown = JSON.stringify(name);
  if (name.startsWith("/")) {
    faults.push({ code: "absolute-name", message: `The name ${shown} is absolute.` });
  }
  if (/^[a-zA-Z]:/.test(name)) {
    faults.push({ code: "drive-name", message: `The name ${shown} begins with a drive.` });
  }
  if (name.includes("\\")) {
    faults.push({ code: "backslash-name", message: `The name ${shown} holds a backslash.` });
  }
  if (name.split(/[/\\]/).includes("..")) {
    faults.push({ code: "climbing-name", message: `The name ${shown} climbs out of the archive.` });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    faults.push({ code: "control-name", message: `The name ${shown} holds control characters.` });
  }
  return faults;
}

function kindFaults({ name, unixMode, encrypted }: ArchiveEntry): EntryFault[] {
  const shown = JSON.stringify(name);
  const type = unixMode & FILE_TYPE;
  if (type === LINK) return [{ code: "link", message: `${shown} is a link.` }];
  if (type !== 0 && type !== REGULAR && type !== FOLDER) {
    return [{ code: "device", message: `${shown} is no file.` }];
  }
  if (encrypted) return [{ code: "encrypted", message: `${shown} is encrypted.` }];
  if (NESTED.test(name)) return [{ code: "nested", message: `${shown} is an archive itself.` }];
  if (!/\.jsonl$/i.test(name) && !isMetaEntry(name)) {
    const message = `${shown} is neither a .jsonl file nor meta.json.`;
    return [{ code: "unknown-file", message }];
  }
  return [];
}

/**
 * Whether an entry is the meta file.
 *
 * @param name - Its name.
 * @returns `true` for `meta.json` in any folder.
 */
export function isMetaEntry(name: string): boolean {
  return /(?:^|\/)meta\.json$/.test(name);
}

function sizeFaults({ name, bytes, packedBytes }: ArchiveEntry): EntryFault[] {
  const ratio = bytes / Math.max(1, packedBytes);
  if (bytes < RATIO_FROM_BYTES || ratio <= MAX_RATIO) return [];
  const times = `${Math.round(ratio).toLocaleString("en-US")} times`;
  const message = `${JSON.stringify(name)} unpacks to ${times} its size; ${MAX_RATIO} are allowed.`;
  return [{ code: "ratio", message }];
}

/**
 * Everything wrong with an archive, as far as its directory tells: names, kinds, sizes, what stands twice.
 *
 * @param entries - All entries, in the order of the archive.
 * @returns Every fault; none if its files may be read.
 */
export function archiveProblems(entries: readonly ArchiveEntry[]): LineProblem[] {
  const read = entries.filter((entry) => !isIgnoredEntry(entry) || entryFaults(entry).length > 1);
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  for (const entry of read) {
    for (const fault of entryFaults(entry)) problems.push({ file: entry.name, ...fault });
    const key = entry.name.normalize("NFC").toLowerCase();
    if (seen.has(key)) {
      const message = `The name ${JSON.stringify(entry.name)} stands twice in the archive.`;
      problems.push({ file: entry.name, code: "duplicate-name", message });
    }
    seen.add(key);
  }
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_UNPACKED_BYTES) {
    const size = `${Math.round(total / 1_048_576).toLocaleString("en-US")} MiB`;
    problems.push({
      code: "too-large-unpacked",
      message: `The archive unpacks to ${size}; 512 MiB are allowed.`,
    });
  }
  if (!entries.some(({ name }) => /\.jsonl$/i.test(name))) {
    problems.push({ code: "no-texts", message: "The archive holds no .jsonl file." });
  }
  return problems;
}
