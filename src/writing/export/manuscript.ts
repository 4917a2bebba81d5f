import type { PlanNode } from "../../records/index.ts";
import { guessLanguage } from "../../text/index.ts";
import { paragraphsOf } from "../draft/clean-reply.ts";
import type { ReadRun, Writer } from "../run/writer.ts";
import { mustCoverage } from "./must-coverage.ts";

/** A piece of a manuscript, in reading order. */
export type ManuscriptBlock =
  | {
      readonly kind: "heading";
      readonly level: number;
      readonly text: string;
      readonly node: string;
    }
  | { readonly kind: "paragraph"; readonly text: string; readonly node: string }
  | { readonly kind: "missing"; readonly reason: string; readonly node: string };

/** A document as it is exported. */
export interface Manuscript {
  /** Its title; absent for none. */
  readonly title?: string;
  /** Who wrote it; absent for nobody named. */
  readonly author?: string;
  /** Its language as a BCP 47 tag; absent if unknown. */
  readonly language?: string;
  /** Its date as `YYYY-MM-DD`; absent for none. */
  readonly date?: string;
  /** Lines of the front matter, for instance what was to be mentioned and is not; absent for none. */
  readonly notes?: readonly string[];
  /** A line that says what the document was written with; absent for none. */
  readonly credit?: string;
  /** Whether every leaf has a text. */
  readonly complete: boolean;
  /** Its pieces. */
  readonly blocks: readonly ManuscriptBlock[];
}

/** Kinds in which the parts of a short document have headings of their own. */
const HEADED_KINDS: ReadonlySet<string> = new Set(["report", "manual", "article", "answer"]);

/** Kinds that are told on: below parts and chapters a heading would only interrupt. */
const TOLD_KINDS: ReadonlySet<string> = new Set(["story", "memoir", "speech"]);
/** Levels of headings of such a kind: parts and chapters. */
const TOLD_LEVELS = 2;

/** What the front matter of a manuscript tells beyond the brief. */
export interface ManuscriptOptions {
  /** Whether missed mentions are listed. @defaultValue false */
  readonly misses?: boolean;
  /** Whether it says that the document was written with Longhand. @defaultValue false */
  readonly credit?: boolean;
}

/** What a document says if asked to. */
const CREDIT = "Written with Longhand.";

/**
 * Joins what a run has written so far. Parts that are not written yet are marked, never left out.
 *
 * @param writer - The run.
 * @param options - What the front matter tells.
 * @returns The manuscript.
 */
export function manuscriptOf(writer: ReadRun, options: ManuscriptOptions = {}): Manuscript {
  const { brief, journal, texts } = writer;
  const { tree } = journal.state;
  const blocks: ManuscriptBlock[] = [];
  const walk = (node: PlanNode, level: number): void => {
    const heading = headingOf(node, level, brief);
    if (heading !== "")
      blocks.push({ kind: "heading", level: level + 1, text: heading, node: node.id });
    if (node.level === "leaf") blocks.push(...leafBlocks(node, writer));
    for (const child of tree.childrenOf(node.id)) walk(child, level + 1);
  };
  if (tree.root !== undefined) walk(tree.root, 0);
  const leaves = tree.leaves();
  const language = brief.language ?? guessLanguage(brief.goal);
  const notes = options.misses === true ? missLines(writer) : [];
  return {
    ...(brief.title === undefined ? {} : { title: brief.title }),
    ...(brief.author === undefined ? {} : { author: brief.author }),
    ...(language === undefined ? {} : { language }),
    ...(brief.date === undefined ? {} : { date: brief.date }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(options.credit === true ? { credit: CREDIT } : {}),
    complete: leaves.length > 0 && leaves.every(({ id }) => texts.has(id)),
    blocks,
  };
}

function missLines(writer: ReadRun): string[] {
  const { misses } = mustCoverage(writer);
  if (misses.length === 0) return [];
  const places = misses.map(({ text, at }) => `“${text}” (at ${Math.round(at * 100)} %)`);
  return [`Not mentioned, though asked for: ${places.join("; ")}.`];
}

/**
 * Leaves are steps inside a text; only chapters and the parts of a short report and the like are headed.
 * What a plan calls its steps ("Turn", "Obstacle") is for whoever plans, not for readers of a story.
 */
function headingOf(node: PlanNode, level: number, brief: Writer["brief"]): string {
  const { kind, outline, strategy } = brief;
  if (level === 0) return "";
  const isStep = TOLD_KINDS.has(kind) && outline === undefined && level > TOLD_LEVELS;
  if (node.level !== "leaf") return isStep ? "" : node.heading;
  const isHeaded = outline !== undefined || strategy === "chapters" || HEADED_KINDS.has(kind);
  return isHeaded && level === 1 ? node.heading : "";
}

function leafBlocks(
  { id }: PlanNode,
  { journal, texts }: Pick<Writer, "journal" | "texts">,
): ManuscriptBlock[] {
  const text = texts.get(id);
  if (text !== undefined) {
    return paragraphsOf(text).map((paragraph) => ({
      kind: "paragraph",
      text: paragraph,
      node: id,
    }));
  }
  const reason = journal.state.failed.get(id) ?? "not written yet";
  return [{ kind: "missing", reason, node: id }];
}
