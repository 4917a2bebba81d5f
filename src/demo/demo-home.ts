import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import { makeFolder } from "../storage/index.ts";

/** What a folder says of the demo in it. */
export interface DemoNote {
  /** Version of the note. */
  readonly v: 1;
  /** `seeding` until everything is in place. */
  readonly state: "seeding" | "ready";
  /** Model that the texts were made with. */
  readonly model: string;
  /** Seed of everything drawn. */
  readonly seed: number;
  /** Everybody's password, by name. */
  readonly passwords: Readonly<Record<string, string>>;
}

const noteSchema: z.ZodType<DemoNote> = z.strictObject({
  v: z.literal(1),
  state: z.enum(["seeding", "ready"]),
  model: z.string(),
  seed: z.int(),
  passwords: z.record(z.string(), z.string()),
});

const NOTE_FILE = "demo.json";
/** The lock of whoever writes the folder. */
const LOCK_FILE = /^writer\.lock/;
/** What seeding makes; nothing else is ever deleted. */
const SEEDED = ["server", "runs", "texts", "sign-in.html"];

/** The folder of a demo. */
export interface DemoHome {
  /** The folder. */
  readonly folder: string;
  /** Whether it was made for this time only. */
  readonly isThrowAway: boolean;
}

/**
 * The folder of a demo: the one that was asked for, or a new one for this time only.
 *
 * @param asked - Folder that was asked for.
 * @returns The folder; it exists.
 */
export async function openDemoHome(asked: string | undefined): Promise<DemoHome> {
  if (asked === undefined) {
    return { folder: await mkdtemp(join(tmpdir(), "longhand-demo-")), isThrowAway: true };
  }
  const folder = resolve(asked);
  await makeFolder(folder);
  return { folder, isThrowAway: false };
}

/**
 * What a folder says of the demo in it.
 *
 * @param folder - The folder.
 * @returns The note; `undefined` for an empty folder.
 * @throws LonghandError `usage` if there is something else in the folder.
 */
export async function readDemoNote(folder: string): Promise<DemoNote | undefined> {
  const path = join(folder, NOTE_FILE);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) {
    const others = (await readdir(folder)).filter((name) => !LOCK_FILE.test(name));
    if (others.length === 0) return undefined;
    throw notADemo(`${folder} is not empty, and there is no demo in it (${others[0]}).`);
  }
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw notADemo(`${path} is not the note of a demo.`, cause);
  }
}

function notADemo(message: string, cause?: unknown): LonghandError {
  return new LonghandError(message, {
    code: "usage",
    hint: "Name an empty folder, or one that does not exist, with --home.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Writes down what the demo in a folder is; only its owner can read it.
 *
 * @param folder - The folder.
 * @param note - What it is.
 */
export async function writeDemoNote(folder: string, note: DemoNote): Promise<void> {
  const path = join(folder, NOTE_FILE);
  await writeSecret(`${path}.new`, `${JSON.stringify(note, undefined, 2)}\n`);
  await rename(`${path}.new`, path);
}

/**
 * Writes a file that holds passwords.
 *
 * @param path - Where to.
 * @param content - What it holds.
 */
export async function writeSecret(path: string, content: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, content, { mode: 0o600, flush: true });
}

/**
 * Takes away what a seeding that was cut off has left.
 *
 * @param folder - A folder with the note of a demo.
 */
export async function clearDemo(folder: string): Promise<void> {
  for (const name of SEEDED) await rm(join(folder, name), { recursive: true, force: true });
}
