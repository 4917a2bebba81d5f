import type { RuleFact } from "../bible/rule-facts.ts";
import type { KnownBy } from "../brief/brief.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { placeOf } from "./check-facts.ts";
import type { ReadText } from "./claims.ts";
import { compareValues } from "./compare-values.ts";
import type { FactGround } from "./fact-ground.ts";
import { means } from "./judge-claim.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { type Subject, subjectOf } from "./subjects.ts";
import { typedSpans } from "./typed-spans.ts";

const KNOWING =
  /^(?:know|knows|knew|known|remember|remembers|remembered|recall|recalls|recalled|realise|realises|realised|realize|realizes|realized|understand|understands|understood|learn|learns|learned|learnt|discover|discovers|discovered|hear|hears|heard|find|finds|found)$/;
const TELLING =
  /^(?:say|says|said|tell|tells|told|explain|explains|explained|mention|mentions|mentioned|reveal|reveals|revealed|write|writes|wrote|admit|admits|admitted|confess|confesses|confessed|announce|announces|announced|add|adds|added|answer|answers|answered|reply|replies|replied|whisper|whispers|whispered|cry|cries|cried)$/;
const DENIED =
  /^(?:not|never|no|nobody|neither|nor|without|hardly|would|could|might|may|if|whether|cannot|unaware)$|n't$/;
/** Before a person: what follows is asked or supposed. */
const SUPPOSED =
  /^(?:if|unless|until|before|whether|would|could|might|did|does|do|had|may|can|should)$/;
/** Most words between a person and the verb. */
const MOST_BETWEEN = 4;
/** Share of the words of a value that a sentence has to hold. */
const LEAST_OF_VALUE = 0.6;

/**
 * Finds persons who know, tell or learn a fact before its `knownBy` lets them. Its severity is 5: the
 * author laid it down.
 *
 * @param text - The text.
 * @param read - The text as rules read it.
 * @param ground - Where it stands, and what holds.
 * @returns Issues of type `knowledge`.
 */
export function knowledgeIssues(text: string, read: ReadText, ground: FactGround): OpenIssue[] {
  const kept = ground.bible.rules.filter(({ knownBy = [] }) => knownBy.length > 0);
  if (kept.length === 0) return [];
  return read.sentences.flatMap((sentence) =>
    kept.flatMap((rule) => {
      const at = placeOf({ start: startOf(sentence) }, text, ground.span);
      const early = (rule.knownBy ?? []).filter(({ from }) => at < from);
      if (early.length === 0 || !tells(sentence, rule, ground)) return [];
      return early.flatMap((known) => issueOf(known, rule, { sentence, text, ground }));
    }),
  );
}

function startOf({ tokens }: ReadSentence): number {
  return tokens[0]?.start ?? 0;
}

interface Found {
  readonly sentence: ReadSentence;
  readonly text: string;
  readonly ground: FactGround;
}

function issueOf({ who, from }: KnownBy, { fact }: RuleFact, found: Found): OpenIssue[] {
  const { sentence, text, ground } = found;
  const person = subjectOf(who);
  if (!knows(person, sentence, ground)) return [];
  const [start, end] = [startOf(sentence), sentence.tokens.at(-1)?.end ?? 0];
  const when = from >= 1 ? "never comes to know" : `does not know before ${from}`;
  return [
    {
      type: "knowledge",
      severity: 5,
      message: `${who} ${when} what is said here: ${fact.subject}, ${fact.attribute}: ${fact.value}.`,
      quotes: [{ node: ground.node, text: text.slice(start, end), start, end }],
      fact: `${fact.subject}/${fact.attribute}`,
    },
  ];
}

/** Whether a sentence names whom the fact is about, and its value. */
function tells(
  sentence: ReadSentence,
  { fact, subject, values }: RuleFact,
  ground: FactGround,
): boolean {
  const { entities } = ground.bible;
  const stems = stemsOf(sentence.tokens.map(({ text }) => text).join(" "));
  const isNamed =
    mentions(stems, [fact.subject]) ||
    sentence.meant.some((other) => other !== undefined && means(other, subject, entities));
  return isNamed && (holdsWords(stems, fact.value) || holdsTyped(sentence, values));
}

function holdsWords(stems: readonly string[], value: string): boolean {
  if (mentions(stems, [value])) return true;
  const wanted = [...new Set(stemsOf(value))].filter((stem) => stem.length > 2);
  const own = new Set(stems);
  const held = wanted.filter((stem) => own.has(stem)).length;
  return wanted.length > 1 && held >= LEAST_OF_VALUE * wanted.length;
}

function holdsTyped({ tokens }: ReadSentence, values: RuleFact["values"]): boolean {
  return typedSpans(tokens).some((span) =>
    values.some((value) => compareValues(value, span.value) === "same"),
  );
}

/** Whether a person knows, learns or says what the sentence tells. */
function knows(
  person: Subject,
  { tokens, mentions: own, meant }: ReadSentence,
  ground: FactGround,
): boolean {
  const isQuoted = tokens.some(({ text }) => /^[“”"]$/.test(text));
  return own.some((mention, index) => {
    const subject = meant[index];
    if (subject === undefined || mention.possessive) return false;
    if (!means(subject, person, ground.bible.entities)) return false;
    if (SUPPOSED.test(tokens[mention.from - 1]?.lower ?? "")) return false;
    const after = verbAfter(tokens, mention.to);
    if (after !== undefined) return true;
    // “…,” said Signe.
    return isQuoted && TELLING.test(tokens[mention.from - 1]?.lower ?? "");
  });
}

/** Place of a verb of knowing or telling right after a person, unless it is denied. */
function verbAfter(tokens: ReadSentence["tokens"], from: number): number | undefined {
  for (let at = from; at < Math.min(tokens.length, from + MOST_BETWEEN); at++) {
    const { lower = "", kind } = tokens[at] ?? {};
    if (DENIED.test(lower)) return undefined;
    if (KNOWING.test(lower) || TELLING.test(lower)) return at;
    if (kind === "mark") return undefined;
  }
  return undefined;
}
