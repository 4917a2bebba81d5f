import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { LlamaContextSequence, Token } from "node-llama-cpp";
import { describe, expect, it } from "vitest";
import { openPromptStates, type PromptStatesOptions } from "./prompt-states.ts";

/** A sequence whose state is the tokens it has read. */
function fakeSequence(read: readonly Token[] = []) {
  let tokens = read;
  const calls = { loads: 0, saves: 0, clears: 0 };
  const sequence = {
    get nextTokenIndex() {
      return tokens.length;
    },
    async saveStateToFile(path: string) {
      calls.saves += 1;
      writeFileSync(path, JSON.stringify(tokens));
      return { fileSize: 10 };
    },
    async loadStateFromFile(path: string) {
      calls.loads += 1;
      tokens = JSON.parse(readFileSync(path, "utf8"));
    },
    async clearHistory() {
      calls.clears += 1;
      tokens = [];
    },
  };
  return { sequence: sequence as unknown as LlamaContextSequence, calls, tokens: () => tokens };
}

function prompt(first: number, length = 200): Token[] {
  return Array.from({ length }, (_, place) => (first + place) as Token);
}

function open(changes: Partial<PromptStatesOptions> = {}) {
  return openPromptStates({ prompts: 2, gpu: false, platform: "linux", ...changes });
}

describe.runIf(process.platform === "linux")("openPromptStates", () => {
  it("gives the state of a prompt to another sequence, and no file a name", async () => {
    const states = open();
    await states.keep(fakeSequence(prompt(1)).sequence, prompt(1));
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("longhand-state-"))).toEqual([]);
    const other = fakeSequence();
    expect(await states.restore(other.sequence, prompt(1))).toBe(true);
    expect(other.tokens()).toEqual(prompt(1));
  });

  it("takes no other prompt for it, not even a longer or shorter one", async () => {
    const states = open();
    await states.keep(fakeSequence(prompt(1)).sequence, prompt(1));
    for (const other of [prompt(2), prompt(1, 199), prompt(1, 201), []]) {
      const { sequence, calls } = fakeSequence();
      expect(await states.restore(sequence, other)).toBe(false);
      expect(calls.loads).toBe(0);
    }
  });

  it("drops the prompt that was used longest ago", async () => {
    const states = open({ prompts: 2 });
    for (const first of [1, 2]) {
      await states.keep(fakeSequence(prompt(first)).sequence, prompt(first));
    }
    await states.restore(fakeSequence().sequence, prompt(1));
    await states.keep(fakeSequence(prompt(3)).sequence, prompt(3));
    const found = await Promise.all(
      [1, 2, 3].map((first) => states.restore(fakeSequence().sequence, prompt(first))),
    );
    expect(found).toEqual([true, false, true]);
  });

  it("empties a sequence that got another state than it should, and forgets that state", async () => {
    const states = open();
    await states.keep(fakeSequence(prompt(1, 150)).sequence, prompt(1));
    const { sequence, calls, tokens } = fakeSequence();
    expect(await states.restore(sequence, prompt(1))).toBe(false);
    expect(tokens()).toEqual([]);
    expect(await states.restore(sequence, prompt(1))).toBe(false);
    expect(calls).toEqual({ loads: 1, saves: 0, clears: 1 });
  });

  it("keeps nothing of short prompts, of too large states and of the same prompt twice", async () => {
    const states = open();
    const short = fakeSequence(prompt(1, 127));
    await states.keep(short.sequence, prompt(1, 127));
    expect(short.calls.saves).toBe(0);

    const large = fakeSequence(prompt(1));
    large.sequence.saveStateToFile = async () => ({ fileSize: 2 ** 30 });
    await states.keep(large.sequence, prompt(1));
    expect(await states.restore(fakeSequence().sequence, prompt(1))).toBe(false);

    const twice = fakeSequence(prompt(2));
    await states.keep(twice.sequence, prompt(2));
    await states.keep(twice.sequence, prompt(2));
    expect(twice.calls.saves).toBe(1);
  });

  it("goes on without a state that cannot be written", async () => {
    const states = open();
    const { sequence } = fakeSequence(prompt(1));
    sequence.saveStateToFile = async () => {
      throw new TypeError("no space left");
    };
    await states.keep(sequence, prompt(1));
    expect(await states.restore(fakeSequence().sequence, prompt(1))).toBe(false);
  });
});

describe("openPromptStates where no state can be handed over", () => {
  it.each([
    { gpu: "cuda" },
    { platform: "darwin" as const },
    { platform: "win32" as const },
    { prompts: 0 },
  ])("keeps nothing with %o", async (changes) => {
    const states = open(changes);
    const { sequence, calls } = fakeSequence(prompt(1));
    await states.keep(sequence, prompt(1));
    expect(await states.restore(sequence, prompt(1))).toBe(false);
    expect(calls).toEqual({ loads: 0, saves: 0, clears: 0 });
  });
});
