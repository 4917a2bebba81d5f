import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import {
  checkShape,
  type DataProblem,
  parseStrictYaml,
  sha256,
  type YamlSource,
} from "../../storage/index.ts";
import { MAX_OUTLINE_DEPTH } from "../brief/brief-schema.ts";
import { countWords } from "../brief/brief-words.ts";
import { nodeId } from "../plan/grow-plan.ts";
import type { PlanTree } from "../plan/plan-tree.ts";
import { leafCount } from "../plan/tree-shape.ts";
import { type ReadRun, sizesOf } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { authorLeaf } from "./change-texts.ts";
import { type PlanFile, type PlanFileSection, planFileSchema, planHash } from "./plan-file.ts";
import { planTouches } from "./plan-touches.ts";
import { changedNodes, type RunChange, touchedLeaves } from "./run-change.ts";
import { type PlanSection, settlePlan } from "./settle-plan.ts";

interface Reading {
  readonly run: ReadRun;
  readonly yaml: string;
  readonly source: YamlSource;
  readonly problems: DataProblem[];
  /** Where each node was found, to refuse one that stands twice. */
  readonly seen: Map<string, readonly PropertyKey[]>;
  readonly texts: Map<string, string>;
  nextCreated: number;
}

/**
 * Reads an edited plan file and works out what it comes to. Nothing is written.
 *
 * @param yaml - The file.
 * @param file - Its name in messages.
 * @param run - The run that it belongs to.
 * @returns The change; an empty one if the plan says what the run's plan says already.
 * @throws LonghandError `invalid-plan` with every fault and its line; `stale-plan` if the run's plan has
 *   changed since the file was written.
 */
export function changePlan(yaml: string, file: string, run: ReadRun): RunChange {
  const source = parseStrictYaml(yaml);
  const { value, problems } = checkShape(source, planFileSchema);
  const { tree } = run.journal.state;
  const { root } = tree;
  if (source.problems.length + problems.length > 0 || value === undefined) {
    throw refused(file, [...source.problems, ...problems]);
  }
  const reading: Reading = {
    run,
    yaml,
    source,
    problems: [],
    seen: new Map(),
    texts: new Map(),
    nextCreated: tree.count,
  };
  if (root === undefined) throw refused(file, [problemAt(reading, [], "the run has no plan yet.")]);
  const sections = value.sections.map((section, order) =>
    sectionOf({ section, order, parent: root, path: ["sections", order] }, reading),
  );
  checkRemovals(reading);
  if (value.words !== root.targetWords) {
    const message = `words: the document has ${root.targetWords}; its length is changed in the brief, with \`longhand writing edit RUN --brief FILE\`.`;
    reading.problems.push(problemAt(reading, ["words"], message));
  }
  if (reading.problems.length > 0) throw refused(file, reading.problems);
  const document: PlanSection = { node: root, weight: 1, children: sections };
  const nodes = settled(file, document, reading);
  const change = planChange(nodes, reading);
  checkFresh(value, change, run);
  return change;
}

function settled(file: string, document: PlanSection, { run, texts }: Reading): PlanNode[] {
  const all = new Map([...run.texts, ...texts]);
  try {
    return settlePlan(document, document.node.targetWords, { ground: run.ground, texts: all });
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    throw refused(file, [{ severity: "error", line: 1, column: 1, message: error.message }]);
  }
}

function refused(file: string, problems: readonly DataProblem[]): LonghandError {
  const lines = problems.map(
    ({ line, column, message }) => `${file}:${line}:${column}: ${message}`,
  );
  return new LonghandError(
    `${file} has ${problems.length} ${problems.length === 1 ? "fault" : "faults"}; the plan stays as it was.\n${lines.join("\n")}`,
    {
      code: "invalid-plan",
      hint: "Mend the lines above, or delete the file to go on with the plan as it was.",
      details: { file, problems },
    },
  );
}

function problemAt(
  { source }: Pick<Reading, "source">,
  path: readonly PropertyKey[],
  message: string,
): DataProblem {
  return { severity: "error", ...source.placeOf(path), message };
}

interface FileSection {
  readonly section: PlanFileSection;
  readonly order: number;
  readonly parent: PlanNode;
  readonly path: readonly PropertyKey[];
}

function sectionOf(at: FileSection, reading: Reading): PlanSection {
  const { section, path } = at;
  const before = nodeBefore(at, reading);
  const node = nodeOf(at, before, reading);
  checkSection(at, before, reading);
  const below = section.sections ?? [];
  if (section.text !== undefined) reading.texts.set(node.id, section.text.trim());
  const children = below.map((child, order) =>
    sectionOf({ section: child, order, parent: node, path: [...path, "sections", order] }, reading),
  );
  const lockedWords = lockedWordsOf(at, before, reading);
  const words = section.words ?? before?.targetWords ?? meanWords(at, reading);
  return {
    node,
    weight: lockedWords ?? words,
    ...(lockedWords === undefined ? {} : { lockedWords }),
    leaves: leavesOf(at, words, { before, reading }),
    ...(section.must === undefined ? {} : { must: section.must }),
    children,
  };
}

function nodeBefore({ section, path }: FileSection, reading: Reading): PlanNode | undefined {
  const { id } = section;
  if (id === undefined) return undefined;
  const before = reading.run.journal.state.tree.get(id);
  const first = reading.seen.get(id);
  if (before?.parent === undefined) {
    reading.problems.push(
      problemAt(
        reading,
        [...path, "id"],
        `id: ${id} is no section of this run; leave the id of a new one out.`,
      ),
    );
  } else if (first !== undefined) {
    const { line } = reading.source.placeOf(first);
    reading.problems.push(
      problemAt(reading, [...path, "id"], `id: ${id} stands in line ${line}, too.`),
    );
  }
  reading.seen.set(id, path);
  return before;
}

function nodeOf(
  { section, order, parent }: FileSection,
  before: PlanNode | undefined,
  reading: Reading,
): PlanNode {
  const { run } = reading;
  const created = before?.created ?? reading.nextCreated++;
  const heading = (section.heading ?? "").trim();
  const { lock: _, textHash, ...known } = before ?? newNode();
  const isLocked = before?.lock !== undefined || section.text !== undefined;
  return {
    ...known,
    id: before?.id ?? nodeId(run.ground.runHash, parent.id, created),
    parent: parent.id,
    created,
    order,
    heading,
    brief: section.brief ?? (heading === "" ? (before?.brief ?? "") : heading),
    ...(isLocked ? { lock: "author" as const } : {}),
    ...(textHash === undefined ? {} : { textHash }),
  };
}

/** What the plan works out for a new section. */
function newNode(): Omit<PlanNode, "parent"> {
  return {
    id: "",
    created: 0,
    order: 0,
    level: "leaf",
    task: "write",
    heading: "",
    brief: "",
    must: [],
    avoid: [],
    entities: [],
    targetWords: 0,
    leaves: 1,
    levelsBelow: 0,
    span: [0, 0],
  };
}

function checkSection(
  { section, path }: FileSection,
  before: PlanNode | undefined,
  reading: Reading,
): void {
  const report = (key: string, message: string): void => {
    reading.problems.push(problemAt(reading, [...path, key], `${key}: ${message}`));
  };
  const below = section.sections ?? [];
  const depth = path.filter((step) => step === "sections").length;
  if (depth > MAX_OUTLINE_DEPTH)
    report("sections", `the plan is more than ${MAX_OUTLINE_DEPTH} levels deep.`);
  if (section.id === undefined && !/\S/.test(`${section.heading ?? ""}${section.brief ?? ""}`)) {
    report("brief", "a new section needs a heading or a brief.");
  }
  if (section.text !== undefined && below.length > 0) {
    report("text", "a section has a text or sections below it, not both.");
  }
  if (before?.level === "leaf" && below.length > 0 && reading.run.texts.has(before.id)) {
    report(
      "sections",
      "this section is written; take it out and add new ones instead of dividing it.",
    );
  }
  if (before?.lock !== undefined && section.text !== undefined) {
    report("text", "this text is the author's already; change it with `longhand writing edit`.");
  }
  checkHeadings({ section, path }, reading);
  checkMust({ section, path }, reading);
}

function checkHeadings(
  { section, path }: Pick<FileSection, "section" | "path">,
  reading: Reading,
): void {
  const seen = new Set<string>();
  for (const [index, { heading }] of (section.sections ?? []).entries()) {
    const key = heading?.trim().toLowerCase() ?? "";
    if (key === "") continue;
    if (seen.has(key)) {
      const place = [...path, "sections", index, "heading"];
      reading.problems.push(
        problemAt(reading, place, `heading: “${heading}” stands twice among its siblings.`),
      );
    }
    seen.add(key);
  }
}

function checkMust(
  { section, path }: Pick<FileSection, "section" | "path">,
  reading: Reading,
): void {
  for (const [index, id] of (section.must ?? []).entries()) {
    if (reading.run.hits.has(id)) continue;
    const known = [...reading.run.hits.keys()].join(", ");
    const message = `must: ${id} is no mention of the brief${known === "" ? "." : `; known are ${known}.`}`;
    reading.problems.push(problemAt(reading, [...path, "must", index], message));
  }
}

/** Locked text must not go by mistake. */
function checkRemovals(reading: Reading): void {
  const { tree } = reading.run.journal.state;
  for (const node of tree.inOrder()) {
    if (node.parent === undefined || node.lock === undefined || reading.seen.has(node.id)) continue;
    const message = `the section ${node.id}, whose text is the author's, is missing; unlock it first to take it out.`;
    reading.problems.push(problemAt(reading, ["sections"], message));
  }
}

function lockedWordsOf(
  { section }: FileSection,
  before: PlanNode | undefined,
  { run }: Reading,
): number | undefined {
  if (section.text !== undefined) return countWords(section.text);
  if (before?.lock === undefined) return undefined;
  return run.journal.state.accepted.get(before.id)?.words ?? before.targetWords;
}

/** A section that says nothing about its words gets as many as its siblings have on average. */
function meanWords({ parent, path }: FileSection, { run }: Reading): number {
  const { tree } = run.journal.state;
  const siblings = tree.childrenOf(parent.id).map(({ targetWords }) => targetWords);
  if (siblings.length === 0) return parent.targetWords / Math.max(1, Number(path.at(-1)) + 1);
  return siblings.reduce((sum, words) => sum + words, 0) / siblings.length;
}

interface LeafGround {
  readonly before: PlanNode | undefined;
  readonly reading: Reading;
}

function leavesOf(
  { section }: FileSection,
  words: number,
  { before, reading }: LeafGround,
): number {
  const { run } = reading;
  if (section.text !== undefined || before?.lock !== undefined) return 1;
  if (before !== undefined && run.texts.has(before.id)) return 1;
  const size = sizesOf(run.brief).writer;
  const own = leafCount(Math.max(1, Math.round(words)), size);
  if (before === undefined) return own;
  // A planned leaf is divided only where it became far too long for its writer.
  return before.level === "leaf"
    ? Math.max(1, Math.ceil(words / (1.5 * run.ground.limits.maxLeafWords)))
    : own;
}

function planChange(nodes: readonly PlanNode[], reading: Reading): RunChange {
  const { run, seen, texts } = reading;
  const { tree } = run.journal.state;
  const removed = tree
    .inOrder()
    .filter(({ id, parent }) => parent !== undefined && !seen.has(id))
    .map(({ id }) => id);
  const changed = changedNodes(run, nodes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const leaves: AcceptedLeaf[] = [...texts].map(([id, text]) =>
    authorLeaf(run, byId.get(id) as PlanNode, text),
  );
  return {
    change: changeLine(changed, { tree, removed, texts }),
    differences: differencesOf(changed, tree, removed),
    notes: [],
    nodes: changed,
    removed,
    leaves,
    texts,
    spans: {},
    planFile: sha256(reading.yaml),
    touched: touchedLeaves(run, planTouches(changed, reading), 0),
  };
}

interface Difference {
  readonly tree: PlanTree;
  readonly removed: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

function changeLine(changed: readonly PlanNode[], { tree, removed, texts }: Difference): string {
  const fresh = changed.filter(({ id }) => tree.get(id) === undefined).length;
  const parts = [
    [fresh, "new"],
    [changed.length - fresh, "changed"],
    [removed.length, "taken out"],
    [texts.size, "with the author's text"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `plan: ${told.length === 0 ? "nothing" : told.join(", ")}`;
}

/** What the author sees of a change: headings, briefs, sections; words follow from them. */
function differencesOf(
  changed: readonly PlanNode[],
  tree: PlanTree,
  removed: readonly string[],
): RunChange["differences"] {
  const named = ({ heading, brief }: PlanNode): string => heading || brief;
  const lines = changed.flatMap((node) => {
    const before = tree.get(node.id);
    if (before === undefined) return [`new: “${named(node)}”, ${node.targetWords} words`];
    const told = [
      ...(before.heading === node.heading
        ? []
        : [`heading “${before.heading}” → “${node.heading}”`]),
      ...(before.brief === node.brief ? [] : [`brief “${before.brief}” → “${node.brief}”`]),
      ...(before.targetWords === node.targetWords
        ? []
        : [`${before.targetWords} → ${node.targetWords} words`]),
    ];
    return told.length === 0 ? [] : [`${node.id}: ${told.join("; ")}`];
  });
  const gone = removed.flatMap((id) => tree.get(id) ?? []).map((node) => `out: “${named(node)}”`);
  return [...lines, ...gone].map((message) => ({ field: "plan", message }));
}

/** A file made from an earlier plan may only be taken over if it asks for nothing. */
function checkFresh({ plan }: PlanFile, change: RunChange, run: ReadRun): void {
  if (plan === planHash(run.journal.state.tree.inOrder())) return;
  if (change.removed.length === 0 && change.nodes.length === 0 && change.texts.size === 0) return;
  throw new LonghandError("The plan of the run has changed since plan.yaml was written.", {
    code: "stale-plan",
    hint: "Keep a copy of your changes, write the file anew with `longhand writing plan RUN`, and make them there.",
  });
}
