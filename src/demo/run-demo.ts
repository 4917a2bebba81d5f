import { rm } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../foundation/index.ts";
import { DEFAULT_MODEL, DEFAULT_VECTORS, hasWordVectors } from "../models/index.ts";
import { pullWithProgress, type RunContext } from "../pipeline/index.ts";
import { runServer } from "../server/index.ts";
import { lockFolder, makeFolder } from "../storage/index.ts";
import { type AnnualPlan, planAnnual } from "./annual-challenge.ts";
import { readNovel } from "./demo-books.ts";
import {
  type GuideFacts,
  type GuidePerson,
  guideLines,
  guidePage,
  guidePeople,
} from "./demo-guide.ts";
import {
  clearDemo,
  type DemoNote,
  openDemoHome,
  readDemoNote,
  writeDemoNote,
  writeSecret,
} from "./demo-home.ts";
import { DEMO_PEOPLE, drawPassword } from "./demo-people.ts";
import { makeTexts } from "./make-texts.ts";
import { type SeedParts, seedDemo } from "./seed-demo.ts";

const DEFAULT_SEED = 7;

/** How a demo is started. */
export interface DemoOptions {
  /** Folder to keep it in. @defaultValue one that is deleted at the end */
  readonly home?: string;
  /** Port; 0 takes a free one. @defaultValue 4321 */
  readonly port?: number;
  /** Model as an experiment names it. @defaultValue the catalogue's default model */
  readonly model?: string;
  /** Seed of everything drawn but passwords and ids. @defaultValue 7 */
  readonly seed?: number;
  /** The bundled pages. */
  readonly web: string;
  /** Chance that nobody can guess. */
  readonly randomBytes: (byteCount: number) => Uint8Array;
  /** Version of Longhand. */
  readonly version: string;
}

/** A demo that runs. */
export interface RunningDemo {
  /** Address of the server. */
  readonly url: string;
  /** Folder that it is kept in. */
  readonly home: string;
  /** Whether the folder is deleted at the end. */
  readonly isThrowAway: boolean;
  /** File of the page that says who there is to sign in as. */
  readonly guide: string;
  /** The same for programs. */
  readonly people: readonly GuidePerson[];
  /** The same as lines for a terminal. */
  readonly lines: readonly string[];
  /** Stops the server; a folder for this time only is deleted. */
  close(): Promise<void>;
}

/**
 * Starts the demo: seeds a new folder, or goes on with one that is ready.
 *
 * @param options - How.
 * @param context - Time, progress, the wish to stop; `home` holds models and vectors.
 * @returns The demo; close it.
 * @throws LonghandError `usage` if the folder holds something else, or a demo of another model or seed;
 *   `run-locked`; `missing-dependency`; `model-unavailable`; `generation-failed`; `demo-refused`;
 *   `interrupted`; what starting the server throws.
 */
export async function openDemo(options: DemoOptions, context: RunContext): Promise<RunningDemo> {
  const { folder, isThrowAway } = await openDemoHome(options.home);
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    if (isThrowAway) closing.push(() => rm(folder, { recursive: true, force: true }));
    const lock = await lockFolder(folder, context.clock);
    closing.push(() => lock.release());
    const note = await readyNote({ folder, options, context });
    const server = await runServer({
      ...serverOptions(folder, { options, context }),
      clock: context.clock,
    });
    closing.push(() => server.close());
    return { ...(await guideOf(folder, { url: server.url, ...note })), isThrowAway, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function guideOf(
  folder: string,
  facts: GuideFacts,
): Promise<Omit<RunningDemo, "close" | "isThrowAway">> {
  const guide = join(folder, "sign-in.html");
  await writeSecret(guide, guidePage(facts));
  const { url } = facts;
  return { url, home: folder, guide, people: guidePeople(facts), lines: guideLines(facts) };
}

interface DemoPlace {
  readonly folder: string;
  readonly options: DemoOptions;
  readonly context: RunContext;
}

/** The note of a folder whose demo is ready; it is made where there is none. */
async function readyNote(place: DemoPlace): Promise<DemoNote> {
  const { folder, options, context } = place;
  const found = await readDemoNote(folder);
  if (found?.state === "ready") {
    refuseOther(found, options);
    context.onProgress({ kind: "message", text: `Going on with the demo in ${folder}` });
    return found;
  }
  if (found !== undefined) {
    const text = "An earlier start did not come to its end: the demo is made anew";
    context.onProgress({ kind: "message", text });
    await clearDemo(folder);
  }
  const note: DemoNote = {
    v: 1,
    state: "seeding",
    model: options.model ?? `gguf:${DEFAULT_MODEL}`,
    seed: options.seed ?? DEFAULT_SEED,
    passwords: Object.fromEntries(
      DEMO_PEOPLE.map(({ name }) => [name, drawPassword(options.randomBytes)]),
    ),
  };
  await writeDemoNote(folder, note);
  await fill(place, note);
  const ready: DemoNote = { ...note, state: "ready" };
  await writeDemoNote(folder, ready);
  return ready;
}

function refuseOther(
  note: DemoNote,
  { home, model = note.model, seed = note.seed }: DemoOptions,
): void {
  if (model === note.model && seed === note.seed) return;
  throw new LonghandError(
    `The demo in ${home ?? "this folder"} was made with ${note.model} and seed ${note.seed}.`,
    { code: "usage", hint: "Leave --model and --seed out, or name another folder with --home." },
  );
}

async function fill({ folder, options, context }: DemoPlace, note: DemoNote): Promise<void> {
  const inDemo: RunContext = { ...context, runsFolder: join(folder, "runs") };
  const { passwords } = note;
  const server = serverOptions(folder, { options, context });
  // The server is open before texts are made: what it lacks, and a port that is taken, show at once.
  await seedDemo(
    { passwords, server, plan: () => planTexts({ folder, options }, note, inDemo) },
    inDemo,
  );
}

async function planTexts(
  { folder, options }: Pick<DemoPlace, "folder" | "options">,
  { model, seed }: DemoNote,
  context: RunContext,
): Promise<AnnualPlan> {
  const novel = await readNovel();
  if (options.model === undefined) await requireModel(context);
  const hasVectors = await hasWordVectors({ home: context.home });
  if (!hasVectors) context.onProgress({ kind: "warning", text: NO_VECTORS });
  const texts = join(folder, "texts");
  await makeFolder(texts);
  const made = await makeTexts({ model, seed, folder: texts, novel }, context);
  return planAnnual({ texts: made, novel, seed, hasVectors });
}

const NO_VECTORS = `There are no word vectors, so the board of long texts goes without GAPELMAPER. "${DEFAULT_VECTORS.installCommand}" brings them; then make a new demo.`;

/** The small local model; nothing takes its place by itself. */
async function requireModel(context: RunContext): Promise<void> {
  try {
    await pullWithProgress(DEFAULT_MODEL, context);
  } catch (cause) {
    if (!(cause instanceof LonghandError) || cause.code !== "model-unavailable") throw cause;
    throw new LonghandError(
      `The texts of the demo are made on this machine, and the local model is not installed: ${cause.message}`,
      {
        code: "model-unavailable",
        hint: `Repeat it with a network, or put the model in place with \`longhand models pull ${DEFAULT_MODEL}\`. To go without: longhand demo --model fake, whose texts are strings of words.`,
        cause,
      },
    );
  }
}

function serverOptions(
  folder: string,
  { options, context }: Pick<DemoPlace, "options" | "context">,
): SeedParts["server"] {
  const { web, randomBytes, version, port } = options;
  const data = join(folder, "server");
  const folders = { home: context.home, data, runs: join(folder, "runs"), web };
  return { folders, randomBytes, version, ...(port === undefined ? {} : { port }) };
}
