import type { DataProblem, YamlSource } from "../../storage/index.ts";
import { unicodeWords } from "../../text/index.ts";
import { checkPlanted } from "../planted/check-planted.ts";
import type { AuthorFact, Brief, OutlineNode } from "./brief.ts";
import { MAX_DOCUMENT_WORDS, MAX_OUTLINE_DEPTH, MIN_DOCUMENT_WORDS } from "./brief-schema.ts";
import { countWords, mentionsOf, targetWordsOf } from "./brief-words.ts";
import { firstDay, sameTimes } from "./story-time.ts";
import { overlap } from "./stretches.ts";

/** Words that a mention takes at least. */
const LEAST_WORDS_PER_MENTION = 20;
/** Share of the document that mentions may take. */
const MAX_MUST_SHARE = 0.6;
/** Words of a section, for counting mentions before there is a plan. */
const WORDS_PER_SECTION = 1200;

type Report = (path: readonly PropertyKey[], message: string) => void;

/**
 * What is wrong with a brief although each of its fields is well formed.
 *
 * @param brief - The brief.
 * @param source - The file it was read from.
 * @returns Every fault, with its place.
 */
export function contradictionsIn(brief: Brief, source: YamlSource): DataProblem[] {
  const problems: DataProblem[] = [];
  const report: Report = (path, message) => {
    problems.push({ severity: "error", ...source.placeOf(path), message });
  };
  checkLength(brief, report);
  checkMust(brief, report);
  checkAvoid(brief, report);
  checkFacts(brief.facts, report);
  checkPlanted(brief, report);
  checkSources(brief, report);
  checkOutline(brief, report);
  return problems;
}

function checkLength(brief: Brief, report: Report): void {
  const { words, tokens } = brief.length;
  if (words !== undefined && tokens !== undefined) {
    report(["length"], "length: give words or tokens, not both.");
    return;
  }
  const target = targetWordsOf(brief);
  if (target < MIN_DOCUMENT_WORDS || target > MAX_DOCUMENT_WORDS) {
    report(
      ["length", "tokens"],
      `length.tokens: ${tokens} tokens are about ${target} words; a document has ${MIN_DOCUMENT_WORDS} to ${MAX_DOCUMENT_WORDS.toLocaleString("en")} words.`,
    );
  }
  const opening = countWords(brief.opening ?? "");
  if (opening >= target) {
    report(["opening"], `opening: has ${opening} words, and the whole document only ${target}.`);
  }
}

function checkMust(brief: Brief, report: Report): void {
  const seen = new Map<string, number>();
  const sections = Math.max(1, Math.round(targetWordsOf(brief) / WORDS_PER_SECTION));
  let needed = 0;
  for (const [index, item] of brief.must.entries()) {
    const first = seen.get(item.id);
    if (first !== undefined) {
      report(["must", index, "id"], `must.${index}.id: ${item.id} is must.${first}, too.`);
    }
    seen.set(item.id, first ?? index);
    if (item.when === "every" && item.every === undefined) {
      report(["must", index], `must.${index}.every: is required with when: every.`);
    }
    const own = Math.min(...item.accept.map(countWords));
    needed += mentionsOf(item, sections) * Math.max(LEAST_WORDS_PER_MENTION, own);
  }
  const target = targetWordsOf(brief);
  if (needed > MAX_MUST_SHARE * target) {
    report(
      ["must"],
      `must: the items need ${needed} words, more than 60 % of the document's ${target}: ask for fewer, or for a longer document.`,
    );
  }
}

function checkAvoid(brief: Brief, report: Report): void {
  for (const [place, avoided] of brief.avoid.entries()) {
    if (avoided.how !== "word") continue;
    for (const [index, item] of brief.must.entries()) {
      const form = item.accept.find((accepted) => holds(accepted, avoided.text));
      if (form === undefined) continue;
      report(
        ["must", index],
        `must.${index}: "${form}" holds "${avoided.text}", which avoid.${place} forbids.`,
      );
    }
    if (holds(brief.opening ?? "", avoided.text)) {
      report(["opening"], `opening: holds "${avoided.text}", which avoid.${place} forbids.`);
    }
  }
}

function holds(text: string, phrase: string): boolean {
  return ` ${unicodeWords(text).join(" ")} `.includes(` ${unicodeWords(phrase).join(" ")} `);
}

function checkFacts(facts: readonly AuthorFact[], report: Report): void {
  const seen = new Map<string, AuthorFact[]>();
  for (const [index, fact] of facts.entries()) {
    if ((fact.from ?? 0) >= (fact.to ?? 1)) {
      report(["facts", index], `facts.${index}: from must be below to.`);
    }
    checkDuring(fact, index, report);
    checkKnownBy(fact, index, report);
    const key = `${fact.subject}|${fact.attribute}`.toLowerCase();
    const others = seen.get(key) ?? [];
    const other = others.find((earlier) => disagree(earlier, fact));
    if (other !== undefined) {
      report(["facts", index], `facts.${index}: ${quoted(fact)} contradicts ${quoted(other)}.`);
    }
    seen.set(key, [...others, fact]);
  }
}

function checkDuring({ during }: AuthorFact, index: number, report: Report): void {
  if (during === undefined || firstDay(during[0]) < firstDay(during[1])) return;
  report(
    ["facts", index, "during"],
    `facts.${index}.during: ${during[0]} must be before ${during[1]}; the second date is exclusive.`,
  );
}

function checkKnownBy(fact: AuthorFact, index: number, report: Report): void {
  const seen = new Set<string>();
  for (const [place, { who, from }] of (fact.knownBy ?? []).entries()) {
    const path = ["facts", index, "knownBy", place];
    if (seen.has(who)) report(path, `facts.${index}.knownBy.${place}: ${who} is named twice.`);
    seen.add(who);
    if (from >= (fact.from ?? 0)) continue;
    report(
      path,
      `facts.${index}.knownBy.${place}: ${who} cannot know from ${from} on what holds from ${fact.from} on.`,
    );
  }
}

function disagree(left: AuthorFact, right: AuthorFact): boolean {
  if (String(left.value).toLowerCase() === String(right.value).toLowerCase()) return false;
  if (left.during !== undefined && right.during !== undefined) {
    return sameTimes(left.during, right.during);
  }
  return overlap([left.from ?? 0, left.to ?? 1], [right.from ?? 0, right.to ?? 1]);
}

function quoted({ subject, attribute, value }: AuthorFact): string {
  return `"${subject}, ${attribute}: ${value}"`;
}

function checkSources({ sources = [] }: Brief, report: Report): void {
  const titles = sources.map(({ title }) => title);
  for (const [index, title] of titles.entries()) {
    const first = titles.indexOf(title);
    if (first === index) continue;
    report(
      ["sources", index, "title"],
      `sources.${index}.title: "${title}" is sources.${first}, too.`,
    );
  }
}

function checkOutline(brief: Brief, report: Report): void {
  const { outline } = brief;
  if (outline === undefined) return;
  const locked = checkHeadings(outline, ["outline"], report);
  const target = targetWordsOf(brief);
  if (locked >= target) {
    report(
      ["outline"],
      `outline: its finished texts have ${locked} words, and the whole document only ${target}.`,
    );
  }
}

/** Checks one list of siblings and all below; gives the words of their finished texts. */
function checkHeadings(
  nodes: readonly OutlineNode[],
  path: readonly PropertyKey[],
  report: Report,
): number {
  const depth = path.filter((step) => step === "children").length + 1;
  if (depth > MAX_OUTLINE_DEPTH) {
    report(path, `outline: is more than ${MAX_OUTLINE_DEPTH} headings deep.`);
    return 0;
  }
  const seen = new Set<string>();
  let words = 0;
  for (const [index, node] of nodes.entries()) {
    const key = node.heading.trim().toLowerCase();
    const place = [...path, index];
    if (seen.has(key)) {
      report([...place, "heading"], `outline: the heading "${node.heading}" stands twice.`);
    }
    seen.add(key);
    if (node.text !== undefined && node.children !== undefined) {
      report(place, `outline: "${node.heading}" has both a finished text and headings below it.`);
    }
    words += countWords(node.text ?? "");
    words += checkHeadings(node.children ?? [], [...place, "children"], report);
  }
  return words;
}
