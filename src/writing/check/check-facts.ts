import type { TypedValue, WritingFact } from "../../records/index.ts";
import type { RuleFact } from "../bible/rule-facts.ts";
import { holdsIn } from "../brief/story-time.ts";
import type { Stretch } from "../brief/stretches.ts";
import type { OpenIssue, TextQuote } from "../run/writing-state.ts";
import type { Claim } from "./claim.ts";
import { compareValues } from "./compare-values.ts";
import { checkAmounts, isAmount } from "./definite-amounts.ts";
import type { FactGround } from "./fact-ground.ts";
import { judgeClaim } from "./judge-claim.ts";
import { goTogether } from "./states.ts";
import type { Subject } from "./subjects.ts";

/** What the facts of a text were found to be. */
export interface FactCheck {
  /** Claims that there was something to compare with. */
  readonly checked: number;
  /** Contradictions. */
  readonly issues: readonly OpenIssue[];
  /** Claims that contradict nothing, to be kept. */
  readonly sound: readonly Claim[];
}

const AGAINST_AUTHOR = 5;
const AGAINST_TEXT = 4;

/**
 * Compares what a text says with what the author laid down, with what accepted texts say, and with
 * itself.
 *
 * @param text - The text.
 * @param claims - What it says.
 * @param ground - Where it stands, and what holds.
 * @returns What was compared, and every contradiction with its two quotes.
 */
export function checkFacts(text: string, claims: readonly Claim[], ground: FactGround): FactCheck {
  const rules = ground.bible.rules.filter(({ fact }) => holdsThere(fact, ground));
  const sound: Claim[] = [];
  const issues: OpenIssue[] = [];
  let checked = 0;
  for (const claim of claims) {
    if (isAmount(claim)) continue;
    const found =
      againstAuthor(claim, rules, ground) ?? againstTexts(claim, sound, { text, ground });
    if (found !== undefined) checked += 1;
    if (found?.issue === undefined) sound.push(claim);
    else issues.push(found.issue);
  }
  const amounts = checkAmounts(claims.filter(isAmount), ground);
  const known = new Set(issues.map(({ quotes }) => quotes?.[0]?.start));
  const others = amounts.issues.filter(({ quotes }) => !known.has(quotes?.[0]?.start));
  return {
    checked: checked + amounts.checked,
    issues: [...issues, ...others],
    sound: [...sound, ...amounts.sound],
  };
}

/** Whether a fact of the author's holds in a text. */
function holdsThere(
  { span: [from, to], storyTime }: WritingFact,
  ground: Pick<FactGround, "span" | "storyTime">,
): boolean {
  return holdsIn({ from, to, ...(storyTime === undefined ? {} : { during: storyTime }) }, ground);
}

interface Checking {
  readonly text: string;
  readonly ground: FactGround;
}

/** What came of one claim; absent if there was nothing to compare it with. */
interface Found {
  readonly issue?: OpenIssue;
}

function againstAuthor(
  claim: Claim,
  rules: readonly RuleFact[],
  ground: FactGround,
): Found | undefined {
  const { entities } = ground.bible;
  const judged = rules
    .map((rule) => ({ rule, ...judgeClaim(claim, rule, entities) }))
    .filter(({ verdict }) => verdict !== "unlike");
  if (judged.length === 0) return undefined;
  if (judged.some(({ verdict }) => verdict === "same")) return {};
  const [worst] = judged.toSorted((left, right) => right.support - left.support);
  if (worst === undefined || worst.rule.fact.waiver !== undefined) return {};
  const { fact } = worst.rule;
  return {
    issue: {
      type: typeOf(claim),
      severity: AGAINST_AUTHOR,
      message: `“${claim.value}” contradicts what was laid down: ${fact.subject}, ${fact.attribute}: ${fact.value}.`,
      quotes: [quoteOf(claim, ground.node)],
      fact: `${fact.subject}/${fact.attribute}`,
    },
  };
}

/**
 * A claim's value as a quote.
 *
 * @param claim - The claim.
 * @param node - Id of the leaf.
 * @returns The exact words, with their place.
 */
function quoteOf({ value, valueStart: start }: Claim, node: string): TextQuote {
  return { node, text: value, start, end: start + value.length };
}

function typeOf({ attribute, typed }: Claim): string {
  if (attribute === "age") return "age";
  if (attribute.startsWith("state")) return "status";
  if (attribute.startsWith("place")) return "place";
  if (typed.kind === "word") return "relation";
  if (typed.kind === "name") return attribute === "owner" ? "owner" : "name";
  if (typed.kind === "quantity") return typed.dimension === "duration" ? "duration" : "number";
  return typed.kind;
}

/** A statement of another place: of an accepted leaf, or earlier in the same text. */
interface Statement {
  readonly claim: Pick<Claim, "attribute" | "typed" | "scope" | "value">;
  readonly quote: TextQuote;
  readonly at: number;
  readonly fact?: WritingFact;
}

function againstTexts(
  claim: Claim,
  earlier: readonly Claim[],
  { text, ground }: Checking,
): Found | undefined {
  const { subject } = claim;
  if (!claim.lasting || (subject === undefined && !isTelling(claim))) return undefined;
  const at = placeOf(claim, text, ground.span);
  const named =
    subject === undefined
      ? []
      : [...fromBook(claim, subject, ground), ...fromText(claim, earlier, { text, ground })];
  const statements = [...named, ...withoutSubject(claim, earlier, { text, ground })].filter(
    (statement) => sameScope(statement.claim.scope, claim.scope),
  );
  const judged = statements
    .map((statement) => ({ statement, verdict: verdictOf(statement, claim, at) }))
    .filter(({ verdict }) => verdict !== "unlike");
  if (judged.length === 0) return undefined;
  if (judged.some(({ verdict }) => verdict === "same")) return {};
  const open = judged.find(
    ({ statement }) =>
      subject === undefined || !isChanged(statement, { claim, subject, at, ground }),
  );
  if (open === undefined) return {};
  const { quote, fact } = open.statement;
  return {
    issue: {
      type: typeOf(claim),
      severity: AGAINST_TEXT,
      message: `“${claim.value}” contradicts “${quote.text}”: ${subject === undefined ? "" : `${subject.text}, `}${claim.attribute}.`,
      quotes: [quoteOf(claim, ground.node), quote],
      ...(fact === undefined ? {} : { fact: fact.id }),
    },
  };
}

/**
 * Where a claim stands in the document.
 *
 * @param claim - The claim.
 * @param text - Its text.
 * @param span - Stretch of the text, 0–1.
 * @returns The place, 0–1.
 */
export function placeOf({ start }: Pick<Claim, "start">, text: string, span: Stretch): number {
  return span[0] + ((span[1] - span[0]) * start) / Math.max(1, text.length);
}

function fromBook(claim: Claim, subject: Subject, ground: FactGround): Statement[] {
  const { bible } = ground;
  const known = bible.entities.find(subject);
  const subjects = known === undefined ? [subject] : known.names;
  return asStatements(
    subjects.flatMap((each) => bible.book.about(each, claim.attribute)),
    ground,
  );
}

function asStatements(facts: readonly WritingFact[], { bible, node }: FactGround): Statement[] {
  return facts.flatMap((fact) => {
    const { typed, evidence, scope = [], attribute, value } = fact;
    if (typed === undefined || evidence === undefined || evidence.node === node) return [];
    if (!bible.counts(evidence.node) || fact.waiver !== undefined) return [];
    const start = evidence.start + Math.max(0, evidence.quote.indexOf(value));
    return [
      {
        claim: { attribute, typed, scope, value },
        quote: { node: evidence.node, text: value, start, end: start + value.length },
        at: fact.span[0],
        fact,
      },
    ];
  });
}

function fromText(
  claim: Claim,
  earlier: readonly Claim[],
  { text, ground }: Checking,
): Statement[] {
  const { node, span, bible } = ground;
  const name = (subject: Subject | undefined): string =>
    subject === undefined ? "" : (bible.entities.find(subject)?.subject ?? subject).words.join(" ");
  const own = name(claim.subject);
  return earlier
    .filter((other) => other.lasting && other.attribute === claim.attribute)
    .filter((other) => name(other.subject) === own)
    .map((other) => ({
      claim: other,
      quote: quoteOf(other, node),
      at: placeOf(other, text, span),
    }));
}

/** Fewest of something that need no owner to be told from others. */
const TELLING_COUNT = 13;
const COMMON_EVENTS =
  /: (?:bear|die|arrive|leave|return|join|happen|begin|end|move|buy|sell|open|close|sign|begin|appoint|publish|adopt|elect|install|win|register|retire|found|build|launch)$/;

/**
 * Tells whether a claim says enough to be compared although it does not say whose it is: "the 47 clocks".
 *
 * @param claim - The claim.
 * @returns Whether it does.
 */
export function isTelling({ typed, attribute, lasting }: Claim): boolean {
  if (!lasting) return false;
  if (typed.kind === "quantity") {
    return (
      typed.dimension === "count" && typed.amount >= TELLING_COUNT && typed.bound === undefined
    );
  }
  if (attribute === "date: marry" || attribute === "place: marry") return true;
  if (typed.kind !== "date" || COMMON_EVENTS.test(attribute)) return false;
  return typed.year !== undefined || typed.day !== undefined;
}

/** Statements about the same that do not say whose it is; or all, if this one does not say so. */
function withoutSubject(
  claim: Claim,
  earlier: readonly Claim[],
  { text, ground }: Checking,
): Statement[] {
  const isOpen = claim.subject === undefined;
  const facts = ground.bible.book
    .withAttribute(claim.attribute)
    .filter(({ subject }) => isOpen || subject === "");
  const own = earlier
    .filter((other) => other.lasting && other.attribute === claim.attribute)
    .filter((other) => (isOpen ? other.subject !== undefined : false) || isTellingOpen(other))
    .map((other) => ({
      claim: other,
      quote: quoteOf(other, ground.node),
      at: placeOf(other, text, ground.span),
    }));
  const statements = [...asStatements(facts, ground), ...own];
  const [first] = statements;
  // Where two values are known already, nothing tells which of them is meant.
  const isUnique = statements.every(
    (other) =>
      first === undefined || compareValues(first.claim.typed, other.claim.typed) === "same",
  );
  return isUnique ? statements.filter((other) => isOfOneSize(other.claim.typed, claim.typed)) : [];
}

/** Counts that are far apart count different things. */
const MOST_APART = 4;

function isOfOneSize(left: TypedValue, right: TypedValue): boolean {
  if (left.kind !== "quantity" || right.kind !== "quantity") return true;
  const [least, most] = [Math.min(left.amount, right.amount), Math.max(left.amount, right.amount)];
  return most <= MOST_APART * least;
}

function isTellingOpen(claim: Claim): boolean {
  return claim.subject === undefined && isTelling(claim);
}

/** Verbs of having: "carries 83 passengers" and "with 83 passengers" say the same. */
const HOLDING: ReadonlySet<string> = new Set(
  "carry hold seat employ contain hous feed climb hear hang count".split(" "),
);

function sameScope(left: readonly string[], right: readonly string[]): boolean {
  const [one, other] = [left, right].map((scope) => scope.filter((part) => !part.startsWith("~")));
  if (one?.join("|") !== other?.join("|")) return false;
  const verbs = [left, right].map((scope) => scope.find((part) => part.startsWith("~")));
  if (verbs[0] === verbs[1]) return true;
  const known = verbs[0] ?? verbs[1] ?? "";
  return verbs.includes(undefined) && HOLDING.has(known.slice(1));
}

function verdictOf(
  statement: Statement,
  claim: Claim,
  at: number,
): "same" | "different" | "unlike" {
  const [one, other] = [statement.claim.typed, claim.typed];
  if (one.kind !== "word" || other.kind !== "word") return compareValues(one, other);
  if (claim.attribute.startsWith("relation")) {
    return goTogether(one.word, other.word) ? "same" : "different";
  }
  if (claim.attribute !== "state: life" || one.word === other.word) {
    return compareValues(one, other);
  }
  // Who was alive may be dead later.
  const first = statement.at <= at ? one : other;
  return first.word === "dead" ? "different" : "unlike";
}

interface ChangeGround {
  readonly claim: Claim;
  readonly subject: Subject;
  readonly at: number;
  readonly ground: FactGround;
}

/** Whether something between two statements made the one state into the other. */
function isChanged(statement: Statement, { claim, subject, at, ground }: ChangeGround): boolean {
  if (!claim.attribute.startsWith("state: ") || claim.attribute === "state: life") return false;
  const change = claim.attribute.replace("state", "change");
  const [from, to] = [Math.min(statement.at, at), Math.max(statement.at, at)];
  return ground.bible.book
    .about(subject, change)
    .some(({ span }) => span[0] >= from && span[0] <= to);
}
