import { type QualityPanelRow, readability } from "../../scoring/index.ts";
import { unicodeWords } from "../../text/index.ts";
import {
  type Brief,
  outcomeOf,
  type ReadRun,
  type RunReview,
  threadsOf,
} from "../../writing/index.ts";
import type { VoiceGround } from "./voice-ground.ts";

/** Fewest words that GAPELMAPER is defined for. */
const LEAST_AUTOCORRELATION = 20_001;

/**
 * Whether a document holds what was asked for, keeps its facts and its promises.
 *
 * @param run - The run.
 * @param review - What rules found in it; `undefined` for a language that they cannot read.
 * @returns One row a measure.
 */
export function promiseRows(run: ReadRun, review: RunReview | undefined): QualityPanelRow[] {
  const { must } = outcomeOf(run);
  const { hit, required, keywords } = must;
  const { checked = 0, contradicted = 0, orders = { checked: 0, wrong: 0 } } = review ?? {};
  const unread = review === undefined ? "language-not-read" : undefined;
  const threads = threadsOf(run);
  const kept = threads.filter(({ state }) => state === "closed" || state === "abandoned").length;
  return [
    share({ id: "must-coverage", title: "Must-coverage", part: hit, all: required }, [
      "no-mentions-asked",
    ]),
    share({ id: "keywords", title: "Keywords found", part: keywords.found, all: keywords.asked }, [
      "no-keywords-asked",
    ]),
    share(
      {
        id: "fact-consistency",
        title: "Fact consistency",
        part: Math.max(0, checked - contradicted),
        all: checked,
      },
      [unread, "no-checkable-statements"],
    ),
    share(
      {
        id: "event-order",
        title: "Event order kept",
        part: orders.checked - orders.wrong,
        all: orders.checked,
      },
      [unread, "no-stated-order"],
    ),
    share({ id: "threads", title: "Threads closed", part: kept, all: threads.length }, [
      "no-threads-named",
    ]),
  ];
}

interface Share {
  readonly id: string;
  readonly title: string;
  readonly part: number;
  readonly all: number;
}

/** A share of which anything below 1 deserves a look; the first reason that holds says why there is none. */
function share(
  { id, title, part, all }: Share,
  reasons: readonly (string | undefined)[],
): QualityPanelRow {
  const alarm = { side: "below", limit: 1 } as const;
  const signature = `${id}|v:1`;
  const reason = reasons.find((known) => known !== undefined) ?? "not-measured";
  if (all === 0) return { id, title, alarm, score: { status: "unscored", signature, reason } };
  const value = part / all;
  return { id, title, alarm, score: { status: "scored", signature, value }, isAlarming: value < 1 };
}

/**
 * How hard a text is to read, against the readers that the brief names.
 *
 * @param text - The text.
 * @param brief - Its brief.
 * @param isEnglish - Whether it is in English; of other languages nothing is measured.
 * @returns The row.
 */
export function readabilityRow(
  text: string,
  { audience }: Pick<Brief, "audience">,
  isEnglish: boolean,
): QualityPanelRow {
  const id = "readability";
  const title = "Readability (school grade)";
  const score = readability(text);
  if (!isEnglish) {
    const { signature } = score;
    return { id, title, score: { status: "unscored", signature, reason: "language-not-read" } };
  }
  const band = readingBand(audience ?? "");
  if (band === undefined) return { id, title, score };
  const [low, high] = band;
  if (score.status === "unscored") return { id, title, score, usual: band };
  const isHard = score.value > high;
  const alarm = isHard
    ? ({ side: "above", limit: high } as const)
    : ({ side: "below", limit: low } as const);
  return { id, title, score, usual: band, alarm, isAlarming: isHard || score.value < low };
}

/**
 * The school grades that an audience names.
 *
 * @param audience - For instance `pupils, grades 6 to 8`.
 * @returns The lowest and the highest; `undefined` if it names none.
 */
export function readingBand(audience: string): readonly [low: number, high: number] | undefined {
  const found = /\bgrades?\s+(\d{1,2})(?:\s*(?:to|and|–|—|-)\s*(\d{1,2}))?\b/i.exec(audience);
  if (found === null) return undefined;
  const ends = [Number(found[1]), Number(found[2] ?? found[1])] as const;
  // A single grade stands for the year around it.
  const air = found[2] === undefined ? 1 : 0;
  return [Math.min(...ends) - air, Math.max(...ends) + air];
}

/**
 * What needs more than the text: told, so that nobody takes its absence for a pass.
 *
 * @param text - The whole text.
 * @param ground - What style is measured by; absent without a profile.
 * @returns Rows without a value.
 */
export function openRows(text: string, ground: VoiceGround | undefined): QualityPanelRow[] {
  const unscored = (id: string, title: string, reason: string): QualityPanelRow => ({
    id,
    title,
    score: { status: "unscored", signature: `${id}|v:1`, reason },
  });
  const isLong = unicodeWords(text).length >= LEAST_AUTOCORRELATION;
  return [
    ...(ground === undefined ? [unscored("burrows-delta", "Burrows' Delta", "no-profile")] : []),
    unscored("figures", "Figures verified", "no-data"),
    unscored("gapelmaper", "GAPELMAPER", isLong ? "needs-longhand-gapelmaper" : "too-short"),
  ];
}
