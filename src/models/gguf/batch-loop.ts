import type {
  LlamaContextSequence,
  LlamaModel,
  SequenceEvaluateOptions,
  Token,
} from "node-llama-cpp";
import { cancelledCall } from "../cancelled-call.ts";
import type { ModelRequest } from "../language-model.ts";
import { planChunks, planRows } from "./batch-plan.ts";
import type { EngineListener } from "./engine.ts";
import type { Evaluation, Pacer } from "./pacer.ts";
import type { PromptStates } from "./prompt-states.ts";
import {
  createReplyWriter,
  type Probabilities,
  type ReplyTask,
  type ReplyWriter,
} from "./reply-writer.ts";
import { rowPriority } from "./row-order.ts";

/** One reply to write. */
export interface GenerationJob extends ReplyTask {
  /** Number of the call. */
  readonly id: number;
  /** Whether the caller wants the text while it is written. */
  readonly stream: boolean;
}

/**
 * What to do about a reply that is alone and long enough for attention to be split by threads: take
 * an idle row along, so that it is not (`pair`), evaluate it as a step of its own kind
 * (`lone-step`), or nothing (`as-it-is`).
 */
export type LoneLong = "pair" | "lone-step" | "as-it-is";

/** What a loop works with. */
export interface BatchLoopOptions {
  /** The model. */
  readonly model: LlamaModel;
  /** Its sequences; each writes one reply at a time. */
  readonly sequences: readonly LlamaContextSequence[];
  /** Fewest rows with which a row's bits are what they are in a full batch. */
  readonly minRows: number;
  /** What to do about a long reply that is alone. */
  readonly loneLong: LoneLong;
  /** Tokens of a prompt that are read at once. */
  readonly chunkTokens: number;
  /** Runs evaluations on as many threads as there are free processors. */
  readonly pacer: Pacer;
  /** Keeps the states of prompts, for further replies to them. */
  readonly promptStates: PromptStates;
  /** Who is told. */
  readonly listener: EngineListener;
}

/** A generator of the engine, with the probabilities if they were asked for. */
type TokenSource = AsyncGenerator<Drawn>;

interface RunningJob {
  readonly job: GenerationJob;
  readonly writer: ReplyWriter;
  source: TokenSource | undefined;
  cancelled: boolean;
}

interface Slot {
  readonly index: number;
  readonly sequence: LlamaContextSequence;
  running: RunningJob | undefined;
  filler: AsyncGenerator<Token> | undefined;
}

interface BusySlot extends Slot {
  readonly running: RunningJob;
}

/** A token that was drawn. */
interface Drawn {
  readonly token: Token;
  readonly probabilities?: Probabilities;
}

/** What one step brings about: text to tell, and what to do once it is told. */
interface Step {
  readonly pieces: (readonly [id: number, piece: string])[];
  readonly after: (() => Promise<void>)[];
}

/** Below this length the engine does not split attention; it does from 257 tokens on. */
const SHORT_TOKENS = 240;
/** A filler row starts afresh after so many tokens, to stay cheap. */
const MAX_FILLER_TOKENS = 64;

/**
 * Writes several replies at once, in lock-step, such that no reply depends on the others. A prompt
 * is read alone, in chunks that begin at multiples of the same number; then each step evaluates one
 * token of every reply in one batch. See docs/decisions/2026-11-29-local-batching.md.
 */
export class BatchLoop {
  readonly #options: BatchLoopOptions;
  readonly #slots: readonly Slot[];
  readonly #waiting: GenerationJob[] = [];
  #turning = false;

  /** @param options - Model, sequences and listener. */
  constructor(options: BatchLoopOptions) {
    this.#options = options;
    this.#slots = options.sequences.map((sequence, index) => ({
      index,
      sequence,
      running: undefined,
      filler: undefined,
    }));
  }

  /**
   * Adds a reply to write; it starts when a sequence is free.
   *
   * @param job - What to write.
   */
  add(job: GenerationJob): void {
    this.#waiting.push(job);
    void this.#turn();
  }

  /**
   * Gives a job up. The listener is told that it failed as soon as its sequence is free again.
   *
   * @param id - Number of the call.
   */
  cancel(id: number): void {
    const place = this.#waiting.findIndex((job) => job.id === id);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      this.#options.listener.failed(id, cancelledCall());
    }
    const slot = this.#slots.find(({ running }) => running?.job.id === id);
    if (slot?.running !== undefined) slot.running.cancelled = true;
  }

  async #turn(): Promise<void> {
    if (this.#turning) return;
    this.#turning = true;
    while (await this.#admit()) {
      for (const slot of this.#busySlots()) await this.#readPrompt(slot);
      await this.#writeTokens();
    }
    this.#turning = false;
  }

  #busySlots(): BusySlot[] {
    return this.#slots.filter((slot): slot is BusySlot => slot.running !== undefined);
  }

  /** Frees the slots of given-up jobs, fills free ones, and tells whether there is anything to do. */
  async #admit(): Promise<boolean> {
    for (const slot of this.#busySlots()) {
      if (slot.running.cancelled) await this.#fail(slot, cancelledCall());
    }
    for (const slot of this.#slots) {
      if (slot.running !== undefined) continue;
      const job = this.#waiting.shift();
      if (job === undefined) break;
      const writer = createReplyWriter(job, this.#options.model);
      slot.running = { job, writer, source: undefined, cancelled: false };
      this.#options.listener.started(job.id);
      await endFiller(slot);
    }
    return this.#busySlots().length > 0;
  }

  /** Reads all of a new prompt but its last token, which the first step evaluates. */
  async #readPrompt(slot: BusySlot): Promise<void> {
    const { running, sequence } = slot;
    if (running.source !== undefined) return;
    const { promptStates } = this.#options;
    const { tokens } = running.job.prompt;
    const last = tokens.length - 1;
    const prompt = tokens.slice(0, last);
    try {
      if (!(await promptStates.restore(sequence, prompt))) {
        await this.#readTokens(slot, prompt);
        if (running.cancelled) return;
        await promptStates.keep(sequence, prompt);
      }
      running.source = openSource(slot, tokens.slice(last));
    } catch (thrown) {
      await this.#fail(slot, thrown);
    }
  }

  /** Ends early if the reply is given up meanwhile. */
  async #readTokens({ running, sequence }: BusySlot, tokens: readonly Token[]): Promise<void> {
    let start = 0;
    for (const end of planChunks(tokens.length, this.#options.chunkTokens)) {
      if (running.cancelled) return;
      const chunk = tokens.slice(start, end);
      start = end;
      await this.#options.pacer.run("chunk", () =>
        sequence.evaluateWithoutGeneratingNewTokens(chunk),
      );
    }
  }

  /** One step: a token of every reply, evaluated in one batch. */
  async #writeTokens(): Promise<void> {
    const writing = this.#busySlots().filter(({ running }) => running.source !== undefined);
    const plan = this.#planStep(writing);
    const fillers = await this.#idleSlots(plan.rows);
    const outcomes = await this.#options.pacer.run(plan.step, () => {
      // All rows are asked for before anything else happens, so that they share one batch.
      const filled = fillers.map((slot) => fill(slot, this.#options.model));
      const drawn = writing.map(({ running }) => nextToken(running));
      return Promise.allSettled([...drawn, ...filled]);
    });
    const step: Step = { pieces: [], after: [] };
    for (const [index, slot] of writing.entries()) {
      const outcome = outcomes[index] as PromiseSettledResult<Drawn | undefined>;
      if (slot.running.cancelled) continue;
      if (outcome.status === "fulfilled") this.#take(slot, outcome.value, step);
      else step.after.push(() => this.#fail(slot, outcome.reason));
    }
    if (step.pieces.length > 0) this.#options.listener.text(step.pieces);
    for (const task of step.after) await task();
  }

  #planStep(writing: readonly BusySlot[]): { readonly rows: number[]; readonly step: Evaluation } {
    const { minRows, loneLong } = this.#options;
    const isLong =
      loneLong !== "as-it-is" &&
      writing.some(({ sequence }) => sequence.nextTokenIndex >= SHORT_TOKENS);
    const isLone = isLong && minRows === 1 && writing.length === 1 && loneLong === "lone-step";
    const rows = planRows({
      writing: writing.map(({ index }) => index),
      sequences: this.#slots.length,
      minRows: isLong && !isLone ? Math.max(minRows, 2) : minRows,
    });
    return { rows, step: isLone ? "lone-step" : "step" };
  }

  /** The slots of a batch that write nothing, ready to be filled. */
  async #idleSlots(rows: readonly number[]): Promise<Slot[]> {
    const idle = this.#slots.filter(
      ({ index, running }) => running === undefined && rows.includes(index),
    );
    for (const slot of idle) {
      if (slot.sequence.nextTokenIndex >= MAX_FILLER_TOKENS) await endFiller(slot);
    }
    return idle;
  }

  #take(slot: BusySlot, drawn: Drawn | undefined, { pieces, after }: Step): void {
    const { job, writer } = slot.running;
    const show = (piece: string): void => {
      if (job.stream && piece !== "") pieces.push([job.id, piece]);
    };
    const ended = drawn === undefined || job.prompt.endTokens.has(drawn.token);
    if (!ended) show(writer.add(drawn.token, drawn.probabilities));
    const finishReason = ended ? "stop" : writer.finishReason;
    if (finishReason === undefined) return;
    try {
      const { piece, reply } = writer.finish(finishReason);
      show(piece);
      after.push(async () => {
        await endReply(slot);
        this.#options.listener.done(job.id, reply);
      });
    } catch (thrown) {
      after.push(() => this.#fail(slot, thrown));
    }
  }

  async #fail(slot: BusySlot, thrown: unknown): Promise<void> {
    const { id } = slot.running.job;
    await endReply(slot);
    this.#options.listener.failed(id, thrown);
  }
}

/** The next token of a reply; `undefined` if the model has ended it. */
async function nextToken(running: RunningJob): Promise<Drawn | undefined> {
  const drawn = await running.source?.next();
  return drawn === undefined || drawn.done === true ? undefined : drawn.value;
}

function openSource(slot: BusySlot, tokens: Token[]): TokenSource {
  const { request } = slot.running.job;
  const probabilities = request.topLogProbabilities !== undefined;
  return slot.sequence.evaluateWithMetadata(
    tokens,
    { probabilities },
    {
      ...evaluateOptions(request, slot.running.writer),
      evaluationPriority: rowPriority(slot.index),
    },
  ) as TokenSource;
}

/** Tokens that a repeat penalty looks back on. */
const PENALTY_TOKENS = 64;

/** A setting that is absent cuts and changes nothing; the engine's own defaults would. */
function evaluateOptions(
  { sampling }: ModelRequest,
  { tokens }: ReplyWriter,
): SequenceEvaluateOptions {
  const { temperature = 0, topP = 1, topK = 0, minP = 0, repeatPenalty = 1, seed = 0 } = sampling;
  const punishTokens = () => tokens.slice(-PENALTY_TOKENS);
  return {
    temperature,
    topP,
    topK,
    minP,
    // The engine takes 32 bits, and reads the highest number as "draw a seed".
    seed: seed % 0xffffffff,
    ...(repeatPenalty === 1 ? {} : { repeatPenalty: { penalty: repeatPenalty, punishTokens } }),
  };
}

/** Evaluates a token nobody reads, so that the batch keeps its number of rows. */
async function fill(slot: Slot, model: LlamaModel): Promise<undefined> {
  const first = (model.tokens.bos ?? model.tokens.eos ?? 0) as Token;
  slot.filler ??= slot.sequence.evaluate([first], {
    temperature: 0,
    yieldEogToken: true,
    evaluationPriority: rowPriority(slot.index),
  });
  await slot.filler.next();
  return undefined;
}

/** Empties a slot, so that the next reply starts from nothing. */
async function endReply(slot: Slot): Promise<void> {
  await slot.running?.source?.return(undefined);
  await slot.sequence.clearHistory();
  slot.running = undefined;
}

async function endFiller(slot: Slot): Promise<void> {
  if (slot.filler === undefined) return;
  await slot.filler.return(undefined);
  slot.filler = undefined;
  await slot.sequence.clearHistory();
}
