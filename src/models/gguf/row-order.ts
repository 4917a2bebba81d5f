import type { CustomBatchingPrioritizationStrategy, EvaluationPriority } from "node-llama-cpp";

/**
 * Marks the rows of a sequence, so that {@link orderRows} can put them in order.
 *
 * @param sequence - Number of the sequence, from 0.
 * @returns What to pass as the priority of its evaluations.
 */
export function rowPriority(sequence: number): EvaluationPriority {
  // The type ends at 5; the engine hands on any number, and only orderRows reads it.
  return sequence as EvaluationPriority;
}

/**
 * Puts the rows of a batch in the order of their sequences, whichever asked first: the engine
 * evaluates sequences together only where their numbers follow each other.
 *
 * @param batch - The rows that wait, and how many tokens a batch holds.
 * @returns All rows that fit, in order.
 */
export const orderRows: CustomBatchingPrioritizationStrategy = ({ items, size }) => {
  let room = size;
  return [...items]
    .sort((left, right) => left.evaluationPriority - right.evaluationPriority)
    .map((item) => {
      const processAmount = Math.min(item.tokens.length, room);
      room -= processAmount;
      return { item, processAmount };
    })
    .filter(({ processAmount }) => processAmount > 0);
};
