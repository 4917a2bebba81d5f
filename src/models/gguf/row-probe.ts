import type { LlamaContextSequence, LlamaModel, Token } from "node-llama-cpp";
import { rowPriority } from "./row-order.ts";

/** Above this many sequences only full batches are probed: the work grows with the square of it. */
const MAX_PROBED_SEQUENCES = 8;

/** What a probe works with. */
export interface RowProbe {
  /** The model. */
  readonly model: LlamaModel;
  /** All sequences of a context, empty; they are empty again afterwards. */
  readonly sequences: readonly LlamaContextSequence[];
}

/**
 * Finds out how the bits of one row of a batch depend on how many rows there are: kernels differ by
 * number of rows, type of weights and processor. Every row gets the same token, so that all results
 * must be equal.
 *
 * @param probe - Model and sequences.
 * @returns The fewest rows with which every row is as in a full batch, on this machine and with this
 *   model; `undefined` if not even the rows of a full batch are alike.
 */
export async function probeRows(probe: RowProbe): Promise<number | undefined> {
  const { sequences } = probe;
  const full = await evaluateRows(sequences.length, probe);
  const [expected] = full;
  const isExpected = (other: Distribution): boolean =>
    expected !== undefined && isEqual(other, expected);
  if (!full.every(isExpected)) return undefined;
  let fewest = sequences.length;
  if (fewest > MAX_PROBED_SEQUENCES) return fewest;
  while (fewest > 1 && (await evaluateRows(fewest - 1, probe)).every(isExpected)) fewest -= 1;
  return fewest;
}

type Distribution = readonly (readonly [token: Token, probability: number])[];

async function evaluateRows(rows: number, { model, sequences }: RowProbe): Promise<Distribution[]> {
  const token = (model.tokens.bos ?? model.tokens.eos ?? 0) as Token;
  const used = sequences.slice(0, rows);
  const results = await Promise.all(
    used.map((sequence, index) =>
      sequence.controlledEvaluate([[token, { generateNext: { probabilities: true } }]], {
        evaluationPriority: rowPriority(index),
      }),
    ),
  );
  for (const sequence of used) await sequence.clearHistory();
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
