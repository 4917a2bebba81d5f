import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { pythonWords, splitSentences } from "../../text/index.ts";
import { bibleFor } from "../bible/bible.ts";
import { countWords } from "../brief/brief-words.ts";
import { checkLeaf } from "../check/check-leaf.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { cutToWords } from "../prompts/cut-text.ts";
import { factLine } from "../prompts/phrases.ts";
import type { LockedSpan, TouchReason } from "../run/revision-state.ts";
import type { ReadRun } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { anchoredSpans } from "./locked-spans.ts";
import { changedNodes, type RunChange, type Touches, touch, touchedLeaves } from "./run-change.ts";
import { sentenceWith, valueForms } from "./value-forms.ts";

/** Words of the summary of a text that the author wrote. */
const SUMMARY_WORDS = 40;

/** What the author wrote. */
export interface TextEdit {
  /** New texts by leaf. */
  readonly texts: ReadonlyMap<string, string>;
  /** New headings by node. @defaultValue none */
  readonly headings?: ReadonlyMap<string, string>;
  /** New title; absent if it stays. */
  readonly title?: string;
  /** What is locked: the whole leaf, or only the sentences that are new. @defaultValue "leaf" */
  readonly lock?: "leaf" | "span";
}

/**
 * Works out what texts of the author's come to: they are locked, and the leaves that say what they no
 * longer say are touched. Nothing is written.
 *
 * @param run - The run.
 * @param edit - The texts.
 * @returns The change.
 * @throws LonghandError `unknown-node` for a node that is no leaf; `invalid-edit` for an empty text.
 */
export function changeTexts(run: ReadRun, edit: TextEdit): RunChange {
  const { tree } = run.journal.state;
  const texts = new Map([...edit.texts].filter(([id, text]) => run.texts.get(id) !== text));
  const leaves = [...texts].map(([id, text]) => authorLeaf(run, leafOf(run, id), text));
  const spans: Record<string, readonly LockedSpan[]> = {};
  for (const [id, text] of texts) {
    if (edit.lock !== "span" || tree.get(id)?.lock !== undefined) continue;
    const fresh = newSpans(run.texts.get(id) ?? "", text);
    const kept = anchoredSpans(text, run.journal.state.revision.spans.get(id) ?? []);
    if (fresh.length > 0) spans[id] = [...kept, ...fresh];
  }
  const nodes = tree.inOrder().map((node): PlanNode => {
    const title = node.parent === undefined ? edit.title : undefined;
    const heading = title ?? edit.headings?.get(node.id) ?? node.heading;
    const isWhole = texts.has(node.id) && spans[node.id] === undefined;
    return { ...node, heading, ...(isWhole ? { lock: "author" as const } : {}) };
  });
  const places = tree.leaves().flatMap(({ id }, place) => (texts.has(id) ? [place] : []));
  const touches = touchesOf(run, texts);
  const isRetitled = edit.title !== undefined && edit.title !== run.brief.title;
  return {
    change: changeLine(run, edit, [...texts.keys()]),
    differences: [],
    notes: factNotes(run, texts),
    ...(isRetitled ? { brief: { ...run.brief, title: edit.title } } : {}),
    nodes: changedNodes(run, nodes),
    removed: [],
    leaves,
    texts,
    spans,
    touched: touchedLeaves(run, touches, places[0] ?? 0),
  };
}

function leafOf({ journal }: ReadRun, id: string): PlanNode {
  const node = journal.state.tree.get(id);
  if (node?.level === "leaf") return node;
  throw new LonghandError(
    node === undefined ? `There is no node ${id}.` : `${id} is no leaf: it has no text of its own.`,
    { code: "unknown-node", hint: "`longhand writing status RUN` lists the nodes with their ids." },
  );
}

/**
 * A leaf with a text of the author's.
 *
 * @param run - The run.
 * @param node - The leaf.
 * @param text - The text.
 * @returns What is recorded of it.
 * @throws LonghandError `invalid-edit` if the text holds no word.
 */
export function authorLeaf(run: ReadRun, node: PlanNode, text: string): AcceptedLeaf {
  const words = countWords(text);
  if (words === 0) {
    throw new LonghandError(`The text of ${node.id} holds no word.`, {
      code: "invalid-edit",
      hint: "To leave a section out, take it out of the run's plan.yaml.",
    });
  }
  const { accepted, versions } = run.journal.state;
  const before = accepted.get(node.id);
  const hits = node.must.flatMap((id) => run.hits.get(id) ?? []);
  return {
    node: node.id,
    version: Math.max(versions.get(node.id) ?? 0, before?.version ?? 0) + 1,
    textHash: sha256(text),
    words,
    targetWords: before?.targetWords ?? node.targetWords,
    summary: cutToWords(text.replace(/\s+/g, " ").trim(), SUMMARY_WORDS),
    measured: { words: 0, tokens: 0 },
    // The author may be as short or as long as they like.
    issues: checkLeaf(node, text, { targetWords: words, hits, bible: bibleFor(run) }),
    reads: [],
    attempts: 0,
  };
}

/** The sentences that are new, each with its place. */
function newSpans(before: string, after: string): LockedSpan[] {
  const known = new Set(sentencesOf(before));
  let from = 0;
  return sentencesOf(after).flatMap((quote) => {
    const start = after.indexOf(quote, from);
    if (start === -1) return [];
    from = start + quote.length;
    return known.has(quote) ? [] : [{ quote, start }];
  });
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => splitSentences(line))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function changeLine({ journal }: ReadRun, edit: TextEdit, ids: readonly string[]): string {
  const parts = ids.map((id) => {
    const node = journal.state.tree.get(id);
    return `text of ${id} (${cutToWords(node?.heading || node?.brief || "", 8)})`;
  });
  const headings = [...(edit.headings?.values() ?? [])].map((heading) => `heading “${heading}”`);
  return [
    ...(edit.title === undefined ? [] : [`title “${edit.title}”`]),
    ...headings,
    ...parts,
  ].join(", ");
}

/** Leaves that say what the author took out of a text and put something of its kind in its place. */
function touchesOf(run: ReadRun, texts: ReadonlyMap<string, string>): Touches {
  const touches: Touches = new Map();
  for (const [edited, text] of texts) {
    const gone = replacedTerms(run.texts.get(edited) ?? "", text);
    for (const { id } of run.journal.state.tree.leaves()) {
      const other = run.texts.get(id);
      if (other === undefined || texts.has(id)) continue;
      touch(
        touches,
        id,
        gone.flatMap((term) => staleTerm(term, other, edited)),
      );
    }
  }
  return touches;
}

function staleTerm(term: string, text: string, edited: string): TouchReason[] {
  const quote = sentenceWith(text, [term]);
  if (quote === undefined) return [];
  const message = `says “${term}”, which your text of ${edited} says no longer`;
  return [{ kind: "value", strength: "hard", message, quote }];
}

/** Two sentences are one that was changed if they share this part of the words of the shorter. */
const SAME_SENTENCE = 0.5;

/**
 * Names and numbers that a text says no longer, where it says others instead. What left together with
 * its whole sentence was not replaced, and other texts may go on saying it.
 */
function replacedTerms(before: string, after: string): string[] {
  const stems = stemsOf(after);
  return [namesIn, numbersIn].flatMap((termsIn) => {
    const left = termsIn(before);
    const right = termsIn(after);
    const gone = [...left].filter((term) => !right.has(term) && !mentions(stems, [term]));
    const come = [...right].filter((term) => !left.has(term));
    const changed = sentencesWith(after, come);
    return gone.filter((term) =>
      sentencesWith(before, [term]).some((old) => changed.some((now) => isSameSentence(old, now))),
    );
  });
}

/** The words of each sentence that says one of the terms. */
function sentencesWith(text: string, terms: readonly string[]): ReadonlySet<string>[] {
  return sentencesOf(text)
    .filter((sentence) => terms.some((term) => sentence.includes(term)))
    .map((sentence) => new Set(stemsOf(sentence)));
}

function isSameSentence(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared >= SAME_SENTENCE * Math.min(left.size, right.size);
}

/** Capitalised words that do not only begin sentences. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    for (const word of pythonWords(sentence).slice(1)) {
      const bare = word.replace(/^[^\p{L}]+|(?:['’]s)?[^\p{L}]*$/gu, "");
      if (/^\p{Lu}\p{Ll}{2,}/u.test(bare)) names.add(bare);
    }
  }
  return names;
}

/** Numbers of two digits or more. */
function numbersIn(text: string): Set<string> {
  return new Set(text.match(/\d[\d.,]*\d/g) ?? []);
}

/** Facts of the brief that a text said and says no longer. */
function factNotes(run: ReadRun, texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([id, text]) => {
    const before = stemsOf(run.texts.get(id) ?? "");
    const after = stemsOf(text);
    return run.brief.facts
      .filter((fact) => {
        const forms = valueForms(fact.value);
        return mentions(before, forms) && !mentions(after, forms);
      })
      .map(
        (fact) =>
          `Your text of ${id} no longer says “${factLine(fact)}”. If the fact changed, change it with --fact.`,
      );
  });
}
