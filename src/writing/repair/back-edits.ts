import type { PlanNode } from "../../records/index.ts";
import { countWords, targetWordsOf } from "../brief/brief-words.ts";
import { nodeLine } from "../prompts/phrases.ts";
import type { JournalEntry } from "../run/journal.ts";
import { mayRewrite } from "../run/revision-state.ts";
import { spentShare } from "../run/spending.ts";
import type { Writer } from "../run/writer.ts";
import { MAX_TRIES, type OpenIssue, type TextQuote, triesKey } from "../run/writing-state.ts";
import { type Mending, quoteIn } from "./code-repairs.ts";
import { bestOf, faultCounts, figuresOf } from "./compare-texts.ts";
import { quotesNoValue } from "./fact-values.ts";
import { faultOf } from "./keep-rule.ts";
import { issueKey, measureLeaf, type RepairGround } from "./measure-leaf.ts";
import { putText } from "./mend-issue.ts";
import { modelRepairs } from "./model-repairs.ts";
import { recheckChanged } from "./recheck.ts";
import { replaced } from "./text-spans.ts";

/** The first round and two of changes that follow on from it. */
const MAX_ROUNDS = 3;
/** Share of the budget from which no try begins. */
const MOST_SPENT = 0.97;
/** Longest value that code carries over, in words. */
const MOST_VALUE_WORDS = 8;
/** What the ending needs has to be planted before this place of the document. */
const PLANT_BEFORE = 0.67;

/** Something in a later leaf that an earlier one has to give way to. */
interface BackEdit {
  /** The later leaf, which has the issue. */
  readonly source: PlanNode;
  /** The issue. */
  readonly issue: OpenIssue;
  /** The earlier leaf, and what is to change there. */
  readonly mending: Mending;
}

/**
 * Changes earlier text for later text: where the two contradict and the later one could not be mended, and
 * where the ending speaks of what nothing prepared. It stays within the brief's `autoEditLimit`, and goes
 * on for two rounds of changes that follow from changes; what then remains is left open.
 *
 * @param ground - Run and index.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function editBackwards(ground: RepairGround): Promise<void> {
  const { writer } = ground;
  const { journal } = writer;
  for (;;) {
    await recheckChanged(ground);
    const next = backEdits(writer).find((edit) => isDue(edit, writer));
    if (next !== undefined && spentShare(writer) < MOST_SPENT) {
      await tryBackEdit(next, ground);
      continue;
    }
    const { round, kept } = journal.state.back;
    if (kept === 0 || round >= MAX_ROUNDS) return;
    await journal.record([beginRound(writer, round + 1)]);
  }
}

/**
 * Begins a round of changes to earlier text.
 *
 * @param writer - The run.
 * @param round - Its number, from 1.
 * @returns What to record: the issues that the round is about.
 */
export function beginRound(writer: Writer, round: number): JournalEntry {
  const issues = backEdits(writer).map(({ source, issue }) => backKey(source, issue));
  return { type: "phase", body: { name: "back", round, issues } };
}

function backKey(source: PlanNode, issue: OpenIssue): string {
  return triesKey(source.id, `back|${issueKey(issue)}`);
}

function isDue({ source, issue, mending }: BackEdit, { journal, brief }: Writer): boolean {
  const { back, tries, editedWords } = journal.state;
  const key = backKey(source, issue);
  const room = brief.autoEditLimit * targetWordsOf(brief) - editedWords;
  const words = countWords(quoteIn(mending)?.text ?? "");
  return back.issues.has(key) && (tries.get(key) ?? 0) < MAX_TRIES && words <= room;
}

function backEdits(writer: Writer): BackEdit[] {
  const { tree, accepted } = writer.journal.state;
  const leaves = tree.leaves();
  const places = new Map(leaves.map(({ id }, place) => [id, place]));
  return leaves.flatMap((source, place) =>
    (accepted.get(source.id)?.issues ?? []).flatMap((issue) => {
      const mending =
        issue.type === "unplanted"
          ? plantingFor(issue, leaves.slice(0, place), writer)
          : patchFor(issue, (id) => (places.get(id) ?? place) < place, writer);
      return mending === undefined ? [] : [{ source, issue, mending }];
    }),
  );
}

/** The earlier words that an issue quotes, to be changed so that they agree with the later ones. */
function patchFor(
  issue: OpenIssue,
  isEarlier: (node: string) => boolean,
  writer: Writer,
): Mending | undefined {
  const { texts, journal } = writer;
  const [later, ...others] = issue.quotes ?? [];
  const quote = others.find(({ node }) => isEarlier(node));
  const node = journal.state.tree.get(quote?.node ?? "");
  const text = texts.get(quote?.node ?? "");
  if (later === undefined || quote === undefined || node === undefined || text === undefined) {
    return undefined;
  }
  if (!mayRewrite(journal.state, node.id)) return undefined;
  const message = `It says "${quote.text}", but later the text says "${later.text}". It has to agree with that.`;
  const patched = { type: issue.type, severity: issue.severity, message, quotes: [quote, later] };
  return { node, text, issue: patched };
}

/** The leaf whose plan is nearest to what the ending speaks of, early enough in the document. */
function plantingFor(
  { message, severity }: OpenIssue,
  earlier: readonly PlanNode[],
  { texts, journal }: Writer,
): Mending | undefined {
  const [, name = ""] = /"(.+?)"/.exec(message) ?? [];
  const free = earlier.filter(
    ({ id, span }) => span[0] < PLANT_BEFORE && texts.has(id) && mayRewrite(journal.state, id),
  );
  const words = name.toLowerCase().split(/\s+/);
  const worth = (node: PlanNode): number => {
    const line = nodeLine(node).toLowerCase();
    return words.filter((word) => line.includes(word)).length;
  };
  const [node] = free.toSorted((left, right) => worth(right) - worth(left));
  const text = texts.get(node?.id ?? "");
  if (node === undefined || text === undefined) return undefined;
  const ask = `"${name}" has to be known before the end of the whole text. Mention it here in passing.`;
  return { node, text, issue: { type: "unplanted", severity, message: ask } };
}

async function tryBackEdit(
  { source, issue, mending }: BackEdit,
  ground: RepairGround,
): Promise<void> {
  const { writer } = ground;
  const { node, text } = mending;
  const before = measureLeaf(node, text, ground);
  const tried = writer.journal.state.tries.get(backKey(source, issue)) ?? 0;
  const byCode = tried === 0 ? carriedOver(mending) : [];
  const { texts, entries } =
    byCode.length > 0
      ? { texts: byCode, entries: [] }
      : await modelRepairs(mending, "sentence", {
          writer,
          attempt: `back|${issueKey(issue)}.${tried}`,
        });
  const looked = texts.map((each) => {
    const after = measureLeaf(node, each, ground);
    const gain = isMended(mending, each) ? issue.severity : 0;
    return { after, fault: faultOf(before, after, gain) };
  });
  const best = bestOf(looked.filter(({ fault }) => fault === undefined).map(({ after }) => after));
  const body = {
    node: source.id,
    issue: `back|${issueKey(issue)}`,
    by: byCode.length > 0 ? "code" : "model",
    backward: true,
    changed: node.id,
    kept: best !== undefined,
    before: figuresOf(before),
    ...(best === undefined
      ? { faults: faultCounts(looked) }
      : { after: figuresOf(best), words: changedWords(text, best.text) }),
  };
  const recorded: JournalEntry[] = [...entries, { type: "repair", body }];
  if (best === undefined) await writer.journal.record(recorded);
  else await putText(mending, best, { ground, entries: recorded });
}

/** The later value in place of the earlier one, where both are short. */
function carriedOver(mending: Mending): string[] {
  const quote = quoteIn(mending);
  const later = mending.issue.quotes?.[1];
  if (quote === undefined || later === undefined || quotesNoValue(mending.issue)) return [];
  const isShort = ({ text }: TextQuote): boolean => countWords(text) <= MOST_VALUE_WORDS;
  const isSentence = /[.!?…]["'”’)]*$/.test(quote.text.trim());
  if (isSentence || !isShort(quote) || !isShort(later)) return [];
  return [replaced(mending.text, quote, later.text)];
}

/** Whether a new text of the earlier leaf gives way: it has the words that it needs and lost the old ones. */
function isMended({ issue, text }: Mending, after: string): boolean {
  const has = (words: string): boolean => after.toLowerCase().includes(words.toLowerCase());
  if (issue.type === "unplanted") return has(/"(.+?)"/.exec(issue.message)?.[1] ?? "");
  const [quote, later] = issue.quotes ?? [];
  if (quote === undefined || later === undefined) return false;
  const times = (words: string): number => words.split(quote.text).length - 1;
  const isGone = times(after) < times(text);
  return isGone && (countWords(later.text) > MOST_VALUE_WORDS || has(later.text));
}

/** Words between the first and the last place where two texts differ. */
function changedWords(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const words = (text: string): number => countWords(text.slice(start, text.length - end));
  return Math.max(1, words(before), words(after));
}
