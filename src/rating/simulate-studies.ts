import { LonghandError, type Random, randomStream } from "../foundation/index.ts";
import { HIGHEST_MARK, LOWEST_MARK } from "../records/index.ts";
import { compareSystems, type TextMean } from "./compare-systems.ts";

/** What {@link simulateStudies} needs. */
export interface SimulationInput {
  /** Systems, 2 or more. */
  readonly systems: number;
  /** Prompts, 1 or more. */
  readonly prompts: number;
  /** Raters of each text, 1 or more. */
  readonly ratersPerText: number;
  /** Dimensions, 1 or more. @defaultValue 4 */
  readonly dimensions?: number;
  /** How much better the first system is, in marks; 0 for no true difference. @defaultValue 0 */
  readonly advantage?: number;
  /** Studies, 1 or more. */
  readonly studies: number;
  /** Level of the family. @defaultValue 0.05 */
  readonly alpha?: number;
  /** Permutations of each test. @defaultValue 10000 */
  readonly permutations?: number;
  /** Seed. */
  readonly seed: number;
}

/** How often simulated studies claim a difference. */
export interface SimulationResult {
  /** Studies. */
  readonly studies: number;
  /** Studies that claim a difference, true or not. */
  readonly claiming: number;
  /** The same as a share, 0–1. */
  readonly share: number;
  /** Studies that find the first system ahead of another; absent without a true difference. */
  readonly finding?: number;
}

/** Spread of what marks are made from, in marks. */
const SPREAD = { prompt: 0.5, text: 0.6, severity: 0.6, noise: 0.7 } as const;

/**
 * Draws studies as the design makes them — severe and lenient raters who read all systems of their
 * prompts, texts of uneven quality, whole marks from 1 to 5 — and tests each as a real one. Without a
 * true difference at most 5 % may claim one; with one, the share that finds it is the power.
 *
 * @param input - Size of the study, and how often.
 * @returns How many claim a difference after Holm's correction.
 * @throws LonghandError `invalid-option` for a size out of range.
 *
 * @example
 * ```ts
 * import { simulateStudies } from "longhand/rating";
 *
 * const { share } = simulateStudies({
 *   systems: 4,
 *   prompts: 10,
 *   ratersPerText: 5,
 *   studies: 200,
 *   seed: 1,
 * });
 * console.log(share <= 0.05);
 * ```
 */
export function simulateStudies(input: SimulationInput): SimulationResult {
  const { studies, alpha = 0.05, advantage = 0 } = input;
  checkSizes(input);
  let claiming = 0;
  let finding = 0;
  for (let study = 0; study < studies; study++) {
    const claims = claimsOf(input, study, alpha);
    if (claims.length > 0) claiming++;
    if (claims.some(({ first, difference }) => first === "1" && difference > 0)) finding++;
  }
  const outcome = { studies, claiming, share: claiming / studies };
  return advantage === 0 ? outcome : { ...outcome, finding };
}

function checkSizes(input: SimulationInput): void {
  const sizes = [
    ["systems", input.systems, 2],
    ["prompts", input.prompts, 1],
    ["ratersPerText", input.ratersPerText, 1],
    ["dimensions", input.dimensions ?? 4, 1],
    ["studies", input.studies, 1],
  ] as const;
  const wrong = sizes.find(([, value, least]) => !Number.isInteger(value) || value < least);
  if (wrong === undefined) return;
  throw new LonghandError(
    `${wrong[0]} must be a whole number of ${wrong[2]} or more, got ${wrong[1]}.`,
    {
      code: "invalid-option",
      hint: "A usual study has 4 systems, 10 prompts and 5 raters of each text.",
    },
  );
}

function claimsOf(
  input: SimulationInput,
  study: number,
  alpha: number,
): { readonly first: string; readonly difference: number }[] {
  const dimensions = Array.from({ length: input.dimensions ?? 4 }, (_, at) => `d${at + 1}`);
  const systems = Array.from({ length: input.systems }, (_, at) => `${at + 1}`);
  const random = randomStream(input.seed, "rating-simulation", study);
  const means = dimensions.flatMap((dimension) => drawMeans(input, { dimension, systems, random }));
  return compareSystems(means, {
    systems,
    dimensions,
    permutations: input.permutations ?? 10_000,
    resamples: 1,
    seed: study,
  }).flatMap(({ first, difference = 0, adjustedP = 1 }) =>
    adjustedP < alpha ? [{ first, difference }] : [],
  );
}

function drawMeans(
  { prompts, ratersPerText, advantage = 0 }: SimulationInput,
  {
    dimension,
    systems,
    random,
  }: { readonly dimension: string; readonly systems: readonly string[]; readonly random: Random },
): TextMean[] {
  const normal = (sd: number): number => sd * standardNormal(random);
  return Array.from({ length: prompts }, (_, prompt) => {
    const ease = normal(SPREAD.prompt);
    const severities = Array.from({ length: ratersPerText }, () => normal(SPREAD.severity));
    return systems.map((system, at): TextMean => {
      const quality = 3 + ease + normal(SPREAD.text) + (at === 0 ? advantage : 0);
      const marks = severities.map((severity) => markOf(quality - severity + normal(SPREAD.noise)));
      const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
      return { dimension, system, prompt: `${prompt + 1}`, mean };
    });
  }).flat();
}

function markOf(value: number): number {
  return Math.min(HIGHEST_MARK, Math.max(LOWEST_MARK, Math.round(value)));
}

/** Box and Muller 1958. */
function standardNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}
