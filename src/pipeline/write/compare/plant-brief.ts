import { type Brief, type PlantedFact, plantFacts } from "../../../writing/index.ts";
import type { RunContext } from "../../run-context.ts";
import { readUnplantedBrief } from "../brief-file.ts";

/** What is planted into a brief. */
export interface PlantedBrief {
  /** Seed of values and places. */
  readonly seed: number;
  /** Call-backs in all. */
  readonly callBacks: number;
  /** The facts. */
  readonly facts: readonly PlantedFact[];
}

/** How facts are planted for a look at them. */
export interface PlantBriefOptions {
  /** Seed in place of the brief's. */
  readonly seed?: number;
  /** Words in place of the brief's length. */
  readonly words?: number;
  /** As many as fit, or all. @defaultValue "fit" */
  readonly facts?: "fit" | "all";
}

/**
 * Shows which facts a brief plants, with values and places. Nothing is opened or written.
 *
 * @param path - The brief.
 * @param options - Seed, words, how many.
 * @param context - Gets warnings.
 * @returns The facts; none for a brief without `planted`.
 * @throws LonghandError `invalid-brief`.
 */
export async function plantBrief(
  path: string,
  { seed, words, facts = "fit" }: PlantBriefOptions,
  context: RunContext,
): Promise<PlantedBrief> {
  const read = await readUnplantedBrief(path, {}, context);
  const planted = plantFacts({ ...sized(read, words), ...seeded(read, seed) }, { facts });
  const { plantedFacts = [] } = planted;
  return {
    seed: planted.planted?.seed ?? read.seed,
    callBacks: plantedFacts.reduce((sum, { places }) => sum + places.length, 0),
    facts: plantedFacts,
  };
}

function sized(brief: Brief, words: number | undefined): Brief {
  if (words === undefined) return brief;
  return { ...brief, length: { words, tolerance: brief.length.tolerance } };
}

function seeded({ planted }: Brief, seed: number | undefined): Pick<Brief, "planted"> {
  if (planted === undefined) return {};
  return { planted: seed === undefined ? planted : { ...planted, seed } };
}

/**
 * Planted facts as lines of text.
 *
 * @param planted - The facts.
 * @returns One line a fact: id, pattern, what, value, places.
 */
export function plantedLines({ facts, callBacks, seed }: PlantedBrief): string[] {
  const lines = facts.map((fact) => {
    const value =
      fact.kind === "invented"
        ? `invented after "${fact.frame}"`
        : [
            fact.value,
            ...(fact.later ? [`${fact.later.value} from ${fact.later.at} on`] : []),
          ].join(", ");
    return `${fact.id} ${fact.pattern.padEnd(5)} ${fact.subject}, ${fact.attribute}: ${value} · at ${fact.places.join(" ")}`;
  });
  return [...lines, `${facts.length} facts, ${callBacks} call-backs, seed ${seed}.`];
}
