/** How a point of one text stands to those of the other. */
export interface AspectMatch {
  /** Points of the other text that say the same, numbered from 0, ascending. */
  readonly with: readonly number[];
  /** Whether they are written in the same manner; `false` where there are none. */
  readonly alike: boolean;
}

/** How many points there are to match. */
export interface MatchBounds {
  /** Points of the text. */
  readonly own: number;
  /** Points of the reference. */
  readonly others: number;
}

const LINE =
  /^\s*(\d{1,3})\s*:\s*(none|\d{1,3}(?:\s*,\s*\d{1,3})*)\s*\|\s*(alike|different|-)\s*$/i;

/**
 * Reads which points say the same.
 *
 * @param answer - The judge's answer.
 * @param bounds - Points on either side.
 * @returns One match per point, or what is wrong.
 */
export function readMatches(
  answer: string,
  { own, others }: MatchBounds,
): { readonly answer: AspectMatch[] } | { readonly problem: string } {
  const lines = answer.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length !== own) {
    return { problem: `it has ${lines.length} lines where ${own} are asked for` };
  }
  const matches: AspectMatch[] = [];
  for (const [at, line] of lines.entries()) {
    const [, number, list = "", manner = ""] = LINE.exec(line) ?? [];
    if (Number(number) !== at + 1) {
      return { problem: `line ${at + 1} is not "${at + 1}: numbers or none | alike or different"` };
    }
    const none = list.toLowerCase() === "none";
    if (none !== (manner === "-")) {
      return { problem: `line ${at + 1} must have "-" exactly if it has "none"` };
    }
    const found = none ? [] : [...new Set(list.split(",").map(Number))].sort((a, b) => a - b);
    const strange = found.find((other) => other < 1 || other > others);
    if (strange !== undefined)
      return { problem: `line ${at + 1} names ${strange}, which is no point of B` };
    matches.push({
      with: found.map((other) => other - 1),
      alike: manner.toLowerCase() === "alike",
    });
  }
  return { answer: matches };
}
