import type { ChallengeItem, ResolvedChallenge } from "../records/index.ts";
import { type PowerAdvice, powerAdvice } from "../statistics/index.ts";

/** Words that people read in a minute. */
const READING_WORDS_PER_MINUTE = 240;
const MINUTES_PER_HOUR = 60;

/** What a track can show, and what it costs to rate it. */
export interface TrackAdvice {
  /** The track. */
  readonly track: string;
  /** Test prompts. */
  readonly prompts: number;
  /** Systems that are expected. */
  readonly systems: number;
  /** Pairs of them. */
  readonly pairs: number;
  /** What the number of prompts can separate. */
  readonly power: PowerAdvice;
  /** Minutes to read one text of the fewest words; absent where no length is asked for. */
  readonly minutesPerText?: number;
  /** Hours of reading for the whole study; absent likewise. */
  readonly readingHours?: number;
  /** All of it in sentences. */
  readonly text: readonly string[];
}

/**
 * Says before anything is fixed what each track can prove, and how long its texts take to read.
 *
 * @param challenge - The challenge.
 * @param items - Items by track.
 * @returns One entry per track. Where `power.possible` is `false`, no outcome could separate anything.
 */
export function challengeAdvice(
  challenge: ResolvedChallenge,
  items: ReadonlyMap<string, readonly ChallengeItem[]>,
): TrackAdvice[] {
  const { systems, ratersPerText } = challenge.study;
  const pairs = (systems * (systems - 1)) / 2;
  return challenge.tracks.map((track) => {
    const prompts = (items.get(track.id) ?? []).filter(({ set }) => set === "test").length;
    const power = powerAdvice({ n: Math.max(1, prompts), contrasts: pairs, unit: "test prompts" });
    const minutes = track.minWords / READING_WORDS_PER_MINUTE;
    const hours = (minutes * ratersPerText * prompts * systems) / MINUTES_PER_HOUR;
    const work =
      minutes === 0
        ? []
        : [
            `A text of ${track.minWords.toLocaleString("en-US")} words takes ${about(minutes, "min")} to read; ${ratersPerText} raters × ${prompts} prompts × ${systems} systems take ${about(hours, "h")}.`,
          ];
    return {
      track: track.id,
      prompts,
      systems,
      pairs,
      power,
      ...(minutes === 0 ? {} : { minutesPerText: minutes, readingHours: hours }),
      text: [
        `${systems} systems make ${pairs === 1 ? "one pair" : `${pairs} pairs`}. ${power.text}`,
        ...work,
      ],
    };
  });
}

function about(amount: number, unit: string): string {
  return amount < 1 ? `less than 1 ${unit}` : `about ${Math.round(amount)} ${unit}`;
}
