import type { JournalLine, PlanNode } from "../../records/index.ts";
import {
  authorRank,
  burrowsDelta,
  characterStyleDistance,
  type PanelScore,
  type RankFacts,
  readStyleProfile,
  type StyleProfile,
} from "../../scoring/index.ts";
import {
  type Brief,
  countWords,
  openReadOnlyRunStore,
  type ReadRun,
  type StyleCard,
  styleCardOf,
} from "../../writing/index.ts";
import { openCorpus, SHIPPED_CORPUS } from "../corpora/named-corpus.ts";
import type { RunContext } from "../run-context.ts";
import type { DroppedText } from "./voice-drift.ts";
import { LEAST_VOICE, openVoiceGround, type VoiceGround } from "./voice-ground.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** How far a text is from an author's style. */
export interface VoiceDistances {
  /** Burrows' Delta; lower is closer. */
  readonly delta: PanelScore;
  /** 1 − cosine of runs of three characters; lower is closer. */
  readonly characters: PanelScore;
}

/** One section of a document. */
export interface VoiceSection extends VoiceDistances {
  /** Id of the node. */
  readonly node: string;
  /** Its heading, or what belongs there. */
  readonly heading: string;
  /** Its words. */
  readonly words: number;
}

/** How close a document is to its author's style. */
export interface VoiceReport {
  /** Name of the run. */
  readonly run: string;
  /** The author. */
  readonly author: string;
  /** What the style is known by. */
  readonly profile: { readonly texts: number; readonly words: number };
  /** Name and hash of the yardstick. */
  readonly reference: string;
  /** The whole text. */
  readonly whole: VoiceDistances & { readonly rank: PanelScore<RankFacts>; readonly words: number };
  /** Each section that has a text. */
  readonly sections: readonly VoiceSection[];
  /** What is typical of the style; absent for texts without sentences. */
  readonly card?: StyleCard;
  /** What was left out as drifting from the author's texts; absent unless the brief asks for it. */
  readonly drift?: VoiceDriftReport;
}

/** What a drift filter did. */
export interface VoiceDriftReport {
  /** What distances and threshold rest on. */
  readonly signature: string;
  /** Largest distance that stays; absent if the filter is off. */
  readonly threshold?: number;
  /** Why it is off. */
  readonly reason?: "too-few-texts";
  /** Texts of the profile that were left out. */
  readonly texts: readonly DroppedText[];
  /** Drafts that were left out, by node and draft. */
  readonly drafts: readonly DroppedText[];
}

/** Authors that a text is compared with, the right one aside. */
const MOST_OTHERS = 19;
/** Words of another author that are read, at most. */
const MOST_OTHER_WORDS = 60_000;

/**
 * Measures how close a run's text is to its author's style, section by section and as a whole.
 *
 * @param name - The run; it may be at work meanwhile.
 * @param context - Where runs are.
 * @returns The distances; `undefined` for a brief without a profile.
 * @throws LonghandError `unknown-run`, `damaged-run`, `unknown-author`, `invalid-brief`.
 */
export async function voiceOfRun(
  name: string,
  context: RunContext,
): Promise<VoiceReport | undefined> {
  const run = await findWritingRun(name, context);
  const read = await readWritingRun(run, context);
  const ground = await measuringGround(read.brief, context);
  if (ground === undefined) return undefined;
  const { lines } = await openReadOnlyRunStore(run.folder.path);
  return { run: run.folder.name, ...(await voiceReport(read, ground)), ...driftOf(ground, lines) };
}

/**
 * What a text's style is measured by: the profile also of a run that was written without its voice.
 *
 * @param brief - The brief.
 * @param context - Is told what is wrong with the profile.
 * @returns The ground; `undefined` for a brief without a profile in its own language.
 */
export function measuringGround(
  brief: Brief,
  context: RunContext,
): Promise<VoiceGround | undefined> {
  const { techniques, ...rest } = brief;
  return openVoiceGround({ ...rest, techniques: { ...techniques, voice: true } }, context);
}

/** Measures texts that were read. */
async function voiceReport(
  { journal, texts, brief }: ReadRun,
  ground: VoiceGround,
): Promise<Omit<VoiceReport, "run">> {
  const { tree } = journal.state;
  const textOf = (node: PlanNode): string =>
    node.level === "leaf"
      ? (texts.get(node.id) ?? "")
      : tree
          .childrenOf(node.id)
          .map(textOf)
          .filter((text) => text !== "")
          .join("\n\n");
  const { root } = tree;
  const whole = root === undefined ? "" : textOf(root);
  const sections = root === undefined ? [] : tree.childrenOf(root.id);
  const card = styleCardOf({
    texts: ground.documents.map(({ text }) => text),
    others: ground.others,
    english: ground.english,
  });
  return {
    author: ground.author,
    profile: { texts: ground.documents.length, words: ground.words },
    reference: ground.reference.id,
    whole: {
      ...distancesOf(whole, ground),
      words: countWords(whole),
      rank: authorRank({
        author: ground.profile,
        others: ground.isStrong ? await otherAuthors(brief, ground.author) : [],
        distanceTo: (style) => burrowsDelta(whole, style, ground.reference),
      }),
    },
    sections: sections.flatMap((node) => {
      const text = textOf(node);
      if (text === "") return [];
      const heading = node.heading === "" ? node.brief : node.heading;
      return [{ node: node.id, heading, words: countWords(text), ...distancesOf(text, ground) }];
    }),
    ...(card === undefined ? {} : { card }),
  };
}

/**
 * How far a text is from an author's style.
 *
 * @param text - The text.
 * @param ground - What the style is known by.
 * @returns Both distances; unscored for a weak profile.
 */
export function distancesOf(
  text: string,
  { profile, reference }: Pick<VoiceGround, "profile" | "reference">,
): VoiceDistances {
  return {
    delta: burrowsDelta(text, profile, reference),
    characters: characterStyleDistance(text, profile),
  };
}

/** Styles of other authors of the profile's corpus; of the shipped corpus where it has no others. */
async function otherAuthors(brief: Brief, author: string): Promise<readonly StyleProfile[]> {
  const corpus = brief.profile?.corpus ?? SHIPPED_CORPUS;
  const own = await authorsIn(corpus, author);
  return own.length > 0 || corpus === SHIPPED_CORPUS ? own : authorsIn(SHIPPED_CORPUS, author);
}

async function authorsIn(corpus: string, author: string): Promise<readonly StyleProfile[]> {
  const texts = new Map<string, { readonly texts: string[]; words: number }>();
  for await (const document of openCorpus(corpus)) {
    if (document.author === author) continue;
    const known = texts.get(document.author) ?? { texts: [], words: 0 };
    if (known.words >= MOST_OTHER_WORDS) continue;
    known.texts.push(document.text);
    known.words += countWords(document.text);
    texts.set(document.author, known);
  }
  return [...texts.values()]
    .filter((other) => other.texts.length >= LEAST_VOICE.texts && other.words >= LEAST_VOICE.words)
    .slice(0, MOST_OTHERS)
    .map((other) => readStyleProfile(other.texts));
}

function driftOf(
  { drift, dropped }: VoiceGround,
  lines: readonly JournalLine[],
): Pick<VoiceReport, "drift"> {
  if (drift === undefined) return {};
  const { signature, threshold, reason } = drift;
  const drafts = lines.flatMap(({ type, body }) => {
    const reasons = (body["reasons"] ?? []) as readonly string[];
    if (type !== "candidate" || !reasons.includes("drifted")) return [];
    return [{ id: `${body["node"]}/${body["variant"]}`, distance: Number(body["distance"]) }];
  });
  return {
    drift: {
      signature,
      ...(threshold === undefined ? {} : { threshold }),
      ...(reason === undefined ? {} : { reason }),
      texts: dropped,
      drafts,
    },
  };
}

/**
 * Distances as lines of text.
 *
 * @param report - The report.
 * @returns One line for the whole, one a section, and what was left out.
 */
export function voiceLines(report: VoiceReport): string[] {
  const { author, profile, whole, sections, drift, reference } = report;
  return [
    `Style distance to ${author} (${profile.texts} texts, ${profile.words.toLocaleString("en")} words; ${reference}):`,
    `  whole: Delta ${shown(whole.delta)}, characters ${shown(whole.characters)}, ${rankText(whole.rank)} (${whole.words} words)`,
    ...sections.map(
      ({ heading, words, delta, characters }) =>
        `  ${short(heading)}: Delta ${shown(delta)}, characters ${shown(characters)} (${words} words)`,
    ),
    ...(drift === undefined ? [] : driftLines(drift)),
  ];
}

function driftLines({ threshold, reason, texts, drafts }: VoiceDriftReport): string[] {
  const limit =
    threshold === undefined
      ? `Drift filter: off (${reason ?? "unknown"}).`
      : `Drift filter: up to ${threshold.toFixed(3)}; ${texts.length} texts and ${drafts.length} drafts left out.`;
  return [
    limit,
    ...texts.map(({ id, distance }) => `  text ${id}: ${distance.toFixed(3)}`),
    ...drafts.map(({ id, distance }) => `  draft ${id}: ${distance.toFixed(3)}`),
  ];
}

function shown(score: PanelScore): string {
  return score.status === "scored" ? score.value.toFixed(3) : `undefined (${score.reason})`;
}

function rankText(rank: PanelScore<RankFacts>): string {
  return rank.status === "scored"
    ? `${rank.value - 1} of ${rank.authors - 1} other authors are closer`
    : `rank undefined (${rank.reason})`;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
