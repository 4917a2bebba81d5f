import type { LlamaContextSequence, LlamaModel, Token } from "node-llama-cpp";
import type { EngineFacts } from "./engine-protocol.ts";
import type { Pacer } from "./pacer.ts";

/** Above this many sequences only full batches are probed: the number of evaluations grows with its square. */
const MAX_PROBED_SEQUENCES = 8;

/**
 * Finds out whether the bits of one row of a batch depend on how many rows there are: kernels differ
 * by number of rows, type of weights and processor. Every row gets the same token, so that all
 * results must be equal.
 *
 * @param model - The model.
 * @param sequences - All sequences of a context, empty; they are empty again afterwards.
 * @param pacer - Runs evaluations; it learns from these how busy the machine is.
 * @returns What holds on this machine for this model.
 */
export async function probeRows(
  model: LlamaModel,
  sequences: readonly LlamaContextSequence[],
  pacer: Pacer,
): Promise<EngineFacts["rows"]> {
  if (sequences.length === 1) return "single";
  const token = (model.tokens.bos ?? model.tokens.eos ?? 0) as Token;
  const resultsOf = (some: readonly LlamaContextSequence[]) =>
    pacer.run("short", () => evaluateAll(some, token));
  const full = await resultsOf(sequences);
  const [expected] = full;
  if (expected === undefined || !full.every((other) => isEqual(other, expected))) {
    return "dependent";
  }
  if (sequences.length > MAX_PROBED_SEQUENCES) return "padded";
  for (let rows = 1; rows < sequences.length; rows++) {
    const results = await resultsOf(sequences.slice(0, rows));
    if (!results.every((other) => isEqual(other, expected))) return "padded";
  }
  return "independent";
}

type Distribution = readonly (readonly [token: Token, probability: number])[];

async function evaluateAll(
  sequences: readonly LlamaContextSequence[],
  token: Token,
): Promise<Distribution[]> {
  const results = await Promise.all(
    sequences.map((sequence) =>
      sequence.controlledEvaluate([[token, { generateNext: { probabilities: true } }]]),
    ),
  );
  for (const sequence of sequences) await sequence.clearHistory();
  return results.map(([result]) => [...(result?.next.probabilities ?? [])]);
}

function isEqual(left: Distribution, right: Distribution): boolean {
  return (
    left.length === right.length &&
    left.every(([token, probability], place) => {
      const other = right[place];
      return other?.[0] === token && other[1] === probability;
    })
  );
}
