import { LonghandError, type Random, shuffled } from "../foundation/index.ts";
import { balancePairs, pairMeetings } from "./balance-pairs.ts";
import { orderReadings } from "./order-readings.ts";
import type { DesignSlot, DesignText, StudyDesign } from "./study-design.ts";

/** What {@link designStudy} needs. */
export interface DesignInput {
  /** Texts to rate; no two of one system under one prompt. */
  readonly texts: readonly DesignText[];
  /** Control texts. */
  readonly controls: readonly DesignText[];
  /** Readings of each text, 1 or more. */
  readonly ratersPerText: number;
  /** People. */
  readonly raters: number;
  /** Whether every rater of a prompt has to read all its systems. */
  readonly kind: "complete" | "incomplete";
  /** Chance. */
  readonly random: Random;
}

/** Controls are at most this share of all readings. */
const MOST_CONTROLS = 0.1;

/**
 * Plans who reads what. Complete: rows of whole prompts. Incomplete: rows of as many texts, one more
 * or less, in which each pair of systems meets equally often, one more or less, where that exists.
 * No row holds a text twice, and no system twice in a row where that can be avoided.
 *
 * @param input - Texts, raters, and which design.
 * @returns The design; a complete one has no more rows than there are prompts times ratings.
 * @throws LonghandError `too-few-raters` if there are fewer people than ratings of a text.
 */
export function designStudy(input: DesignInput): StudyDesign {
  const { texts, ratersPerText, raters, kind, random } = input;
  if (raters < ratersPerText) {
    throw new LonghandError(
      `${raters} raters cannot give each text ${ratersPerText} ratings: nobody rates a text twice.`,
      {
        code: "too-few-raters",
        hint: `Ask ${ratersPerText} people or more, or lower ratersPerText.`,
      },
    );
  }
  const prompts = shuffled([...groupBy(texts, ({ prompt }) => prompt).values()], random).map(
    (group) => shuffled(group, random),
  );
  const drawn =
    kind === "complete"
      ? wholePrompts(prompts, ratersPerText, raters)
      : balancePairs(evenLoads(prompts, ratersPerText, raters), random);
  const meetings = pairMeetings(drawn);
  const ordered = drawn.map((row) => orderReadings(row, random));
  return {
    kind,
    texts: [...texts, ...input.controls],
    rows: seated(withControls(ordered, input.controls, random)),
    ...meetings,
  };
}

/** Rows of consecutive prompts of the list that repeats all of them once for every rating. */
function wholePrompts(
  prompts: readonly (readonly DesignText[])[],
  ratersPerText: number,
  raters: number,
): DesignText[][] {
  const sequence = Array.from({ length: ratersPerText }, () => prompts).flat();
  return cut(sequence, Math.min(raters, sequence.length)).map((row) => row.flat());
}

/**
 * Rows of consecutive texts. Short rows take the ratings of one prompt after the other, so that most
 * of a row lies under one prompt; long ones go round all prompts. Both lists repeat after no fewer
 * texts than a row has, so that no row holds a text twice.
 */
function evenLoads(
  prompts: readonly (readonly DesignText[])[],
  ratersPerText: number,
  raters: number,
): DesignText[][] {
  const readings = prompts.flat().length * ratersPerText;
  const longest = Math.ceil(readings / raters);
  const smallest = Math.min(...prompts.map(({ length }) => length));
  const rounds = Array.from({ length: ratersPerText });
  const sequence =
    longest <= smallest
      ? prompts.flatMap((group) => rounds.flatMap(() => group))
      : rounds.flatMap(() => prompts.flat());
  return cut(sequence, Math.min(raters, readings));
}

/** Cuts a list into stretches whose lengths differ by at most 1. */
function cut<T>(list: readonly T[], pieces: number): T[][] {
  return Array.from({ length: pieces }, (_, piece) =>
    list.slice(
      Math.floor((piece * list.length) / pieces),
      Math.floor(((piece + 1) * list.length) / pieces),
    ),
  );
}

/** Puts controls into rows, never first, each at most once in a row, up to their share of all readings. */
function withControls(
  rows: readonly DesignText[][],
  controls: readonly DesignText[],
  random: Random,
): DesignText[][] {
  const readings = rows.reduce((sum, row) => sum + row.length, 0);
  const most = Math.floor((readings * MOST_CONTROLS) / (1 - MOST_CONTROLS) + 1e-9);
  const wanted = Math.min(most, rows.length * controls.length);
  const order = shuffled([...rows.keys()], random);
  const result = rows.map((row) => row.slice());
  for (let drawn = 0; drawn < wanted; drawn++) {
    const round = Math.floor(drawn / rows.length);
    const row = result[order[drawn % rows.length] as number] as DesignText[];
    const control = controls[(drawn + round) % controls.length] as DesignText;
    if (row.includes(control)) continue;
    row.splice(1 + random.nextBelow(row.length), 0, control);
  }
  return result;
}

function seated(rows: readonly (readonly DesignText[])[]): DesignSlot[][] {
  const taken = new Map<string, number>();
  return rows.map((row) =>
    row.map(({ text }) => {
      const seat = (taken.get(text) ?? 0) + 1;
      taken.set(text, seat);
      return { text, seat };
    }),
  );
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}
