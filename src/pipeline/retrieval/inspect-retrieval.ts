import { withoutTarget } from "../../dataset/index.ts";
import type { DatasetExample, ProfileItem, RetrievedPassage } from "../../records/index.ts";
import type { PassageReason, RetrievalRequest, Retriever } from "../../retrieval/index.ts";
import { firstWords, terminalSafe } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { candidatesOf, requestFor } from "./ask-retriever.ts";
import {
  exampleOf,
  type OpenRetrieval,
  type RetrievalOptions,
  withRetrieval,
} from "./open-retrieval.ts";

/** Which example to look at, and how. */
export interface InspectRetrievalOptions extends RetrievalOptions {
  /** Id of the example. @defaultValue the first one */
  readonly exampleId?: string;
  /** Passages. @defaultValue 4 */
  readonly k?: number;
}

/** One retrieved passage with everything that is known of why. */
export interface InspectedPassage extends PassageReason {
  /** Its place, from 1. */
  readonly rank: number;
  /** Id of the profile item. */
  readonly id: string;
  /** Whose profile holds it, where it is not the example's own user. */
  readonly userId?: string;
  /** The retriever's own measure. */
  readonly relevance: number;
  /** When it was written; absent if unknown. */
  readonly date?: string;
  /** Its text. */
  readonly text: string;
  /** Ids of candidates with the same relevance, of which the tie rule chose; absent for none. */
  readonly tiedWith?: readonly string[];
}

/**
 * Shows what a retriever finds for one example and why: relevances, words in common and their weights,
 * places in the parts of a hybrid, judgements, ties, what was left out as the target.
 *
 * @param options - Which example and retriever.
 * @param context - Places.
 * @returns The passages, best first.
 * @throws LonghandError `unknown-example`; whatever cannot be opened; what the retriever throws for
 *   this example.
 */
export function inspectRetrieval(
  options: InspectRetrievalOptions,
  context: RunContext,
): Promise<VerbResult> {
  return withRetrieval(options, context, async (retrieval) => {
    const example = await exampleOf(retrieval.split, options.exampleId);
    return inspectExample(example, retrieval, options.k ?? 4);
  });
}

/**
 * The same for an example and a retriever that are at hand.
 *
 * @param example - The example.
 * @param retrieval - Dataset and retriever.
 * @param k - Passages.
 * @returns The passages, best first.
 */
export async function inspectExample(
  example: DatasetExample,
  retrieval: OpenRetrieval,
  k: number,
): Promise<{ readonly json: InspectedRetrieval; readonly text: string }> {
  const { retriever, task, split, profile, family } = retrieval;
  const request = requestFor(example, candidatesOf(example, task), { ...retrieval, k });
  const { result, reasons } = await explained(retriever, request);
  const { removed, containing } = withoutTarget(example, task);
  const json = {
    dataset: split.name,
    split: split.split,
    task: task.name,
    exampleId: example.id,
    userId: example.userId,
    query: request.query,
    profile,
    family,
    retriever: retriever.name,
    signature: retriever.signature,
    k,
    profileItems: example.profile.length,
    candidates: request.candidates.length,
    ...result,
    passages: await inspectedPassages({ retrieval, request, reasons, found: result.passages }),
    removed,
    containing,
  };
  return { json, text: terminalSafe(textOf(json).join("\n")) };
}

/** What is known of one retrieval. */
export interface InspectedRetrieval {
  /** Name of the dataset. */
  readonly dataset: string;
  /** Part of it. */
  readonly split: string;
  /** Its task. */
  readonly task: string;
  /** Id of the example. */
  readonly exampleId: string;
  /** Its user. */
  readonly userId: string;
  /** What was looked for. */
  readonly query: string;
  /** Rules. */
  readonly profile: string;
  /** Template family of the query. */
  readonly family: string;
  /** Name of the retriever. */
  readonly retriever: string;
  /** Its settings. */
  readonly signature: string;
  /** Passages asked for. */
  readonly k: number;
  /** Items of the profile. */
  readonly profileItems: number;
  /** Items that could be retrieved. */
  readonly candidates: number;
  /** Whether nothing had anything to do with the query. */
  readonly noSignal: boolean;
  /** What went wrong without ending the retrieval; absent for nothing. */
  readonly warnings?: readonly {
    readonly kind: string;
    readonly count: number;
    readonly example: string;
  }[];
  /** What was found, best first. */
  readonly passages: readonly InspectedPassage[];
  /** Items left out because they are the target, and why. */
  readonly removed: readonly { readonly id: string; readonly why: string }[];
  /** Ids of items that hold the target inside a longer text; they stay. */
  readonly containing: readonly string[];
}

async function explained(retriever: Retriever, request: RetrievalRequest) {
  if (retriever.explain !== undefined) return retriever.explain(request);
  const result = await retriever.retrieve(request);
  return { result, reasons: [] as readonly PassageReason[] };
}

interface Inspecting {
  readonly retrieval: OpenRetrieval;
  readonly request: RetrievalRequest;
  readonly found: readonly RetrievedPassage[];
  readonly reasons: readonly PassageReason[];
}

async function inspectedPassages({
  retrieval,
  request,
  found,
  reasons,
}: Inspecting): Promise<InspectedPassage[]> {
  const own = new Map(request.candidates.map((candidate) => [candidate.id, candidate]));
  const ties = await tiesIn(retrieval.retriever, request);
  const passages: InspectedPassage[] = [];
  for (const [at, { id, relevance, userId }] of found.entries()) {
    const passage =
      userId === undefined ? own.get(id) : await passageOfOther({ id, userId }, retrieval);
    const tied = (ties.get(relevance) ?? []).filter((other) => other !== id);
    passages.push({
      rank: at + 1,
      id,
      ...(userId === undefined ? {} : { userId }),
      relevance,
      ...(passage?.date === undefined ? {} : { date: passage.date }),
      text: passage?.text ?? "",
      ...reasons[at],
      ...(tied.length === 0 ? {} : { tiedWith: tied }),
    });
  }
  return passages;
}

async function passageOfOther(
  { id, userId }: { readonly id: string; readonly userId: string },
  { profiles, task }: OpenRetrieval,
): Promise<{ readonly text: string; readonly date?: string } | undefined> {
  const items: readonly ProfileItem[] = await profiles.profileOf(userId);
  const item = items.find((one) => one.id === id);
  if (item === undefined) return undefined;
  return { text: task.passageText(item), ...(item.date === undefined ? {} : { date: item.date }) };
}

/** Candidates by relevance. A retriever without relevances has no ties, and neither has a re-ranker. */
async function tiesIn(
  retriever: Retriever,
  request: RetrievalRequest,
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (retriever.name.includes("+rerank:")) return new Map();
  const all = { ...request, k: Math.max(1, request.candidates.length) };
  const { passages } = await retriever.retrieve(all);
  const ties = new Map<number, string[]>();
  for (const { id, relevance } of passages) {
    ties.set(relevance, [...(ties.get(relevance) ?? []), id]);
  }
  return passages.every(({ relevance }) => relevance === 0) ? new Map() : ties;
}

const SHOWN_TERMS = 8;
const SHOWN_TIES = 3;

function textOf(inspected: InspectedRetrieval): string[] {
  const { exampleId, userId, profileItems, candidates, query, passages, warnings = [] } = inspected;
  return [
    `${exampleId} by ${userId}: ${profileItems} profile items, ${candidates} of them can be retrieved`,
    `retriever: ${inspected.retriever} (${inspected.signature})`,
    `query: ${firstWords(query, 40)}`,
    "",
    ...passages.flatMap(passageLines),
    ...(passages.length === 0 ? ["nothing was retrieved"] : []),
    ...(inspected.noSignal ? ["nothing had anything to do with the query"] : []),
    ...warnings.map(({ kind, count, example }) => `${kind}: ${count} (for instance: ${example})`),
    ...inspected.removed.map(({ id, why }) => `left out as the target: ${id} (${why})`),
    ...inspected.containing.map((id) => `holds the target inside a longer text, and stays: ${id}`),
  ];
}

function passageLines(passage: InspectedPassage): string[] {
  const { rank, relevance, id, userId, date, text, terms = [], parts = [] } = passage;
  const more = terms.length - SHOWN_TERMS;
  const words = terms
    .slice(0, SHOWN_TERMS)
    .map(({ term, weight }) => `${term} ${weight.toFixed(2)}`)
    .join(", ");
  const places = parts
    .map((part) => {
      const place = part.rank === undefined ? "not found" : `rank ${part.rank}`;
      const measure = part.relevance === undefined ? "" : ` (${part.relevance.toFixed(4)})`;
      return `${part.retriever} ${place}${measure}`;
    })
    .join("; ");
  const tied = passage.tiedWith ?? [];
  const others = tied.length > SHOWN_TIES ? ` and ${tied.length - SHOWN_TIES} more` : "";
  return [
    `${rank}. ${relevance.toFixed(4)}  ${userId === undefined ? "" : `${userId} / `}${id}${date === undefined ? "" : `  ${date}`}`,
    `   ${firstWords(text, 20)} …`,
    ...(terms.length === 0 ? [] : [`   words: ${words}${more > 0 ? ` and ${more} more` : ""}`]),
    ...(parts.length === 0 ? [] : [`   from: ${places}`]),
    ...(passage.judgement === undefined ? [] : [`   judgement: ${passage.judgement}`]),
    ...(tied.length === 0
      ? []
      : [`   same relevance: ${tied.slice(0, SHOWN_TIES).join(", ")}${others}`]),
  ];
}
