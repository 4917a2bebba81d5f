import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode, WritingFact } from "../../records/index.ts";
import { fileError, nearestWord } from "../../storage/index.ts";
import {
  type AuthorFact,
  authorFactId,
  type Brief,
  changeBrief,
  changeTexts,
  decodeText,
  type ReadRun,
  type RunChange,
  readExport,
  withFact,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { type BriefOverrides, readChangedBrief } from "./brief-file.ts";

/** A change that is asked for: of one fact, of the brief, or of texts. Exactly one of them. */
export interface ChangeRequest {
  /** A fact: its id, or `subject/attribute`. */
  readonly fact?: string;
  /** The fact's new value. */
  readonly value?: string;
  /**
   * Where the change is made: a place 0–1 or the id of a node.
   * @defaultValue where the fact begins to hold; the edited leaf for texts
   */
  readonly at?: string;
  /** Whether a fact keeps its old value up to `at`. @defaultValue false */
  readonly redate?: boolean;
  /** A changed brief. */
  readonly brief?: string;
  /** What the run was started with in place of what its brief's file said. @defaultValue nothing */
  readonly overrides?: BriefOverrides;
  /** A Markdown file that was exported with ids. */
  readonly from?: string;
  /** A leaf whose text is in `textFile`. */
  readonly node?: string;
  /** The leaf's new text. */
  readonly textFile?: string;
  /** What of the author's text is locked. @defaultValue "leaf" */
  readonly lock?: "leaf" | "span";
}

/**
 * Works out what a change that is asked for comes to. Nothing is written.
 *
 * @param run - The run.
 * @param request - The change.
 * @param context - Gets warnings.
 * @returns The change; `undefined` if none is asked for.
 * @throws LonghandError `usage`, `unknown-fact`, `unknown-node`, `invalid-brief`, `invalid-edit`,
 *   `invalid-plan`, `invalid-option`.
 */
export async function requestedChange(
  run: ReadRun,
  request: ChangeRequest,
  context: RunContext,
): Promise<RunChange | undefined> {
  const asked = (
    [
      ["fact", "--fact"],
      ["brief", "--brief"],
      ["from", "--from"],
      ["textFile", "--text-file"],
    ] as const
  ).filter(([key]) => request[key] !== undefined);
  const [one, two] = asked;
  if (two !== undefined) {
    throw usage(`${one?.[1]} and ${two[1]} cannot be given together: one change at a time.`);
  }
  if (one?.[0] !== "fact") refuseOfFacts(request);
  switch (one?.[0]) {
    case undefined:
      return undefined;
    case "fact":
      return factChange(run, request);
    case "brief":
      return changeBrief(run, await changedBrief(run, request, context));
    case "from":
      return exportChange(run, request);
    case "textFile":
      return textChange(run, request);
  }
}

/** What says nothing without a fact is not passed over in silence. */
function refuseOfFacts({ value, at }: ChangeRequest): void {
  if (value !== undefined) throw usage("--value needs --fact: the fact whose new value it is.");
  if (at !== undefined) throw usage("--at needs --fact: the fact that changes there.");
}

function changedBrief(
  { brief }: ReadRun,
  { brief: file, overrides = {} }: ChangeRequest,
  context: RunContext,
): Promise<Brief> {
  return readChangedBrief(String(file), { brief, overrides }, context);
}

function usage(message: string): LonghandError {
  return new LonghandError(message, { code: "usage", hint: "Add --help to see the options." });
}

function factChange(run: ReadRun, request: ChangeRequest): RunChange {
  if (request.value === undefined) throw usage("--fact needs --value: the fact's new value.");
  const said = saidFact(run, String(request.fact));
  if (said !== undefined) return saidFactChange(run, said, request);
  const fact = findFact(run, String(request.fact));
  const at = request.at === undefined ? undefined : placeNamed(run, request.at);
  if (request.redate === true && at === undefined) {
    throw usage("redate needs --at: the place from which the new value holds, 0–1 or a node.");
  }
  const value = typedLike(fact.value, request.value);
  const brief = withFact(run.brief, {
    fact,
    value,
    ...(request.redate === true && at !== undefined ? { redateAt: at } : {}),
  });
  return changeBrief(run, brief, { from: leafAt(run, at ?? fact.from ?? 0) });
}

/**
 * A fact that the texts of a run say and its brief does not, by its id.
 *
 * @param run - The run.
 * @param name - The id, or the beginning of it, of four digits or more.
 * @returns The fact; `undefined` if the name is none of theirs.
 * @throws LonghandError `unknown-fact` if it names several.
 */
function saidFact(run: ReadRun, name: string): WritingFact | undefined {
  const wanted = name.trim().toLowerCase();
  if (!/^[0-9a-f]{4,}$/.test(wanted)) return undefined;
  if (run.brief.facts.some((fact) => authorFactId(fact).startsWith(wanted))) return undefined;
  const found = run.journal.state.book.all.filter(
    ({ id, state }) => state === "accepted" && id.startsWith(wanted),
  );
  const [fact, other] = found;
  if (other === undefined || other.id === fact?.id) return fact;
  const ids = [...new Set(found.map((each) => `${each.id} (${each.value})`))];
  throw new LonghandError(`${name} names several facts: ${ids.join(", ")}.`, {
    code: "unknown-fact",
    hint: "`longhand writing facts RUN` lists the facts of the texts with their ids.",
    details: { fact: name },
  });
}

/** What the texts say becomes a fact of the brief with its new value: the texts that say the old one are wrong. */
function saidFactChange(run: ReadRun, said: WritingFact, request: ChangeRequest): RunChange {
  if (request.redate === true) {
    throw usage(`redate is for facts of the brief; ${said.id} is what a text says.`);
  }
  if ((request.value ?? "").trim() === "") throw usage("--value must not be empty.");
  const { subject, attribute } = said;
  const before: AuthorFact = { subject, attribute, value: said.value };
  const after: AuthorFact = { subject, attribute, value: String(request.value) };
  const brief = { ...run.brief, facts: [...run.brief.facts, after] };
  const at = request.at === undefined ? said.span[0] : placeNamed(run, request.at);
  return changeBrief(run, brief, { from: leafAt(run, at), said: { before, after } });
}

/** A number stays a number, as far as the new value is one. */
function typedLike(before: AuthorFact["value"], value: string): AuthorFact["value"] {
  if (typeof before === "number" && value.trim() !== "" && Number.isFinite(Number(value))) {
    return Number(value);
  }
  if (typeof before === "boolean" && /^(?:true|false)$/.test(value)) return value === "true";
  if (value.trim() === "") throw usage("--value must not be empty.");
  return value;
}

/**
 * Finds a fact of a run's brief.
 *
 * @param run - The run.
 * @param name - Its id, the beginning of it, or `subject/attribute`.
 * @returns The fact.
 * @throws LonghandError `unknown-fact` if there is none, or more than one.
 */
function findFact({ brief }: ReadRun, name: string): AuthorFact {
  const wanted = name.trim().toLowerCase();
  const aboutOf = ({ subject, attribute }: AuthorFact): string =>
    `${subject}/${attribute}`.toLowerCase();
  const found = brief.facts.filter(
    (fact) =>
      aboutOf(fact) === wanted || (wanted.length >= 3 && authorFactId(fact).startsWith(wanted)),
  );
  const [fact, other] = found;
  if (fact !== undefined && other === undefined) return fact;
  const ids = found.map((each) => `${authorFactId(each)} (${String(each.value)})`).join(", ");
  const near = nearestWord(name, [
    ...brief.facts.map(authorFactId),
    ...brief.facts.map(({ subject, attribute }) => `${subject}/${attribute}`),
  ]);
  throw new LonghandError(
    found.length > 1 ? `${name} names several facts: ${ids}.` : `There is no fact ${name}.`,
    {
      code: "unknown-fact",
      hint:
        near === undefined || found.length > 1
          ? "`longhand writing impact RUN` lists the facts with their ids."
          : `Did you mean ${near}? \`longhand writing impact RUN\` lists the facts with their ids.`,
      details: { fact: name },
    },
  );
}

/** A place in the document, 0–1: as it is, or where a node begins. */
function placeNamed(run: ReadRun, at: string): number {
  const place = Number(at);
  if (at.trim() !== "" && place >= 0 && place <= 1) return place;
  return nodeNamed(run, at).span[0];
}

/**
 * Finds a node of a run.
 *
 * @param run - The run.
 * @param id - Its id, or the beginning of it, of four digits or more.
 * @returns The node.
 * @throws LonghandError `unknown-node`.
 */
export function nodeNamed({ journal }: ReadRun, id: string): PlanNode {
  const found = journal.state.tree
    .inOrder()
    .filter((node) => node.id === id || (id.length >= 4 && node.id.startsWith(id)));
  const [node, other] = found;
  if (node !== undefined && other === undefined) return node;
  throw new LonghandError(
    other === undefined
      ? `There is no node ${id}.`
      : `${id} names several nodes: ${found.map((each) => each.id).join(", ")}.`,
    {
      code: "unknown-node",
      hint: "`longhand writing status RUN --json` lists the nodes with their ids.",
      details: { node: id },
    },
  );
}

function leafAt({ journal }: ReadRun, place: number): number {
  const leaves = journal.state.tree.leaves();
  const found = leaves.findIndex(({ span }) => span[1] > place);
  // The end of the document: every leaf stands before it.
  return found === -1 ? leaves.length : found;
}

async function exportChange(run: ReadRun, { from, lock }: ChangeRequest): Promise<RunChange> {
  const file = String(from);
  const edit = readExport(await textOf(file), file, run);
  return changeTexts(run, { ...edit, ...(lock === undefined ? {} : { lock }) });
}

async function textChange(
  run: ReadRun,
  { node, textFile, lock }: ChangeRequest,
): Promise<RunChange> {
  if (node === undefined) throw usage("--text-file needs --node: the part whose text it is.");
  const text = (await textOf(String(textFile))).trim();
  const texts = new Map([[nodeNamed(run, node).id, text]]);
  return changeTexts(run, { texts, ...(lock === undefined ? {} : { lock }) });
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const { message } = fileError(file, cause);
    throw new LonghandError(message, {
      code: "invalid-edit",
      hint: "Name a file that can be read.",
      details: { file },
      cause,
    });
  });
  return decodeText(bytes, file).text;
}
