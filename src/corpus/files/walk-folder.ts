import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { messageOf } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";
import { type FindingEvent, rejected, skipped } from "../corpus-event.ts";

/** A file below the imported folder. */
export interface FoundFile {
  readonly kind: "file";
  readonly path: string;
  /** Its path below the imported folder, with `/` on every system. */
  readonly source: string;
  readonly bytes: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedMs: number;
}

/** How {@link walkFolder} goes. */
export interface WalkOptions {
  /** Tells by their names the files and folders that are passed over. @defaultValue hidden ones */
  readonly isHidden?: (name: string) => boolean;
}

/**
 * Finds all files below a folder, or the one file that is given, in the order of their names. Hidden
 * files, links that lead back, and what is no file are skipped and said so.
 *
 * @param top - A folder or a file.
 * @param options - What is passed over.
 * @returns The files, and what is none.
 * @throws LonghandError `not-found`, `not-readable` if there is no such folder or file.
 */
export async function* walkFolder(
  top: string,
  { isHidden = isLeftOver }: WalkOptions = {},
): AsyncGenerator<FoundFile | FindingEvent> {
  const found = await stat(top).catch((cause: unknown) => {
    throw fileError(top, cause);
  });
  if (!found.isDirectory()) {
    yield* visit(top, { top, isHidden, seen: new Set(), name: basename(top), real: undefined });
    return;
  }
  const real = await realpath(top);
  yield* visitFolder(top, { top, isHidden, seen: new Set([real]), name: "", real });
}

interface Walk {
  readonly top: string;
  readonly isHidden: (name: string) => boolean;
  /** Where folders and links really lead, so that nothing is read twice. */
  readonly seen: Set<string>;
  readonly name: string;
  /** Where the path really leads; `undefined` if it may be a link. */
  readonly real: string | undefined;
}

async function* visitFolder(folder: string, walk: Walk): AsyncGenerator<FoundFile | FindingEvent> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) =>
    messageOf(cause),
  );
  if (typeof entries === "string") {
    yield rejected({ reason: "unreadable", message: entries, place: { file: folder } });
    return;
  }
  const links = new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  // By code units, so that the order is the same on every machine.
  for (const name of entries.map((entry) => entry.name).sort()) {
    const path = join(folder, name);
    if (walk.isHidden(name)) {
      const message = "hidden, or left by another program";
      yield skipped({ reason: "hidden-file", message, place: { file: path } });
    } else {
      const isLink = walk.real === undefined || links.has(name);
      yield* visit(path, { ...walk, name, real: isLink ? undefined : join(walk.real, name) });
    }
  }
}

/** Names of files that systems and programs leave in people's folders. */
export function isLeftOver(name: string): boolean {
  return /^\.|^~\$|^__MACOSX$|^Thumbs\.db$|^desktop\.ini$/i.test(name);
}

async function* visit(path: string, walk: Walk): AsyncGenerator<FoundFile | FindingEvent> {
  const place = { file: path };
  const found = await look(path, walk.real);
  if (typeof found === "string") {
    yield rejected({ reason: "unreadable", message: found, place });
    return;
  }
  if (walk.seen.has(found.real)) {
    const message = `a link to what is read already, ${found.real}`;
    yield skipped({ reason: "link-loop", message, place });
    return;
  }
  walk.seen.add(found.real);
  if (found.stats.isDirectory()) yield* visitFolder(path, { ...walk, real: found.real });
  else if (found.stats.isFile()) {
    const source = path === walk.top ? walk.name : relative(walk.top, path).split(sep).join("/");
    const { size: bytes, mtimeMs: changedMs } = found.stats;
    yield { kind: "file", path, source, bytes, changedMs };
  } else {
    yield skipped({ reason: "not-a-file", message: "neither a file nor a folder", place });
  }
}

/** What a path leads to, or why nobody can tell. */
async function look(path: string, real: string | undefined) {
  try {
    return { stats: await stat(path), real: real ?? (await realpath(path)) };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return code === "ENOENT" ? "a link that leads nowhere" : messageOf(cause);
  }
}
