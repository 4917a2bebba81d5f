import { LonghandError } from "../../foundation/index.ts";
import { isHigherBetter } from "../../scoring/index.ts";
import { readJsonLines } from "../../storage/index.ts";
import { comparableId } from "../../text/index.ts";
import { readAbout } from "../score/about-scores.ts";
import { userOf } from "../score/text-to-score.ts";
import type { ComparedMetric, ComparedSide } from "./compared-side.ts";

/** Metrics that have no value below 0, whatever their settings. */
const FROM_ZERO = /^(?:rouge-.+|meteor|bleu|chrf|chrf\+\+)$/;

/**
 * Reads a file of scores, as `longhand score --per-item` writes it.
 *
 * @param path - The file.
 * @returns It as one side of a comparison.
 * @throws LonghandError `invalid-scores` with file and line.
 */
export async function readScoreLines(path: string): Promise<ComparedSide> {
  const about = await readAbout(path);
  const { scores, users, metrics: found } = await readItems(path);
  const metrics = new Map(
    [...found].map((id): [string, ComparedMetric] => {
      const higherIsBetter = about?.metrics[id]?.higherIsBetter ?? isHigherBetter(id);
      const direction = higherIsBetter === undefined ? {} : { higherIsBetter };
      const told = about?.metrics[id] ?? (FROM_ZERO.test(id) ? { lowest: 0 } : {});
      return [id, { ...told, ...direction }];
    }),
  );
  return {
    name: path,
    metrics,
    scores,
    ...(users.size === 0 ? {} : { users }),
    pending: 0,
    ...(about === undefined ? {} : { references: about.references }),
    ...(about?.dataset === undefined ? {} : { dataset: about.dataset }),
  };
}

async function readItems(path: string): Promise<{
  readonly scores: Map<string, ReadonlyMap<string, number>>;
  readonly users: ReadonlyMap<string, string>;
  readonly metrics: ReadonlySet<string>;
}> {
  const scores = new Map<string, ReadonlyMap<string, number>>();
  const users = new Map<string, string>();
  const metrics = new Set<string>();
  for await (const line of readJsonLines(path)) {
    if (line.status === "blank") continue;
    const item = line.status === "value" ? itemOf(line.value) : undefined;
    const place = `${path}:${line.line.line}`;
    if (item === undefined) throw badLine(place, "this is not a line {id, scores}");
    if (scores.has(item.id)) throw badLine(place, `the id ${item.id} stands twice`);
    scores.set(item.id, item.values);
    noteUser(users, item);
    for (const metric of item.metrics) metrics.add(metric);
  }
  if (scores.size === 0) throw emptyFile(path);
  return { scores, users, metrics };
}

function noteUser(users: Map<string, string>, { id, user }: ItemScores): void {
  if (user !== undefined) users.set(id, user);
}

interface ItemScores {
  readonly id: string;
  readonly user?: string;
  readonly metrics: readonly string[];
  readonly values: Map<string, number>;
}

function itemOf(value: unknown): ItemScores | undefined {
  const { id, scores } = (value ?? {}) as { readonly id?: unknown; readonly scores?: unknown };
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  if (typeof scores !== "object" || scores === null) return undefined;
  const values = new Map<string, number>();
  for (const [metric, score] of Object.entries(scores as Readonly<Record<string, unknown>>)) {
    const found = scoreValue(score);
    if (found === "malformed") return undefined;
    if (found !== undefined) values.set(metric, found);
  }
  const user = userOf(value as Readonly<Record<string, unknown>>);
  return { id: comparableId(id), ...user, metrics: Object.keys(scores), values };
}

function scoreValue(score: unknown): number | "malformed" | undefined {
  const { status, value, fmeasure } = (score ?? {}) as {
    readonly status?: unknown;
    readonly value?: unknown;
    readonly fmeasure?: unknown;
  };
  if (status === "unscored" || status === "failed") return undefined;
  const given = fmeasure ?? value;
  return status === "scored" && Number.isFinite(given) ? (given as number) : "malformed";
}

function emptyFile(path: string): LonghandError {
  return new LonghandError(`${path} is empty: it holds no scores.`, {
    code: "invalid-scores",
    hint: "Files to compare are written by `longhand score --per-item`.",
    details: { file: path },
  });
}

function badLine(place: string, what: string): LonghandError {
  return new LonghandError(`${place}: ${what}.`, {
    code: "invalid-scores",
    hint: "Files to compare are written by `longhand score --per-item`.",
  });
}
