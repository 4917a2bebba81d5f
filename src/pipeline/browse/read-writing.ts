import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { WritingFactView, WritingIssueView, WritingView } from "../../records/index.ts";
import { isFolderHeld } from "../../storage/index.ts";
import {
  contradictingFacts,
  factsOf,
  manuscriptOf,
  mustCoverage,
  type ReadRun,
  targetWordsOf,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { nodeStatuses } from "../write/node-status.ts";
import { findWritingRun, readWritingRun, type WritingRun } from "../write/writing-run.ts";

/**
 * Reads a document of the writer: plan, text, facts, what is wrong. It may be at work meanwhile.
 *
 * @param path - The run's folder.
 * @param context - The time.
 * @returns The document.
 * @throws LonghandError `unknown-run`, `damaged-run`.
 */
export async function readWritingView(path: string, context: RunContext): Promise<WritingView> {
  const run = await findWritingRun(path, context);
  if ((await writingRevision(path)) === 0) return emptyView(run, context);
  const read = await readWritingRun(run, context);
  const { state } = read.journal;
  const { tree, accepted, failed } = state;
  const leaves = tree.leaves();
  const manuscript = manuscriptOf(read);
  const facts = factsOf(read);
  const coverage = mustCoverage(read);
  return {
    ...headOf(run, read),
    ...(manuscript.language === undefined ? {} : { language: manuscript.language }),
    state: await stateOf(run, read, context),
    revision: await writingRevision(path),
    words: [...accepted.values()].reduce((sum, leaf) => sum + leaf.words, 0),
    leaves: {
      planned: leaves.length,
      written: leaves.filter(({ id }) => accepted.has(id)).length,
      failed: leaves.filter(({ id }) => failed.has(id)).length,
    },
    tokens: { in: state.tokens.in, out: state.tokens.out },
    calls: { finished: state.calls, failed: state.failedCalls },
    nodes: nodeStatuses(state).map(({ lock: _, ...node }) => node),
    blocks: manuscript.blocks,
    facts: facts.map(factView),
    contradictions: contradictingFacts(facts).map(({ fact, other }) => ({
      fact: fact.id,
      other: other.id,
    })),
    issues: issuesOf(read),
    mentions: {
      hit: coverage.hit,
      required: coverage.required,
      misses: coverage.misses.map(({ text, node }) => ({ text, node })),
    },
  };
}

/**
 * A number that grows with everything that is recorded of a document.
 *
 * @param path - The run's folder.
 * @returns Bytes of its journal; 0 before it has one.
 */
export async function writingRevision(path: string): Promise<number> {
  return (await stat(join(path, "journal.jsonl")).catch(() => undefined))?.size ?? 0;
}

type Head = Pick<
  WritingView,
  "id" | "title" | "kind" | "goal" | "startedAtMs" | "targetWords" | "models"
>;

function headOf({ folder, manifest }: WritingRun, { brief }: Pick<ReadRun, "brief">): Head {
  const { models, startedAtMs } = manifest;
  return {
    id: folder.name,
    ...(brief.title === undefined ? {} : { title: brief.title }),
    kind: brief.kind,
    goal: brief.goal,
    startedAtMs,
    targetWords: targetWordsOf(brief),
    models: [...new Set([models.writer.model, models.planner.model])],
  };
}

/** Before the first line of the journal there is a brief and nothing else. */
async function emptyView(run: WritingRun, { clock }: RunContext): Promise<WritingView> {
  const isHeld = await isFolderHeld(run.folder.path, clock);
  return {
    ...headOf(run, { brief: run.manifest.brief }),
    state: isHeld ? "planning" : "stopped",
    revision: 0,
    words: 0,
    leaves: { planned: 0, written: 0, failed: 0 },
    tokens: { in: 0, out: 0 },
    calls: { finished: 0, failed: 0 },
    nodes: [],
    blocks: [],
    facts: [],
    contradictions: [],
    issues: [],
    mentions: { hit: 0, required: 0, misses: [] },
  };
}

async function stateOf(
  { folder }: WritingRun,
  { journal: { state } }: ReadRun,
  { clock }: RunContext,
): Promise<WritingView["state"]> {
  if (await isFolderHeld(folder.path, clock)) return state.planned ? "writing" : "planning";
  if (state.cancelled) return "cancelled";
  return state.finished ? "finished" : "stopped";
}

function factView(fact: ReturnType<typeof factsOf>[number]): WritingFactView {
  const { id, subject, attribute, value, span, origin, evidence } = fact;
  const said = evidence === undefined ? {} : { quote: evidence.quote, node: evidence.node };
  return { id, subject, attribute, value, span: [span[0], span[1]], origin, ...said };
}

function issuesOf({ journal: { state } }: ReadRun): WritingIssueView[] {
  const { accepted, failed, tree } = state;
  const found = tree.leaves().flatMap(({ id }): WritingIssueView[] => {
    const reason = failed.get(id);
    const missing =
      reason === undefined
        ? []
        : [
            {
              node: id,
              type: "failed",
              severity: 5,
              message: `Not written: ${reason}.`,
              quotes: [],
            },
          ];
    const open = (accepted.get(id)?.issues ?? []).map(
      ({ type, severity, message, quotes = [] }) => ({
        node: id,
        type,
        severity,
        message,
        quotes: quotes.map(({ text }) => text),
      }),
    );
    return [...missing, ...open];
  });
  return found.sort((one, other) => other.severity - one.severity);
}
