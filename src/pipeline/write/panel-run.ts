import { join, resolve } from "node:path";
import type { PlanNode } from "../../records/index.ts";
import { renderPanelPage } from "../../report/index.ts";
import {
  burrowsDelta,
  type PanelScore,
  positionCounts,
  positionCurve,
  type QualityPanelRow,
  qualityPanel,
  readability,
  repeatedNgrams,
  sentenceLengthVariation,
} from "../../scoring/index.ts";
import { requireWritableFile, writeAtomically } from "../../storage/index.ts";
import { unicodeWords } from "../../text/index.ts";
import { outcomeOf, type ReadRun, type RunReview, reviewRun } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { openEmbedder } from "./embedder.ts";
import { type Coherence, coherenceCurve, coherenceRows, readCoherence } from "./panel-coherence.ts";
import { openRows, promiseRows, readabilityRow } from "./panel-rows.ts";
import type { VoiceGround } from "./voice-ground.ts";
import { measuringGround } from "./voice-report.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** A section of a document with its measures. */
export interface PanelSection {
  /** Id of the node. */
  readonly node: string;
  /** Its heading, or what belongs there. */
  readonly heading: string;
  /** Its words. */
  readonly words: number;
  /** Its measures: those that need no more than a text and its length. */
  readonly rows: readonly QualityPanelRow[];
}

/** Everything that can be said of a document without a language model and without a reference. */
export interface RunPanel {
  /** Name of the run. */
  readonly run: string;
  /** Title of the document. */
  readonly title: string;
  /** Words measured. */
  readonly words: number;
  /** Words asked for. */
  readonly targetWords: number;
  /** The measures of the whole, in the order of the documentation. */
  readonly rows: readonly QualityPanelRow[];
  /** The same by section, as far as a section can be measured by itself. */
  readonly sections: readonly PanelSection[];
  /** Measures by tenth of the document; `null` where one cannot be computed. */
  readonly curves: Readonly<Record<string, readonly (number | null)[]>>;
  /** What to know first, for instance that a model is missing. */
  readonly notes: readonly string[];
  /** The page that shows all of it; absent where none was asked for. */
  readonly page?: string;
}

/** How a panel is made. */
export interface PanelOptions {
  /** Model of sentence vectors as `openEmbeddingModel` names it, or `none`. @defaultValue MiniLM, if it is here */
  readonly embedder?: string;
  /** Where the page goes, or `false` for none. @defaultValue `exports/panel.html` of the run */
  readonly page?: string | false;
}

/**
 * The quality panel of a run: repetition, variety, length, names, facts, mentions, readability, coherence,
 * style, of the whole and by section, with curves by tenth. What cannot be computed is unscored, with a
 * reason. Unless it is told otherwise it writes the panel as a page, too.
 *
 * @param name - The run; it may be at work meanwhile.
 * @param options - Which vectors, and where the page goes.
 * @param context - Where runs are.
 * @returns The panel.
 * @throws LonghandError `unknown-run`, `damaged-run`, `unknown-author`, `not-writable`; what opening a model throws that was
 *   named.
 */
export async function panelOfRun(
  name: string,
  options: PanelOptions,
  context: RunContext,
): Promise<RunPanel> {
  const run = await findWritingRun(name, context);
  const page =
    options.page === false
      ? undefined
      : resolve(options.page ?? join(run.folder.path, "exports", "panel.html"));
  if (page !== undefined) await requireWritableFile(page);
  const read = await readWritingRun(run, context);
  const ground = await measuringGround(read.brief, context);
  const embedder = await openEmbedder(options.embedder, context);
  const coherence = await readCoherence(read, embedder, context);
  const notes = embedder.status === "closed" ? [embedder.message ?? []].flat() : [];
  const work: PanelWork = { read, ground, coherence, review: reviewRun(read) };
  const panel = { run: run.folder.name, ...panelOf(work), notes };
  if (page === undefined) return panel;
  await writeAtomically(page, renderPanelPage(panel));
  return { ...panel, page };
}

interface PanelWork {
  readonly read: ReadRun;
  readonly ground: VoiceGround | undefined;
  readonly coherence: Coherence;
  readonly review: RunReview | undefined;
}

function panelOf(work: PanelWork): Omit<RunPanel, "run" | "notes" | "page"> {
  const { read, ground, review } = work;
  const { tree } = read.journal.state;
  const leaves = tree.leaves();
  const { targetWords } = outcomeOf(read);
  const whole = pieceOf(leaves, targetWords, read);
  const { root } = tree;
  const sections = root === undefined ? [] : tree.childrenOf(root.id);
  return {
    title: read.brief.title ?? root?.heading ?? "Untitled",
    words: unicodeWords(whole.text).length,
    targetWords,
    rows: [...textRows(whole, work), ...promiseRows(read, review), ...openRows(whole.text, ground)],
    sections: sections.map((node) => sectionOf(node, work)),
    curves: curvesOf(whole, work),
  };
}

/** A stretch of a document. */
interface Piece {
  readonly text: string;
  readonly askedWords: number;
  readonly leaves: readonly string[];
}

function pieceOf(leaves: readonly PlanNode[], askedWords: number, { texts }: ReadRun): Piece {
  const parts = leaves.map(({ id }) => texts.get(id) ?? "").filter((part) => part !== "");
  return { text: parts.join("\n\n"), askedWords, leaves: leaves.map(({ id }) => id) };
}

function sectionOf(node: PlanNode, work: PanelWork): PanelSection {
  const { tree } = work.read.journal.state;
  const leavesBelow = (at: PlanNode): PlanNode[] =>
    at.level === "leaf" ? [at] : tree.childrenOf(at.id).flatMap(leavesBelow);
  const piece = pieceOf(leavesBelow(node), node.targetWords, work.read);
  return {
    node: node.id,
    heading: node.heading === "" ? node.brief : node.heading,
    words: unicodeWords(piece.text).length,
    rows: textRows(piece, work),
  };
}

/** What a text shows by itself. */
function textRows(piece: Piece, { read, ground, coherence, review }: PanelWork): QualityPanelRow[] {
  const { text, askedWords, leaves } = piece;
  const names = review?.names ?? [];
  return [
    ...qualityPanel({
      text,
      askedWords,
      ...(names.length === 0 ? {} : { names: names.map((known) => ({ name: known })) }),
      ...(ground === undefined ? {} : { author: ground.profile, reference: ground.reference }),
    }),
    readabilityRow(text, read.brief, review !== undefined),
    ...coherenceRows(leaves, coherence),
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
  { text, leaves }: Piece,
  { read, ground, coherence, review }: PanelWork,
): RunPanel["curves"] {
  const values = (points: readonly { readonly score: PanelScore }[]): (number | null)[] =>
    points.map(({ score }) => (score.status === "scored" ? score.value : null));
  const along = (measure: (part: string) => PanelScore): (number | null)[] =>
    values(positionCurve(text, measure));
  const within = issuePlaces(read).filter((place) => place <= text.length);
  return {
    "rep-4": along((part) => repeatedNgrams(part, { order: 4 })),
    "sentence-length-cv": along(sentenceLengthVariation),
    ...(review === undefined ? {} : { readability: along(readability) }),
    ...(coherence.reason === undefined
      ? { "coherence-sentences": coherenceCurve(leaves, coherence) }
      : {}),
    ...(ground === undefined
      ? {}
      : {
          "burrows-delta": along((part) => burrowsDelta(part, ground.profile, ground.reference)),
        }),
    "issues-per-1000": values(positionCounts(text, within)),
  };
}
