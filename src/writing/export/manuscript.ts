import type { PlanNode } from "../../records/index.ts";
import { paragraphsOf } from "../draft/clean-reply.ts";
import type { Writer } from "../run/writer.ts";

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
  /** Its language as a BCP 47 tag; absent if unknown. */
  readonly language?: string;
  /** Whether every leaf has a text. */
  readonly complete: boolean;
  /** Its pieces. */
  readonly blocks: readonly ManuscriptBlock[];
}

/** Kinds in which the parts of a short document have headings of their own. */
const HEADED_KINDS: ReadonlySet<string> = new Set(["report", "manual", "article", "answer"]);

/**
 * Joins what a run has written so far. Parts that are not written yet are marked, never left out.
 *
 * @param writer - The run.
 * @returns The manuscript.
 */
export function manuscriptOf(writer: Pick<Writer, "journal" | "texts" | "brief">): Manuscript {
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
  return {
    ...(brief.title === undefined ? {} : { title: brief.title }),
    ...(brief.language === undefined ? {} : { language: brief.language }),
    complete: leaves.length > 0 && leaves.every(({ id }) => texts.has(id)),
    blocks,
  };
}

/** Leaves are steps inside a text; only chapters and the parts of a short report and the like are headed. */
function headingOf(node: PlanNode, level: number, brief: Writer["brief"]): string {
  const { kind, outline, strategy } = brief;
  if (level === 0) return "";
  if (node.level !== "leaf") return node.heading;
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
