import {
  type SimulationInput,
  type SimulationResult,
  simulateStudies,
} from "../../rating/index.ts";
import { counted } from "../../text/index.ts";

/**
 * Simulates rating studies.
 *
 * @param input - Their size, and how many.
 * @returns How many claim a difference, and the same in words.
 * @throws LonghandError `invalid-option`.
 */
export function ratingSimulationOf(input: SimulationInput): {
  readonly report: SimulationResult & { readonly input: SimulationInput };
  readonly text: string;
} {
  const result = simulateStudies(input);
  const size = `${input.systems} systems, ${counted(input.prompts, "prompt")}, ${counted(input.ratersPerText, "rater")} each`;
  const share = `${(100 * result.share).toFixed(1)} %`;
  const text =
    result.finding === undefined
      ? `${result.claiming} of ${counted(result.studies, "study", "studies")} without a true difference claim one (${share}); at most 5 % may. ${size}`
      : `${result.finding} of ${counted(result.studies, "study", "studies")} find a system that is ${input.advantage} marks better ahead (power ${((100 * result.finding) / result.studies).toFixed(1)} %). ${size}`;
  return { report: { ...result, input }, text };
}
