import {
  type PanelScore,
  type QualityPanelRow,
  sectionConsistency,
  type TextVector,
  vectorSignature,
} from "../../scoring/index.ts";
import { splitSentences, unicodeWords } from "../../text/index.ts";
import type { ReadRun } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { cachedVectors, type Embedder } from "./embedder.ts";

/** Vectors of one leaf. */
interface LeafVectors {
  readonly sentences: readonly TextVector[];
  /** That of its summary; absent where none was kept of the leaf alone. */
  readonly summary?: TextVector;
}

/** Vectors of a document, or why there are none. */
export interface Coherence {
  /** Where the vectors come from. */
  readonly vectors: string;
  /** Vectors by the id of the leaf. */
  readonly leaves: ReadonlyMap<string, LeafVectors>;
  /** Why there are none. */
  readonly reason?: string;
  /** Why there are none of summaries. */
  readonly summaryReason?: string;
}

const TENTHS = 10;

/**
 * Embeds every sentence of a document, and the summary of every leaf.
 *
 * @param run - The run.
 * @param embedder - The model, which is closed; or why there is none.
 * @param context - Is told how far it is.
 * @returns The vectors.
 * @throws ModelCallError if the model fails.
 */
export async function readCoherence(
  run: ReadRun,
  embedder: Embedder,
  context: RunContext,
): Promise<Coherence> {
  if (embedder.status === "closed") {
    return { vectors: "none", leaves: new Map(), reason: embedder.reason };
  }
  const { tree, accepted } = run.journal.state;
  // A rolling writer keeps one summary of everything so far: neighbours would be the same by make.
  const rolls = run.brief.strategy === "rolling";
  const pieces = tree.leaves().map(({ id }) => ({
    id,
    sentences: sentencesOf(run.texts.get(id) ?? ""),
    summary: rolls ? "" : (accepted.get(id)?.summary ?? ""),
  }));
  const texts = pieces.flatMap(({ sentences, summary }) => [...sentences, summary]);
  const cached = cachedVectors(embedder.model, context);
  const found = await cached.embed(texts, context.stopNow).finally(() => cached.close());
  let at = 0;
  const leaves = new Map<string, LeafVectors>();
  for (const { id, sentences, summary } of pieces) {
    const own = found.slice(at, at + sentences.length);
    const last = found[at + sentences.length];
    at += sentences.length + 1;
    const isKept = unicodeWords(summary).length > 0 && last !== undefined && hasDirection(last);
    leaves.set(id, { sentences: own.filter(hasDirection), ...(isKept ? { summary: last } : {}) });
  }
  return {
    vectors: vectorSignature(embedder.model.description),
    leaves,
    ...(rolls ? { summaryReason: "rolling-summaries" } : {}),
  };
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap(splitSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => unicodeWords(sentence).length > 0);
}

function hasDirection(vector: TextVector): boolean {
  return Array.from(vector).some((value) => value !== 0);
}

/**
 * How well neighbouring sentences and neighbouring leaves hang together.
 *
 * @param ids - Leaves, in reading order.
 * @param coherence - Vectors of the document.
 * @returns Two rows; neither end of their range is good, so that they have no alarm.
 */
export function coherenceRows(
  ids: readonly string[],
  { leaves, vectors, reason, summaryReason }: Coherence,
): QualityPanelRow[] {
  const own = ids.flatMap((id) => leaves.get(id) ?? []);
  const sentences = own.flatMap((leaf) => leaf.sentences);
  const summaries = own.flatMap(({ summary }) => (summary === undefined ? [] : [summary]));
  return [
    {
      id: "coherence-sentences",
      title: "Coherence of neighbouring sentences",
      score: meanCosine(sentences, vectors, reason),
    },
    {
      id: "coherence-parts",
      title: "Coherence of neighbouring parts",
      score: meanCosine(summaries, vectors, reason ?? summaryReason),
    },
  ];
}

/** Mean cosine of neighbours; never 0 for want of neighbours. */
function meanCosine(
  found: readonly TextVector[],
  vectors: string,
  reason: string | undefined,
): PanelScore {
  const score = sectionConsistency(found, vectors);
  const { signature } = score;
  if (reason !== undefined) return { status: "unscored", signature, reason };
  if (score.status === "unscored") return score;
  return { status: "scored", signature, value: score.value };
}

/**
 * Coherence of neighbouring sentences along a document.
 *
 * @param ids - Leaves, in reading order.
 * @param coherence - Vectors of the document.
 * @returns One value per tenth of its sentences; `null` where there are too few.
 */
export function coherenceCurve(
  ids: readonly string[],
  { leaves, vectors }: Coherence,
): (number | null)[] {
  const sentences = ids.flatMap((id) => leaves.get(id)?.sentences ?? []);
  return Array.from({ length: TENTHS }, (_, tenth) => {
    const from = Math.floor((tenth * sentences.length) / TENTHS);
    const to = Math.floor(((tenth + 1) * sentences.length) / TENTHS);
    const score = meanCosine(sentences.slice(from, to), vectors, undefined);
    return score.status === "scored" ? score.value : null;
  });
}
