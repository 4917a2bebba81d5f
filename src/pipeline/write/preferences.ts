import { resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { requireWritableFile, writeAtomically } from "../../storage/index.ts";
import { unicodeWords } from "../../text/index.ts";
import {
  openReadOnlyRunStore,
  preferenceRecords,
  prefixLines,
  prefixOfBrief,
  RECORD_SCHEMAS,
  type ReadRun,
  type RecordedCandidate,
  type RecordPlace,
  type RecordPurpose,
  readCandidates,
  readRun,
  rewardRecords,
  SCORE_WEIGHTS,
  splitOf,
  TEMPLATES,
  type TrainingRecord,
} from "../../writing/index.ts";
import { openCorpus } from "../corpora/named-corpus.ts";
import type { RunContext } from "../run-context.ts";
import { openVoiceGround, type VoiceGround } from "./voice-ground.ts";
import { findWritingRun, type WritingRun } from "./writing-run.ts";

/** What records are made of. */
export interface RecordsRequest {
  /** Runs of the writer. */
  readonly runs: readonly string[];
  /** What they are for. */
  readonly purpose: RecordPurpose;
  /** File to write, in JSON Lines. */
  readonly out: string;
  /** Whether the author's own texts in a run may be part of it. @defaultValue false */
  readonly withLocked?: boolean;
}

/** What was written. */
export interface RecordsReport {
  /** The file's absolute path. */
  readonly file: string;
  /** What the records are for. */
  readonly purpose: RecordPurpose;
  /** Records written. */
  readonly records: number;
  /** Records by split. */
  readonly splits: Readonly<Record<string, number>>;
  /** Drafts whose prompt or reply the run does not keep. */
  readonly unreadable: number;
  /** Records left out because text of the author's stands in them. */
  readonly withheld: number;
}

/**
 * Makes records for training from finished runs: from journal and calls alone, without a model.
 *
 * @param request - Runs, purpose, file.
 * @param context - Where runs are.
 * @returns What was written.
 * @throws LonghandError `unknown-run`, `damaged-run`; `not-writable`; `no-records` if the runs hold nothing of
 *   the kind.
 */
export async function exportRecords(
  request: RecordsRequest,
  context: RunContext,
): Promise<RecordsReport> {
  await requireWritableFile(request.out);
  const records: TrainingRecord[] = [];
  let unreadable = 0;
  let withheld = 0;
  for (const name of request.runs) {
    const source = await openSource(await findWritingRun(name, context), context);
    unreadable +=
      request.purpose === "tuning" || request.purpose === "multitask" ? 0 : source.unreadable;
    const made = await recordsOf(source, request, context);
    const free =
      request.withLocked === true ? made : made.filter((record) => !source.isLocked(record));
    withheld += made.length - free.length;
    records.push(...free);
  }
  if (records.length === 0) throw nothing(request, { unreadable, withheld });
  const schema = RECORD_SCHEMAS[request.purpose];
  const lines = records.map((record) => `${JSON.stringify(schema.parse(record))}\n`);
  await writeAtomically(request.out, lines.join(""));
  const splits: Record<string, number> = {};
  for (const { split } of records) splits[String(split)] = (splits[String(split)] ?? 0) + 1;
  const { out, purpose } = request;
  return { file: resolve(out), purpose, records: records.length, splits, unreadable, withheld };
}

const WHY_NOTHING: Readonly<Record<RecordPurpose, string>> = {
  preferences:
    "No two drafts of a part lie 0.10 or more apart with the better one free of faults; more candidates give more pairs.",
  rewards: "The runs have no drafts that can be read.",
  tuning: "Tuning takes texts of the author's: a profile, or locked texts with --with-locked.",
  multitask: "The runs have no finished parts.",
};

function nothing(
  { purpose, runs }: RecordsRequest,
  left: Pick<RecordsReport, "unreadable" | "withheld">,
): LonghandError {
  return new LonghandError(`${runs.join(", ")}: there is nothing to export for ${purpose}.`, {
    code: "no-records",
    hint: WHY_NOTHING[purpose],
    details: left,
  });
}

interface RecordSource {
  readonly run: ReadRun;
  readonly where: RecordPlace;
  readonly candidates: readonly RecordedCandidate[];
  readonly unreadable: number;
  /** Whether text of the author's in the run stands in a record. */
  isLocked(record: TrainingRecord): boolean;
}

async function openSource(
  { folder, manifest }: WritingRun,
  { clock }: RunContext,
): Promise<RecordSource> {
  const store = await openReadOnlyRunStore(folder.path);
  const run = await readRun({ brief: manifest.brief, store, clock });
  const { brief } = run;
  const { candidates, unreadable } = await readCandidates(store);
  const { model, revision } = manifest.models.writer;
  const weights = { ...SCORE_WEIGHTS, ...brief.scoreWeights };
  const named = Object.entries(weights).map(([part, weight]) => `${part}:${weight}`);
  return {
    run,
    candidates,
    unreadable,
    where: {
      run: folder.name,
      split: splitOf(brief.profile?.author ?? brief.goal),
      signatures: {
        score: `candidate-score|${named.join("|")}|v:1`,
        templates: TEMPLATES.version,
        model: revision === undefined ? model : `${model}@${revision}`,
      },
    },
    isLocked: lockedIn(run),
  };
}

/** Words in a row of the author's own text that give it away. */
const RUN_WORDS = 8;

function lockedIn({ journal, texts, brief }: ReadRun): RecordSource["isLocked"] {
  const { tree, revision } = journal.state;
  const own = [
    ...(brief.opening === undefined ? [] : [brief.opening]),
    ...tree.leaves().flatMap(({ id, lock }) => (lock === undefined ? [] : [texts.get(id) ?? ""])),
    ...[...revision.spans.values()].flatMap((spans) => spans.map(({ quote }) => quote)),
  ];
  const runs = new Set(own.flatMap((text) => wordRuns(text)));
  return (record) => runs.size > 0 && wordRuns(JSON.stringify(record)).some((run) => runs.has(run));
}

function wordRuns(text: string): string[] {
  // A line break of JSON is two characters, the second a letter.
  const words = unicodeWords(text.replaceAll("\\n", " "));
  return Array.from({ length: Math.max(0, words.length - RUN_WORDS + 1) }, (_, at) =>
    words.slice(at, at + RUN_WORDS).join(" "),
  );
}

async function recordsOf(
  source: RecordSource,
  { purpose, withLocked }: RecordsRequest,
  context: RunContext,
): Promise<TrainingRecord[]> {
  switch (purpose) {
    case "preferences":
      return preferenceRecords(source.candidates, source.where);
    case "rewards":
      return rewardRecords(source.candidates, source.where);
    case "tuning":
      return tuningRecords(source, withLocked === true, context);
    case "multitask":
      return [...taskRecords(source), ...(await authorRecords(source, context))];
  }
}

async function tuningRecords(
  { run, where }: RecordSource,
  withLocked: boolean,
  context: RunContext,
): Promise<TrainingRecord[]> {
  const { brief, journal, texts } = run;
  const place = { run: where.run, split: where.split };
  const promptOf = (header: string, asked: string): unknown => [
    { role: "system", content: header },
    { role: "user", content: asked },
  ];
  const ground = await openVoiceGround(brief, context);
  const profile = (ground?.documents ?? []).map(({ id, title, text, author }) => ({
    ...place,
    node: id,
    prompt: promptOf(
      prefixLines({
        author,
        kind: brief.kind,
        opening: text,
        ...(title === undefined ? {} : { title }),
      }),
      title ?? `A text by ${author}.`,
    ),
    completion: text,
    source: "profile",
  }));
  const header = prefixLines(prefixOfBrief(brief));
  const locked = journal.state.tree.leaves().flatMap((node) =>
    node.lock === undefined || !withLocked
      ? []
      : [
          {
            ...place,
            node: node.id,
            prompt: promptOf(header, briefOf(node)),
            completion: texts.get(node.id) ?? "",
            source: "locked",
          },
        ],
  );
  return [...profile, ...locked].filter(({ completion }) => completion.trim() !== "");
}

/** Records of writing, summarising and matching: each accepted part gives all three. */
function taskRecords({ run, where }: RecordSource): TrainingRecord[] {
  const { brief, journal, texts } = run;
  const place = { run: where.run, split: where.split };
  // An opening is the author's own text.
  const { opening: _, ...told } = prefixOfBrief(brief);
  const header = prefixLines(told);
  const { tree, accepted } = journal.state;
  const parts = tree.leaves().flatMap((node) => {
    const [leaf, text] = [accepted.get(node.id), texts.get(node.id)];
    return leaf === undefined || text === undefined ? [] : [{ node, text, summary: leaf.summary }];
  });
  return parts.flatMap(({ node, text, summary }, at) => {
    const own = { ...place, node: node.id };
    // The part halfway through the others is the least likely to be about the same.
    const other = parts[(at + Math.max(1, Math.floor(parts.length / 2))) % parts.length];
    return [
      { ...own, task: "write", input: `${header}\n${briefOf(node)}`, output: text },
      { ...own, task: "summarise", input: text, output: summary },
      { ...own, task: "match", brief: briefOf(node), summary, label: 1 },
      ...(other === undefined || other.node.id === node.id
        ? []
        : [{ ...own, task: "match", brief: briefOf(node), summary: other.summary, label: 0 }]),
    ];
  });
}

function briefOf({ heading, brief }: PlanNode): string {
  return heading === "" || heading === brief ? brief : `${heading}: ${brief}`;
}

/** Triplets of two texts of the author's and one by somebody else of the same split. */
async function authorRecords(
  { run, where }: RecordSource,
  context: RunContext,
): Promise<TrainingRecord[]> {
  const ground: VoiceGround | undefined = await openVoiceGround(run.brief, context);
  if (ground === undefined || ground.documents.length < 2) return [];
  const { documents } = ground;
  const others: string[] = [];
  for await (const { author, text } of openCorpus(run.brief.profile?.corpus ?? "")) {
    if (others.length === documents.length) break;
    if (author !== ground.author && splitOf(author) === where.split) others.push(text);
  }
  return others.map((negative, at) => ({
    run: where.run,
    split: where.split,
    node: documents[at]?.id ?? "",
    task: "author",
    anchor: documents[at]?.text ?? "",
    positive: documents[(at + 1) % documents.length]?.text ?? "",
    negative,
  }));
}
