import {
  burrowsDelta,
  type PanelScore,
  positionCounts,
  positionCurve,
  type QualityPanelRow,
  qualityPanel,
  repeatedNgrams,
  sentenceLengthVariation,
} from "../../scoring/index.ts";
import { unicodeWords } from "../../text/index.ts";
import { outcomeOf, type ReadRun, type RunReview, reviewRun } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import type { VoiceGround } from "./voice-ground.ts";
import { measuringGround } from "./voice-report.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** Everything that can be said of a document without a model and without a reference. */
export interface RunPanel {
  /** Name of the run. */
  readonly run: string;
  /** Words measured. */
  readonly words: number;
  /** The measures, in the order of the documentation. */
  readonly rows: readonly QualityPanelRow[];
  /** Measures by tenth of the document; `null` where one cannot be computed. */
  readonly curves: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Fewest words that GAPELMAPER is defined for. */
const LEAST_AUTOCORRELATION = 20_001;

/**
 * The quality panel of a run: repetition, variety, length, names, facts, mentions, style, and curves by tenth.
 * What cannot be computed is unscored, with a reason.
 *
 * @param name - The run; it may be at work meanwhile.
 * @param context - Where runs are.
 * @returns The panel.
 * @throws LonghandError `unknown-run`, `damaged-run`, `unknown-author`.
 */
export async function panelOfRun(name: string, context: RunContext): Promise<RunPanel> {
  const run = await findWritingRun(name, context);
  const read = await readWritingRun(run, context);
  const leaves = read.journal.state.tree.leaves();
  const texts = leaves.map(({ id }) => read.texts.get(id) ?? "");
  const text = texts.filter((part) => part !== "").join("\n\n");
  const ground = await measuringGround(read.brief, context);
  const review = reviewRun(read);
  const outcome = outcomeOf(read);
  const rows = qualityPanel({
    text,
    askedWords: outcome.targetWords,
    ...(review === undefined || review.names.length === 0
      ? {}
      : { names: review.names.map((known) => ({ name: known })) }),
    ...(ground === undefined ? {} : { author: ground.profile, reference: ground.reference }),
  });
  return {
    run: run.folder.name,
    words: unicodeWords(text).length,
    rows: [...rows, ...mentionRows(read), ...reviewRows(review), ...openRows(text, ground)],
    curves: curvesOf(text, issuePlaces(read), ground),
  };
}

function mentionRows(read: ReadRun): QualityPanelRow[] {
  const { must } = outcomeOf(read);
  return [
    share("must-coverage", "Must-coverage", [must.hit, must.required], "no-mentions-asked"),
    share(
      "keywords",
      "Keywords found",
      [must.keywords.found, must.keywords.asked],
      "no-keywords-asked",
    ),
  ];
}

/** A share of which anything below 1 deserves a look. */
function share(
  id: string,
  title: string,
  ...[[found, all], reason]: readonly [readonly [number, number], string]
): QualityPanelRow {
  const alarm = { side: "below", limit: 1 } as const;
  const signature = `${id}|v:1`;
  if (all === 0) return { id, title, alarm, score: { status: "unscored", signature, reason } };
  const value = found / all;
  return { id, title, alarm, score: { status: "scored", signature, value }, isAlarming: value < 1 };
}

function reviewRows(review: RunReview | undefined): QualityPanelRow[] {
  const { checked = 0, contradicted = 0, orders = { checked: 0, wrong: 0 } } = review ?? {};
  const unread = review === undefined ? "language-not-read" : undefined;
  return [
    share(
      "fact-consistency",
      "Fact consistency",
      [Math.max(0, checked - contradicted), checked],
      unread ?? "no-checkable-statements",
    ),
    share(
      "event-order",
      "Event order kept",
      [orders.checked - orders.wrong, orders.checked],
      unread ?? "no-stated-order",
    ),
  ];
}

/** What needs more than the text: told, so that nobody takes its absence for a pass. */
function openRows(text: string, ground: VoiceGround | undefined): QualityPanelRow[] {
  const unscored = (id: string, title: string, reason: string): QualityPanelRow => ({
    id,
    title,
    score: { status: "unscored", signature: `${id}|v:1`, reason },
  });
  const isLong = unicodeWords(text).length >= LEAST_AUTOCORRELATION;
  return [
    ...(ground === undefined ? [unscored("burrows-delta", "Burrows' Delta", "no-profile")] : []),
    unscored("figures", "Figures verified", "no-data"),
    unscored("coherence", "Coherence of neighbours", "no-vectors"),
    unscored("gapelmaper", "GAPELMAPER", isLong ? "needs-longhand-gapelmaper" : "too-short"),
  ];
}

/** Where parts with open issues begin, in UTF-16 units of the joined text, once for each issue. */
function issuePlaces({ journal, texts }: ReadRun): number[] {
  const places: number[] = [];
  let at = 0;
  for (const { id } of journal.state.tree.leaves()) {
    const text = texts.get(id) ?? "";
    for (const _ of journal.state.accepted.get(id)?.issues ?? []) places.push(at);
    if (text !== "") at += text.length + 2;
  }
  return places;
}

function curvesOf(
  text: string,
  issues: readonly number[],
  ground: VoiceGround | undefined,
): RunPanel["curves"] {
  const values = (points: readonly { readonly score: PanelScore }[]): (number | null)[] =>
    points.map(({ score }) => (score.status === "scored" ? score.value : null));
  const within = issues.filter((place) => place <= text.length);
  return {
    "rep-4": values(positionCurve(text, (part) => repeatedNgrams(part, { order: 4 }))),
    "sentence-length-cv": values(positionCurve(text, sentenceLengthVariation)),
    ...(ground === undefined
      ? {}
      : {
          "burrows-delta": values(
            positionCurve(text, (part) => burrowsDelta(part, ground.profile, ground.reference)),
          ),
        }),
    "issues-per-1000": values(positionCounts(text, within)),
  };
}

/**
 * A panel as lines of text.
 *
 * @param panel - The panel.
 * @returns One line a measure and a curve; an alarm is marked.
 */
export function panelLines({ run, words, rows, curves }: RunPanel): string[] {
  return [
    `${run}: ${words.toLocaleString("en")} words.`,
    ...rows.map(rowLine),
    "By tenth of the document:",
    ...Object.entries(curves).map(
      ([id, points]) =>
        `  ${id}: ${points.map((value) => (value === null ? "–" : shown(value))).join("  ")}`,
    ),
  ];
}

function rowLine({ title, score, usual, alarm, isAlarming }: QualityPanelRow): string {
  const value = score.status === "scored" ? shown(score.value) : `unscored (${score.reason})`;
  const range = usual === undefined ? "" : `, usual ${usual[0]}–${usual[1]}`;
  const limit = alarm === undefined ? "" : `, alarm ${alarm.side} ${alarm.limit}`;
  return `${isAlarming === true ? "!" : " "} ${title}: ${value}${range}${limit}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}
