import { stringify } from "yaml";
import { z } from "zod";
import type { PlanNode } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { cutToWords } from "../prompts/cut-text.ts";
import type { ReadRun } from "../run/writer.ts";

/** A section of a plan file. */
export interface PlanFileSection {
  /** Id of its node; absent for a new section. */
  readonly id?: string;
  /** Its heading. @defaultValue none */
  readonly heading?: string;
  /** What belongs there. @defaultValue its heading */
  readonly brief?: string;
  /** Its words beside its siblings; the words of all siblings are split anew. @defaultValue as its siblings */
  readonly words?: number;
  /** Ids of the mentions that it is to hold. @defaultValue code places them */
  readonly must?: readonly string[];
  /** Whether its text is the author's; only shown, locks are changed with `lock` and `unlock`. */
  readonly locked?: boolean;
  /** How far it is; only shown. */
  readonly state?: string;
  /** Finished text of the author's: it is taken over as it stands and locked. */
  readonly text?: string;
  /** Sections below it. */
  readonly sections?: readonly PlanFileSection[];
}

/** A plan as a file that may be edited. */
export interface PlanFile {
  /** Format version. */
  readonly v: 1;
  /** Name of the run. */
  readonly run: string;
  /** Hash of the plan that the file was written from. */
  readonly plan: string;
  /** Words of the document; changed with the brief. */
  readonly words: number;
  /** Sections in reading order. */
  readonly sections: readonly PlanFileSection[];
}

const text = z.string();

const sectionSchema: z.ZodType<PlanFileSection> = z.strictObject({
  id: z.exactOptional(text.regex(/^[0-9a-f]{12}$/, "must be the 12 digits of a node, or left out")),
  heading: z.exactOptional(text),
  brief: z.exactOptional(text),
  words: z.exactOptional(z.number().gt(0, "must be above 0")),
  must: z.exactOptional(z.array(text)),
  locked: z.exactOptional(z.boolean()),
  state: z.exactOptional(text),
  text: z.exactOptional(text.regex(/\S/, "must not be empty")),
  get sections(): z.ZodType<readonly PlanFileSection[]> {
    return z.exactOptional(z.array(sectionSchema)) as unknown as z.ZodType<
      readonly PlanFileSection[]
    >;
  },
}) as unknown as z.ZodType<PlanFileSection>;

/** Schema of a plan file; unknown keys are errors. */
export const planFileSchema: z.ZodType<PlanFile> = z.strictObject({
  v: z.literal(1),
  run: text,
  plan: text,
  words: z.number(),
  sections: z.array(sectionSchema).min(1, "must hold at least one section"),
});

const SEAL = /\n# sha256 of the lines above: ([0-9a-f]{64})\n$/;
/** Words of a locked text that the file shows. */
const SHOWN_WORDS = 12;

/**
 * The hash of a plan: what a plan file was written from.
 *
 * @param nodes - The nodes in reading order.
 * @returns 16 hexadecimal digits.
 */
export function planHash(nodes: readonly PlanNode[]): string {
  return sha256(canonicalJson(nodes)).slice(0, 16);
}

/**
 * Writes a run's plan as a file that may be edited. Its last line tells whether it was.
 *
 * @param run - The run.
 * @param name - Name of the run.
 * @returns YAML.
 */
export function planFileText(run: ReadRun, name: string): string {
  const { tree } = run.journal.state;
  const { root } = tree;
  const file: PlanFile = {
    v: 1,
    run: name,
    plan: planHash(tree.inOrder()),
    words: root?.targetWords ?? 0,
    sections: root === undefined ? [] : sectionsBelow(root, run),
  };
  const head = [
    `# The plan of ${name}. Change headings, briefs, words, must and the order; take sections out; add new`,
    "# ones without an id; give a section your own `text`, which is then never rewritten. Then go on with:",
    `#   longhand writing resume ${name}`,
  ];
  const body = `${head.join("\n")}\n${stringify(file, { lineWidth: 100 })}`;
  return `${body.trimEnd()}\n# sha256 of the lines above: ${sha256(body.trimEnd())}\n`;
}

/**
 * Tells whether somebody edited a plan file after it was written.
 *
 * @param yaml - The file.
 * @returns Whether it differs from what was written.
 */
export function isEditedPlan(yaml: string): boolean {
  const seal = SEAL.exec(yaml.replace(/\r\n/g, "\n"));
  if (seal === null) return true;
  return sha256(yaml.slice(0, seal.index)) !== seal[1];
}

function sectionsBelow(parent: PlanNode, run: ReadRun): PlanFileSection[] {
  return run.journal.state.tree.childrenOf(parent.id).map((node) => sectionOf(node, run));
}

function sectionOf(node: PlanNode, run: ReadRun): PlanFileSection {
  const { id, heading, targetWords, must, lock } = node;
  const sections = sectionsBelow(node, run);
  const hasMust = must.length > 0 && sections.length === 0;
  return {
    id,
    ...(heading === "" ? {} : { heading }),
    brief: lock === undefined ? node.brief : lockedBrief(node, run),
    words: targetWords,
    ...(hasMust ? { must } : {}),
    ...(lock === undefined ? {} : { locked: true }),
    ...(run.texts.has(id) ? { state: "written" } : {}),
    ...(sections.length === 0 ? {} : { sections }),
  };
}

/** A locked text is shown by its first words where the plan says nothing about it. */
function lockedBrief({ id, brief }: PlanNode, { texts }: ReadRun): string {
  return brief === "" ? cutToWords(texts.get(id) ?? "", SHOWN_WORDS) : brief;
}
