import { splitSentences } from "../../text/index.ts";
import type { AuthorFact } from "../brief/brief.ts";
import { countWords } from "../brief/brief-words.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { SCORE_WEIGHTS, type ScoreWeights } from "../techniques/score-weights.ts";
import { mentions, stemsOf } from "./mentions.ts";
import type { Relevance } from "./relevance.ts";
import type { SaidIndex } from "./said-index.ts";

/** Parts of a draft's score, each 0–1; a part that cannot be worked out is absent. */
export interface ScoreParts {
  /** How near its length is to the target. */
  // biome-ignore lint/plugin: a share without a unit, named as in the score's formula
  readonly length: number;
  /** Mentions found, of those required. */
  readonly must?: number;
  /** 1 without a contradicted fact, 0 from three on. */
  readonly facts?: number;
  /** Share of its 8-grams that the document does not hold yet. */
  readonly novelty: number;
  /** Likeness to the brief. */
  readonly relevance: number;
  /** Likeness to the author's style: 1 / (1 + distance). */
  readonly style?: number;
  /** Keywords found, of those that fit here. */
  readonly keywords?: number;
}

const LENGTH_SLOPE = 0.5;
const MOST_VIOLATIONS = 3;

/** What a draft is measured against. */
export interface ScoreGround {
  /** Words wanted. */
  readonly targetWords: number;
  /** The leaf's brief. */
  readonly brief: string;
  /** Mentions required. */
  readonly hits: readonly MustHit[];
  /** Facts that hold here. */
  readonly facts: readonly AuthorFact[];
  /** All facts, for values that are known to be another time's or another person's. */
  readonly allFacts: readonly AuthorFact[];
  /** Statements that contradict the bible. @defaultValue not looked for */
  readonly contradictions?: number | undefined;
  /** What the document says already. */
  readonly said: SaidIndex;
  /** Likeness of texts. */
  readonly relevance: Relevance;
  /** Keywords that fit here. @defaultValue none */
  readonly keywords?: readonly string[];
  /** Distance to the author's style. @defaultValue unknown */
  readonly styleDelta?: number | undefined;
}

/**
 * Works out the parts of a draft's score.
 *
 * @param text - The draft, cleaned.
 * @param ground - What it is measured against.
 * @returns The parts.
 */
export function scoreParts(text: string, ground: ScoreGround): ScoreParts {
  const words = countWords(text);
  const found = mentionsFound(text, ground.hits).length;
  const violations = Math.max(violationsIn(text, ground), ground.contradictions ?? 0);
  return {
    length: Math.max(0, 1 - Math.abs(words / ground.targetWords - 1) / LENGTH_SLOPE),
    ...(ground.hits.length === 0 ? {} : { must: found / ground.hits.length }),
    ...(ground.facts.length === 0 ? {} : { facts: 1 - Math.min(1, violations / MOST_VIOLATIONS) }),
    novelty: 1 - ground.said.copiedShare(text),
    relevance: ground.relevance.cosine(text, ground.brief),
    ...(ground.styleDelta === undefined ? {} : { style: 1 / (1 + ground.styleDelta) }),
    ...keywordsPart(text, ground.keywords ?? []),
  };
}

function keywordsPart(text: string, keywords: readonly string[]): Pick<ScoreParts, "keywords"> {
  if (keywords.length === 0) return {};
  const stems = stemsOf(text);
  const found = keywords.filter((keyword) => mentions(stems, [keyword]));
  return { keywords: found.length / keywords.length };
}

/**
 * The weighted mean of the parts that there are: a missing part's weight is shared among the others.
 *
 * @param parts - The parts.
 * @param own - Weights in place of the usual ones. @defaultValue none
 * @returns 0–1.
 */
export function scoreOf(parts: ScoreParts, own: Partial<ScoreWeights> = {}): number {
  let sum = 0;
  let weights = 0;
  for (const [name, weight] of Object.entries({ ...SCORE_WEIGHTS, ...own })) {
    const value = parts[name as keyof ScoreParts];
    if (value === undefined) continue;
    sum += weight * value;
    weights += weight;
  }
  return sum / weights;
}

/**
 * The mentions that a text holds.
 *
 * @param text - The text.
 * @param hits - Mentions required.
 * @returns Those found.
 */
export function mentionsFound(text: string, hits: readonly MustHit[]): MustHit[] {
  if (hits.length === 0) return [];
  const stems = stemsOf(text);
  return hits.filter(({ item }) => mentions(stems, item.accept));
}

/** Sentences that name a fact's subject and attribute with a value known to be another one. */
function violationsIn(text: string, { facts, allFacts }: ScoreGround): number {
  if (facts.length === 0) return 0;
  const sentences = splitSentences(text).map(stemsOf);
  return facts.reduce((sum, fact) => {
    const others = allFacts
      .filter(({ attribute, value }) => attribute === fact.attribute && value !== fact.value)
      .map(({ value }) => String(value));
    const wrong = sentences.filter(
      (stems) =>
        mentions(stems, [fact.subject]) &&
        mentions(stems, [fact.attribute]) &&
        !mentions(stems, [String(fact.value)]) &&
        mentions(stems, others),
    );
    return sum + wrong.length;
  }, 0);
}
