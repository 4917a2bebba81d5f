import type { RuleFact } from "../bible/rule-facts.ts";
import { holdsIn } from "../brief/story-time.ts";
import { mentionPlaces, mentions, stemsOf } from "../draft/mentions.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import type { ReadText } from "./claims.ts";
import type { FactGround } from "./fact-ground.ts";
import { means } from "./judge-claim.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { kindOfWord, wordsOfKind } from "./word-kinds.ts";

/**
 * Finds sentences that give a fact of the author's, whose value is a text, another value: one that the
 * brief gives elsewhere, or another word of the same kind (colours, materials, directions, days of the
 * week) beside the attribute. Severity 5.
 *
 * @param text - The text.
 * @param read - The text as rules read it.
 * @param ground - Where it stands, and what holds.
 * @returns Issues of type `fact`, their quote being the wrong value.
 */
export function checkTextFacts(
  text: string,
  read: ReadText,
  ground: FactGround,
): { readonly checked: number; readonly issues: OpenIssue[] } {
  const { rules } = ground.bible;
  const textual = rules.filter(({ values }) => values.length === 0);
  const here = textual.filter(
    ({
      fact: {
        span: [from, to],
        storyTime,
      },
    }) => holdsIn({ from, to, ...(storyTime === undefined ? {} : { during: storyTime }) }, ground),
  );
  const looked = here.flatMap((rule) => {
    const others = otherValues(rule, here, rules);
    return read.sentences.flatMap((sentence): { readonly issue?: OpenIssue }[] => {
      const stems = stemsOf(sentence.tokens.map((token) => token.text).join(" "));
      if (!isAbout(sentence, stems, { rule, ground })) return [];
      if (mentions(stems, [rule.fact.value])) return [{}];
      const wrong = wrongValue(sentence, stems, { rule, others, text });
      return wrong === undefined ? [] : [{ issue: issueOf(rule, wrong, ground.node) }];
    });
  });
  const issues = looked.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
  return { checked: looked.length, issues };
}

/** Whether a sentence names whom the fact is about. */
function isAbout(
  { meant }: ReadSentence,
  stems: readonly string[],
  { rule, ground }: { readonly rule: RuleFact; readonly ground: FactGround },
): boolean {
  const { entities } = ground.bible;
  if (mentions(stems, [rule.fact.subject])) return true;
  return meant.some((other) => other !== undefined && means(other, rule.subject, entities));
}

/** Values that the same attribute has at other places, or for others. */
function otherValues(
  { fact }: RuleFact,
  here: readonly RuleFact[],
  rules: readonly RuleFact[],
): string[] {
  const same = rules.filter((other) => other.fact.attribute === fact.attribute);
  const own = here
    .filter(
      (other) => other.fact.attribute === fact.attribute && other.fact.subject === fact.subject,
    )
    .map((other) => other.fact.value);
  return same.map((other) => other.fact.value).filter((value) => !own.includes(value));
}

interface Wrong {
  readonly text: string;
  readonly start: number;
}

interface Look {
  readonly rule: RuleFact;
  readonly others: readonly string[];
  readonly text: string;
}

function wrongValue(
  sentence: ReadSentence,
  stems: readonly string[],
  { rule: { fact }, others, text }: Look,
): Wrong | undefined {
  const { tokens, meant } = sentence;
  if (isDenied(tokens.map((token) => token.text))) return undefined;
  const hasAttribute = mentions(stems, [fact.attribute]);
  const other = hasAttribute ? others.find((value) => mentions(stems, [value])) : undefined;
  if (other !== undefined) return placed(other, sentence, text);
  if (!hasAttribute && !isKindNamed(fact.attribute, fact.value)) return undefined;
  const beside = otherOfKind(sentence, fact.value, new Set(stemsOf(fact.attribute)));
  if (beside !== undefined) return beside;
  // Of two subjects in a sentence, the word may be the other one's.
  const isAlone = new Set(meant.flatMap((each) => each?.words.join(" ") ?? [])).size <= 2;
  return isAlone ? otherOfKind(sentence, fact.value) : undefined;
}

function isDenied(words: readonly string[]): boolean {
  return words.some((word) =>
    /^(?:not|never|no|neither|nor|unlike|once|formerly|if|\?)$/i.test(word),
  );
}

/** `colour` is the name of a kind of words: there the attribute goes without saying. */
function isKindNamed(attribute: string, value: string): boolean {
  const kinds = stemsOf(value).flatMap((stem) => kindOfWord(stem) ?? []);
  return kinds.some((kind) => attribute.toLowerCase().split(/\W+/).includes(kind));
}

/** The only other word of the value's kind in a sentence; with nouns, one that stands right before them. */
function otherOfKind(
  { tokens }: ReadSentence,
  value: string,
  nouns?: ReadonlySet<string>,
): Wrong | undefined {
  const own = new Set(stemsOf(value));
  const kinds = [...new Set([...own].flatMap((stem) => kindOfWord(stem) ?? []))];
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return undefined;
  const found = tokens.filter(({ lower, kind: what }, at) => {
    if (what !== "word" || !wordsOfKind(kind).has(lower)) return false;
    if (stemsOf(lower).some((stem) => own.has(stem))) return false;
    const next = stemsOf(tokens[at + 1]?.lower ?? "")[0] ?? "";
    return nouns === undefined || nouns.has(next);
  });
  const [only] = found;
  return found.length > 1 ? undefined : only;
}

function placed(value: string, { tokens }: ReadSentence, text: string): Wrong | undefined {
  const start = tokens[0]?.start ?? 0;
  const sentence = text.slice(start, tokens.at(-1)?.end ?? start);
  const at = sentence.toLowerCase().indexOf(value.toLowerCase());
  if (at >= 0) return { text: sentence.slice(at, at + value.length), start: start + at };
  return mentionPlaces(stemsOf(sentence), [value]).length > 0
    ? { text: sentence, start }
    : undefined;
}

function issueOf({ fact }: RuleFact, { text, start }: Wrong, node: string): OpenIssue {
  return {
    type: "fact",
    severity: 5,
    message: `“${text}” contradicts what was laid down: ${fact.subject}, ${fact.attribute}: ${fact.value}.`,
    quotes: [{ node, text, start, end: start + text.length }],
    fact: `${fact.subject}/${fact.attribute}`,
  };
}
