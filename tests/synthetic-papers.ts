import { type Random, randomStream } from "../src/foundation/index.ts";

/** A record as the citation network has it (the fields that are read, and some that are not). */
export interface SyntheticPaper {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly { readonly id: string; readonly name: string; readonly org: string }[];
  readonly year?: number;
  readonly lang?: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly n_citation: number;
}

/** How many papers the authors of {@link syntheticPapers} have that pass the default filters. */
export const SYNTHETIC_AUTHORS = {
  /** Enough by one, exactly enough, one too few. */
  "Ada Above": 71,
  "Ben Bound": 70,
  "Cyd Short": 69,
  /** 70 papers, of which one is not in English. */
  "Dan Deutsch": 69,
  /** 70 papers, of which one has no year. */
  "Eve Undated": 69,
} as const;

const SUBJECTS = ["graphs", "parsers", "caches", "proteins", "markets", "sensors", "proofs"];
const FINDINGS = ["is faster than", "fails before", "agrees with", "needs less than", "outgrows"];

/**
 * Papers by five authors whose counts lie on both sides of the paper's thresholds.
 *
 * @param seed - Decides words and order of words; the counts are always the same.
 * @returns The records in the order of a source: mixed, not by author.
 */
export function syntheticPapers(seed = 1): readonly SyntheticPaper[] {
  const given = Object.entries({ "Ada Above": 71, "Ben Bound": 70, "Cyd Short": 69 });
  const papers = given.flatMap(([name, count]) => papersBy(name, count, seed));
  const foreign = papersBy("Dan Deutsch", 70, seed).map((paper, at) =>
    at === 0
      ? {
          ...paper,
          lang: "de",
          abstract: "Wir zeigen, dass die Methode nicht mit der anderen ist.",
        }
      : paper,
  );
  const undated = papersBy("Eve Undated", 70, seed).map(({ year, ...paper }, at) =>
    at === 0 || year === undefined ? paper : { ...paper, year },
  );
  return [...papers, ...foreign, ...undated].sort((left, right) =>
    left.id.slice(-3) === right.id.slice(-3)
      ? order(left, right)
      : Number(left.id.slice(-3)) - Number(right.id.slice(-3)),
  );
}

function order(left: SyntheticPaper, right: SyntheticPaper): number {
  return left.id < right.id ? -1 : 1;
}

function papersBy(name: string, count: number, seed: number): SyntheticPaper[] {
  const id = name.toLowerCase().replace(" ", "-");
  return Array.from({ length: count }, (_, at) => {
    const number = String(at).padStart(3, "0");
    const random = randomStream(seed, "synthetic-paper", id, at);
    const subject = pick(SUBJECTS, random);
    return {
      id: `${id}-${number}`,
      title: `On ${subject} and ${pick(SUBJECTS, random)}, part ${at + 1}`,
      authors: [{ id, name, org: "Institute of Examples\r" }],
      year: 1950 + at,
      lang: "en",
      abstract: `In paper ${number} we show that the study of ${subject} ${pick(FINDINGS, random)} the study of ${pick(SUBJECTS, random)}.`,
      keywords: [subject],
      n_citation: random.nextBelow(100),
    };
  });
}

function pick(words: readonly string[], random: Random): string {
  return words[random.nextBelow(words.length)] ?? "";
}
