import type { WritingFact, WritingThread } from "../../records/index.ts";
import {
  contradictingFacts,
  type EventCycle,
  eventCycles,
  type FactPair,
  factConsistency,
  factsOf,
  type Measure,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** What holds in a run's document. */
export interface WritingBible {
  /** Name of the run. */
  readonly run: string;
  /** Facts of the author's, then those of accepted texts. */
  readonly facts: readonly WritingFact[];
  /** Facts that cannot both hold. */
  readonly contradictions: readonly FactPair[];
  /** Orders of events that come back to their beginning. */
  readonly cycles: readonly EventCycle[];
  /** Promises and questions. */
  readonly threads: readonly WritingThread[];
  /** 1 − contradicted / checkable statements. */
  readonly consistency: Measure;
  /** Statements that could be compared. */
  readonly checkable: number;
}

/**
 * The bible of a run: what its author laid down and what its accepted texts say.
 *
 * @param name - The run.
 * @param context - Where runs are.
 * @returns Facts, contradictions, threads.
 * @throws LonghandError `unknown-run`, `damaged-run`.
 */
export async function writingFacts(name: string, context: RunContext): Promise<WritingBible> {
  const run = await findWritingRun(name, context);
  const read = await readWritingRun(run, context);
  const facts = factsOf(read);
  const { threads, consistency, checkable } = factConsistency(read);
  return {
    run: run.folder.name,
    facts,
    contradictions: contradictingFacts(facts),
    cycles: eventCycles(facts),
    threads,
    consistency,
    checkable,
  };
}

/**
 * A bible as lines of text.
 *
 * @param bible - The bible.
 * @returns A table of facts, then what is wrong with them.
 */
export function bibleLines({
  facts,
  contradictions,
  cycles,
  threads,
  consistency,
  checkable,
}: WritingBible): string[] {
  const share =
    consistency.status === "measured"
      ? `${(100 * consistency.value).toFixed(1)} % of ${checkable} comparable statements agree.`
      : `Not measured: ${consistency.reason}.`;
  return [
    "id        by      from  to    fact",
    ...facts.map(factRow),
    ...threads.map(
      ({ subject, resolution, state }) => `thread ${subject}: ${resolution} (${state})`,
    ),
    ...contradictions.map(({ fact, other }) => `contradiction: ${said(fact)} / ${said(other)}`),
    ...cycles.map((cycle) => `circle of events: ${cycle.join(" → ")}`),
    share,
  ];
}

function factRow(fact: WritingFact): string {
  const [from, to] = fact.span.map((place) => place.toFixed(2).padEnd(5));
  return `${fact.id.padEnd(9)} ${fact.origin.padEnd(7)} ${from} ${to} ${said(fact)}`;
}

function said({ subject, attribute, value, evidence }: WritingFact): string {
  const where = evidence === undefined ? "" : ` — “${evidence.quote}” (${evidence.node})`;
  return `${subject === "" ? "" : `${subject}, `}${attribute}: ${value}${where}`;
}
