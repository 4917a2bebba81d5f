import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LlamaContextSequence, Token } from "node-llama-cpp";

/** Shorter prompts are read about as fast as their state is written and read back. */
const MIN_TOKENS = 128;
/** Room for the states of all prompts together. */
const MAX_BYTES = 256 * 2 ** 20;

/** What {@link openPromptStates} needs to know. */
export interface PromptStatesOptions {
  /** Most prompts whose states are kept. */
  readonly prompts: number;
  /** Where the engine runs: states are kept on the processor only. */
  readonly gpu: string | false;
  /** The system, as Node names it. */
  readonly platform: NodeJS.Platform;
}

/** States of prompts that were read, so that several replies to one prompt read it once. */
export interface PromptStates {
  /**
   * Puts a sequence into the state in which a prompt left another one.
   *
   * @param sequence - An empty sequence; it is empty afterwards if this returns `false`.
   * @param prompt - Tokens that it should have read.
   * @returns Whether it is as if it had read them.
   */
  restore(sequence: LlamaContextSequence, prompt: readonly Token[]): Promise<boolean>;
  /**
   * Keeps the state of a sequence that has read a prompt and nothing else. Fails silently: the next
   * reply to the same prompt then reads it anew.
   *
   * @param sequence - The sequence.
   * @param prompt - What it has read.
   */
  keep(sequence: LlamaContextSequence, prompt: readonly Token[]): Promise<void>;
}

interface KeptState {
  readonly prompt: readonly Token[];
  readonly file: NamelessFile;
  readonly bytes: number;
}

const NO_STATES: PromptStates = {
  restore: async () => false,
  keep: async () => undefined,
};

/**
 * Opens a store of states. The engine hands a state over through a file only; on Linux that file has
 * no name, so that nothing of a prompt stays behind however the process ends. Elsewhere nothing is
 * kept. A state is the bytes that reading the prompt would bring about, so replies do not change.
 *
 * @param options - How many, and for which engine and system.
 * @returns The store; its files go when the process ends.
 */
export function openPromptStates(options: PromptStatesOptions): PromptStates {
  const { prompts, gpu, platform } = options;
  if (gpu !== false || platform !== "linux" || prompts < 1) return NO_STATES;
  // The one used last comes last.
  let kept: readonly KeptState[] = [];
  const drop = (dropped: KeptState): void => {
    kept = kept.filter((state) => state !== dropped);
    dropped.file.close();
  };
  const makeRoom = (bytes: number): void => {
    while (kept.length > 0 && (kept.length >= prompts || sizeOf(kept) + bytes > MAX_BYTES)) {
      drop(kept[0] as KeptState);
    }
  };
  return {
    async restore(sequence, prompt) {
      const state = kept.find((one) => isEqual(one.prompt, prompt));
      if (state === undefined) return false;
      if (await isLoaded(sequence, state)) {
        kept = [...kept.filter((one) => one !== state), state];
        return true;
      }
      drop(state);
      await sequence.clearHistory();
      return false;
    },
    async keep(sequence, prompt) {
      if (prompt.length < MIN_TOKENS || kept.some((one) => isEqual(one.prompt, prompt))) return;
      const file = openNamelessFile();
      if (file === undefined) return;
      try {
        const { fileSize: bytes } = await sequence.saveStateToFile(file.path);
        if (bytes > MAX_BYTES) return file.close();
        makeRoom(bytes);
        kept = [...kept, { prompt, file, bytes }];
      } catch {
        file.close();
      }
    },
  };
}

async function isLoaded(sequence: LlamaContextSequence, state: KeptState): Promise<boolean> {
  try {
    await sequence.loadStateFromFile(state.file.path, { acceptRisk: true });
    return sequence.nextTokenIndex === state.prompt.length;
  } catch {
    return false;
  }
}

function sizeOf(states: readonly KeptState[]): number {
  return states.reduce((sum, { bytes }) => sum + bytes, 0);
}

function isEqual(left: readonly Token[], right: readonly Token[]): boolean {
  return left.length === right.length && left.every((token, place) => token === right[place]);
}

interface NamelessFile {
  /** Under which this process can open it. */
  readonly path: string;
  close(): void;
}

/** A file that is removed as soon as it is open; `undefined` if the temporary folder takes none. */
function openNamelessFile(): NamelessFile | undefined {
  try {
    const folder = mkdtempSync(join(tmpdir(), "longhand-state-"));
    try {
      const descriptor = openSync(join(folder, "state"), "wx+", 0o600);
      return {
        path: `/proc/self/fd/${descriptor}`,
        close: () => closeSync(descriptor),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return undefined;
  }
}
