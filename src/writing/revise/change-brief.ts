import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import { targetWordsOf } from "../brief/brief-words.ts";
import { overlap } from "../brief/stretches.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { planGround } from "../plan/begin-plan.ts";
import type { PlanTree } from "../plan/plan-tree.ts";
import { factLine, factSpan } from "../prompts/phrases.ts";
import type { TouchReason } from "../run/revision-state.ts";
import { type ReadRun, sizesOf } from "../run/writer.ts";
import {
  type BriefChange,
  briefChanges,
  changedFields,
  factChanges,
  isFromNowOn,
} from "./brief-changes.ts";
import { type FactChange, factTouches, withNewValue } from "./fact-touches.ts";
import { changedNodes, type RunChange, type Touches, touch, touchedLeaves } from "./run-change.ts";
import { type PlanSection, settlePlan } from "./settle-plan.ts";
import { sentenceWith } from "./value-forms.ts";

/** A leaf that is this far from its new target is too long or too short, as shares of the target. */
const LEAST_OF_TARGET = 0.75;
const MOST_OF_TARGET = 1.25;

/** Fields whose change touches every leaf a little: what it belongs to is told otherwise. */
const ABOVE: ReadonlySet<string> = new Set(["goal", "title", "audience", "topics", "kind"]);

/** What is known of a change beside the brief. */
export interface BriefChangeOptions {
  /** Where the change is made, as a place among the leaves from 0. @defaultValue 0 */
  readonly from?: number;
  /** A fact that texts say and the brief did not, and what it lays down instead. @defaultValue none */
  readonly said?: { readonly before: AuthorFact; readonly after: AuthorFact };
}

/** A fact that is new in the brief takes the place of what the texts say. */
function withSaid(change: FactChange, said: BriefChangeOptions["said"]): FactChange {
  if (said === undefined || change.before !== undefined || change.after !== said.after) {
    return change;
  }
  return said;
}

/**
 * Works out what a changed brief comes to: the plan that follows from it, and the leaves that it touches.
 * Nothing is written.
 *
 * @param run - The run.
 * @param after - The brief as it is to be.
 * @param options - Where the change is made, and what the texts say instead.
 * @returns The change.
 * @throws LonghandError `invalid-brief` for changes that have to be made in the plan; `invalid-plan` if the
 *   plan cannot take the new length.
 */
export function changeBrief(
  run: ReadRun,
  after: Brief,
  options: BriefChangeOptions = {},
): RunChange {
  const fields = changedFields(run.brief, after);
  refusePlanFields(fields);
  const facts = factChanges(run.brief, after).map((change) => withSaid(change, options.said));
  const nodes = nodesFor(run, after, { facts, fields });
  const differences = briefChanges(run.brief, after);
  const change = differences.map(({ message }) => message).join("; ");
  const touches = touchesOf(run, after, { facts, fields, nodes });
  return {
    change,
    differences,
    notes: notesOn(run, after, { facts, differences }),
    ...(fields.length === 0 ? {} : { brief: after }),
    nodes: changedNodes(run, nodes),
    removed: [],
    leaves: [],
    texts: new Map(),
    spans: {},
    touched: touchedLeaves(run, touches, options.from ?? 0),
  };
}

function refusePlanFields(fields: readonly string[]): void {
  const field = fields.find((name) => name === "outline" || name === "opening");
  if (field === undefined) return;
  const hint =
    field === "outline"
      ? "Change headings, order and sections in the run's plan.yaml; leave the outline of the brief as it was."
      : "Change the text of the first part with `longhand writing edit RUN --node ID --text-file FILE`.";
  throw new LonghandError(`${field}: has become part of the plan and cannot change in the brief.`, {
    code: "invalid-brief",
    hint,
    details: { field },
  });
}

interface Changes {
  readonly facts: readonly FactChange[];
  readonly fields: readonly string[];
}

/** The plan as the new brief wants it. */
function nodesFor(run: ReadRun, after: Brief, { facts, fields }: Changes): PlanNode[] {
  const { tree } = run.journal.state;
  if (tree.root === undefined) return [];
  const ground = planGround(after, sizesOf(after).writer, run.ground.runHash);
  const renamed = (text: string): string =>
    facts.reduce((value, change) => withNewValue(value, change), text);
  const worded = tree.inOrder().map((node): PlanNode => {
    if (node.parent === undefined)
      return { ...node, heading: after.title ?? "", brief: after.goal };
    return { ...node, heading: renamed(node.heading), brief: renamed(node.brief) };
  });
  const isReshaped = fields.some((field) => field === "length" || field === "must");
  if (!isReshaped && !fields.includes("facts") && !fields.includes("avoid")) return worded;
  const byId = new Map(worded.map((node) => [node.id, node]));
  const settled = settlePlan(sectionOf(tree.root, { tree, byId, run }), targetWordsOf(after), {
    ground,
    texts: run.texts,
  });
  if (isReshaped) return settled;
  // Only names and forbidden words follow from the facts; words and mentions stay where they are.
  return settled.map(({ id, entities, avoid }) => ({
    ...(byId.get(id) as PlanNode),
    entities,
    avoid,
  }));
}

interface Sectioning {
  readonly tree: PlanTree;
  readonly byId: ReadonlyMap<string, PlanNode>;
  readonly run: ReadRun;
}

function sectionOf(node: PlanNode, sectioning: Sectioning): PlanSection {
  const { tree, byId } = sectioning;
  const children = tree.childrenOf(node.id).map((child) => sectionOf(child, sectioning));
  return {
    node: byId.get(node.id) ?? node,
    weight: node.targetWords,
    leaves: node.leaves,
    ...(node.lock === undefined ? {} : { lockedWords: node.targetWords }),
    children,
  };
}

interface Touching extends Changes {
  readonly nodes: readonly PlanNode[];
}

function touchesOf(run: ReadRun, after: Brief, changes: Touching): Touches {
  const touches: Touches = new Map();
  const byId = new Map(changes.nodes.map((node) => [node.id, node]));
  for (const before of run.journal.state.tree.leaves()) {
    const text = run.texts.get(before.id);
    if (text === undefined) continue;
    const node = byId.get(before.id) ?? before;
    const pair = { before, node, text };
    touch(touches, node.id, [
      ...changes.facts.flatMap((change) => factTouches(change, { node: before, text }, after)),
      ...planTouches(run, pair),
      ...lengthTouches(run, pair),
      ...mustTouches(run, after, pair),
      ...avoidTouches(run.brief, after, text),
      ...fieldTouches(changes.fields),
    ]);
  }
  return touches;
}

interface LeafPair {
  readonly before: PlanNode;
  readonly node: PlanNode;
  readonly text: string;
}

function planTouches(_run: ReadRun, { before, node }: LeafPair): TouchReason[] {
  if (before.heading === node.heading && before.brief === node.brief) return [];
  const quote = node.brief === before.brief ? node.heading : node.brief;
  return [
    { kind: "plan", strength: "hard", message: "what belongs there is told otherwise now", quote },
  ];
}

function lengthTouches({ journal }: ReadRun, { before, node }: LeafPair): TouchReason[] {
  const words = journal.state.accepted.get(node.id)?.words ?? 0;
  const target = node.targetWords;
  if (before.targetWords === target || node.lock !== undefined) return [];
  if (words >= LEAST_OF_TARGET * target && words <= MOST_OF_TARGET * target) return [];
  return [{ kind: "length", strength: "hard", message: `has ${words} words instead of ${target}` }];
}

/** A mention that is new, and that neither the leaf nor its stretch of the document holds. */
function mustTouches(run: ReadRun, after: Brief, { before, node, text }: LeafPair): TouchReason[] {
  const known = new Set(before.must);
  const leaves = run.journal.state.tree.leaves();
  const ground = planGround(after, sizesOf(after).writer, run.ground.runHash);
  const changed = ground.hits.filter((hit) => {
    const forms = run.hits.get(hit.id)?.item.accept.join("|");
    return (
      node.must.includes(hit.id) && (!known.has(hit.id) || forms !== hit.item.accept.join("|"))
    );
  });
  return changed
    .filter(({ item, window }) => {
      if (mentions(stemsOf(text), item.accept)) return false;
      const near = leaves.filter(({ span }) => overlap(span, window));
      return !near.some(({ id }) => mentions(stemsOf(run.texts.get(id) ?? ""), item.accept));
    })
    .map(({ item }) => ({
      kind: "plan",
      strength: "hard",
      message: `has to mention “${item.text}” now`,
    }));
}

function avoidTouches(before: Brief, after: Brief, text: string): TouchReason[] {
  const known = new Set(before.avoid.map((item) => `${item.how}|${item.text}`));
  return after.avoid
    .filter((item) => item.how === "word" && !known.has(`word|${item.text}`))
    .flatMap((item) => {
      const quote = sentenceWith(text, [item.text]);
      if (quote === undefined) return [];
      const message = `holds “${item.text}”, which is forbidden now`;
      return [{ kind: "avoid", strength: "hard", message, quote } as const];
    });
}

function fieldTouches(fields: readonly string[]): TouchReason[] {
  if (fields.includes("language")) {
    return [{ kind: "language", strength: "hard", message: "is written in another language" }];
  }
  return fields
    .filter((field) => ABOVE.has(field))
    .map((field) => ({
      kind: "above",
      strength: "soft",
      message: `was written with another ${field}`,
    }));
}

interface Noting {
  readonly facts: readonly FactChange[];
  readonly differences: readonly BriefChange[];
}

function notesOn(run: ReadRun, after: Brief, { facts, differences }: Noting): string[] {
  const later = differences.filter(({ field }) => isFromNowOn(field)).map(({ field }) => field);
  return [
    ...(later.length === 0
      ? []
      : [`${later.join(", ")}: counts for what is written from now on; no text is touched.`]),
    ...facts.flatMap((change) => {
      if (withNewValue(after.goal, change) === after.goal) return [];
      return [`The goal of the brief still says “${String(change.before?.value)}”.`];
    }),
    ...facts.flatMap((change) => staleMust(after, change)),
    ...(run.journal.state.tree.root === undefined ? ["Nothing is planned yet."] : []),
  ];
}

/** Mentions that ask for what is no longer so. */
function staleMust({ must }: Brief, change: FactChange): string[] {
  return must
    .filter(({ text, accept }) =>
      [text, ...accept].some((form) => withNewValue(form, change) !== form),
    )
    .map(({ id }) => `must.${id} of the brief still asks for “${String(change.before?.value)}”.`);
}

/** How one fact is to change. */
export interface FactEdit {
  /** The fact as it is. */
  readonly fact: AuthorFact;
  /** Its new value. */
  readonly value: AuthorFact["value"];
  /** Place of the document, 0–1, from which the new value holds. @defaultValue wherever the fact holds */
  readonly redateAt?: number;
}

/**
 * A brief with a changed fact.
 *
 * @param brief - The brief.
 * @param edit - The fact, and how it changes.
 * @returns The brief; with `redateAt` the old value holds up to there.
 * @throws LonghandError `invalid-option` if the place does not lie inside the fact's stretch.
 */
export function withFact(brief: Brief, { fact, value, redateAt }: FactEdit): Brief {
  const [from, to] = factSpan(fact);
  if (redateAt !== undefined && (redateAt <= from || redateAt >= to)) {
    throw new LonghandError(
      `${factLine(fact)} holds from ${from} to ${to}; ${redateAt} does not lie between them.`,
      { code: "invalid-option", hint: "Name a place inside the fact's stretch with --at." },
    );
  }
  const next =
    redateAt === undefined
      ? [{ ...fact, value }]
      : [
          { ...fact, to: redateAt },
          { ...fact, value, from: redateAt },
        ];
  return { ...brief, facts: brief.facts.flatMap((each) => (each === fact ? next : [each])) };
}
