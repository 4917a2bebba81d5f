import type { Clock } from "../../foundation/index.ts";
import type { LanguageModel } from "../../models/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import type { Brief, ModelSize } from "../brief/brief.ts";
import { planGround } from "../plan/begin-plan.ts";
import type { PlanGround } from "../plan/grow-plan.ts";
import { sizeOfModel } from "../plan/model-size.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { templatesOf } from "../strategies/step-strategy.ts";
import type { DriftLimit } from "../techniques/drift-limit.ts";
import { withoutTechniques } from "../techniques/techniques.ts";
import type { StyleCard } from "../voice/style-card.ts";
import { type Asker, type CallNews, type CallStage, openAsker, type RunCall } from "./ask-model.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { RunStore } from "./run-store.ts";
import type { SpentTokens } from "./spent-tokens.ts";
import type { AcceptedLeaf } from "./writing-state.ts";

/** A passage of the author's own, to write like. */
export interface Exemplar {
  /** Id of the passage. */
  readonly id: string;
  /** Its text. */
  readonly text: string;
}

/** What a writer is opened with. */
export interface WriterOptions {
  /** The brief, with every default written out. */
  readonly brief: Brief;
  /** Where the run is kept. */
  readonly store: RunStore;
  /** The time. */
  readonly clock: Clock;
  /** Writes the prose. */
  readonly writerModel: LanguageModel;
  /** Makes the plan. @defaultValue the writer's model */
  readonly plannerModel?: LanguageModel;
  /** Looks for contradictions. @defaultValue the writer's model */
  readonly checkerModel?: LanguageModel;
  /**
   * Finds the author's passages nearest to a query, best first. @defaultValue none
   */
  readonly findExemplars?: (query: string) => Promise<readonly Exemplar[]>;
  /** No new call begins once it is aborted. @defaultValue never */
  readonly stopping?: AbortSignal;
  /** Open calls end once it is aborted. @defaultValue never */
  readonly stopNow?: AbortSignal;
  /** Makes a call, with a gate and with retries. @defaultValue one attempt, at once */
  readonly runCall?: RunCall;
  /** Price of tokens, for a budget in money. @defaultValue unknown */
  readonly costUsd?: (tokens: SpentTokens) => number | undefined;
  /**
   * Distance of a text to the author's style, 0 and up; `undefined` for one that is too short.
   * @defaultValue unknown
   */
  readonly styleDelta?: (text: string) => number | undefined;
  /** What is typical of the author's style. @defaultValue nothing is said about it */
  readonly styleCard?: StyleCard;
  /** Tells drafts that have little to do with the author's texts. @defaultValue none are */
  readonly drift?: DriftLimit;
  /** Is told how many nodes the plan has. */
  readonly onPlan?: (nodes: number) => void;
  /** Is told of each leaf that is done. */
  readonly onLeaf?: (leaf: LeafNews) => void;
  /** Is told of each call that is made, when it begins and when it ends. */
  readonly onCall?: (call: CallNews) => void;
}

/** News of one leaf. */
export interface LeafNews {
  /** The leaf. */
  readonly node: PlanNode;
  /** Its text's data; absent if it failed. */
  readonly accepted?: AcceptedLeaf;
  /** Why it failed. */
  readonly reason?: string;
}

/** An open run of the long writer. */
export interface Writer extends WriterOptions {
  /** Size of the writer's model. */
  readonly scale: ModelSize;
  /** Size of the planner's model. */
  readonly plannerScale: ModelSize;
  /** What holds for every node. */
  readonly ground: PlanGround;
  /** Mentions by id. */
  readonly hits: ReadonlyMap<string, MustHit>;
  /** The journal. */
  readonly journal: Journal;
  /** Makes calls. */
  readonly asker: Asker;
  /** Texts of accepted leaves by node id. */
  readonly texts: Map<string, string>;
  /** When this command began, in milliseconds since 1970. */
  readonly startedMs: number;
}

/**
 * The hash of everything that decides a document: two runs with the same hash and the same replies give
 * the same text.
 *
 * @param brief - The brief.
 * @returns SHA-256.
 */
export function briefHash(brief: Brief): string {
  return sha256(canonicalJson({ templates: templatesOf(brief), brief }));
}

/** What ids of nodes follow from: techniques change how parts are written, not which there are. */
function planHash(brief: Brief): string {
  return sha256(canonicalJson({ templates: templatesOf(brief), brief: withoutTechniques(brief) }));
}

/**
 * Sizes of the models that a brief names.
 *
 * @param brief - The brief.
 * @returns The writer's, the planner's and the checker's.
 */
export function sizesOf({ model, models }: Brief): {
  readonly writer: ModelSize;
  readonly planner: ModelSize;
  readonly checker: ModelSize;
} {
  const writer = models.size ?? sizeOfModel(models.writer?.model ?? model);
  const planner = models.planner === undefined ? writer : sizeOfModel(models.planner.model);
  const checker = models.checker === undefined ? writer : sizeOfModel(models.checker.model);
  return { writer, planner, checker };
}

/**
 * Opens a run: replays its journal and loads the texts accepted so far.
 *
 * @param options - Brief, store and models.
 * @returns The writer; closing store and models stays with the caller.
 * @throws LonghandError `damaged-run` if a text is missing.
 */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const { store, clock, writerModel, plannerModel = writerModel } = options;
  const { checkerModel = writerModel } = options;
  const byStage: Partial<Record<CallStage, LanguageModel>> = {
    plan: plannerModel,
    check: checkerModel,
  };
  const never = new AbortController().signal;
  const run = await readRun(options);
  const { brief } = run;
  const { writer: scale, planner: plannerScale } = sizesOf(brief);
  return {
    ...options,
    ...run,
    scale,
    plannerScale,
    startedMs: clock.nowMs(),
    asker: openAsker({
      modelFor: (stage: CallStage) => byStage[stage] ?? writerModel,
      store,
      seed: brief.seed,
      sampling: brief.generation,
      templates: templatesOf(brief),
      stopping: options.stopping ?? never,
      stopNow: options.stopNow ?? never,
      ...(options.runCall === undefined ? {} : { runCall: options.runCall }),
      ...(options.onCall === undefined ? {} : { onCall: options.onCall }),
    }),
  };
}

/** A run as its journal tells it; enough to look at it, not to go on. */
export type ReadRun = Pick<Writer, "brief" | "ground" | "hits" | "journal" | "texts">;

/**
 * Replays a run without any model.
 *
 * @param options - The brief that the run began with, store and time.
 * @returns The run; its brief is the one that holds now.
 * @throws LonghandError `damaged-run` if a text is missing.
 */
export async function readRun({
  brief: first,
  store,
  clock,
}: Pick<WriterOptions, "brief" | "store" | "clock">): Promise<ReadRun> {
  const journal = openJournal(store, clock);
  const brief = journal.state.revision.brief ?? first;
  // Ids of nodes stay those of the run, whatever becomes of its brief.
  const ground = planGround(brief, sizesOf(brief).writer, planHash(first));
  const texts = new Map<string, string>();
  for (const { node, textHash } of journal.state.accepted.values()) {
    texts.set(node, await store.readBlob(textHash));
  }
  const hits = new Map(ground.hits.map((hit) => [hit.id, hit]));
  return { brief, ground, hits, journal, texts };
}
