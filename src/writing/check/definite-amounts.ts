import type { QuantityValue, TypedValue } from "../../records/index.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import type { Claim } from "./claim.ts";
import { compareValues } from "./compare-values.ts";
import type { FactGround } from "./fact-ground.ts";
import { comparableWord, FUNCTION_WORDS, OTHER_VERBS, verbOf } from "./lexicon.ts";
import { type Token, tokensOf } from "./tokens.ts";
import type { TypedSpan } from "./typed-spans.ts";

/** Beginning of the attributes of amounts that are known by what is counted alone. */
const AMOUNT = "amount: ";
const DETERMINERS: ReadonlySet<string> = new Set(
  "the his her its their our my these those all".split(" "),
);
const AFTER =
  /^(?:and|or|but|only|now|still|never|alone|together|is|was|were|are|has|had|have|will|would|can|could|may|might|must|did|does|do|who|so)$/;
/** Least count that is told of one thing only. */
const LEAST_TELLING = 13;
/** Counts that are further apart count different things. */
const MOST_APART = 4;
const AGAINST_TEXT = 4;

/**
 * The attribute under which an amount is kept by what is counted or measured alone.
 *
 * @param value - A value.
 * @returns The attribute; `undefined` for values that are no exact count, price or length.
 */
export function amountAttribute(value: TypedValue): string | undefined {
  if (value.kind !== "quantity" || value.bound !== undefined) return undefined;
  const { dimension, unit } = value;
  const isKept = /^(?:count|length|weight|area|volume|money)\b/.test(dimension);
  return isKept ? `${AMOUNT}${dimension}/${dimension === "count" ? unit : ""}` : undefined;
}

/**
 * Tells whether a claim is such an amount.
 *
 * @param claim - The claim.
 * @returns Whether it is compared as one.
 */
export function isAmount({ attribute }: Pick<Claim, "attribute">): boolean {
  return attribute.startsWith(AMOUNT);
}

/**
 * Tells how an amount takes up one that was told before: "the forty houses", "his three apprentices".
 *
 * @param tokens - Tokens of the sentence.
 * @param span - The amount.
 * @returns `alone`, or `told apart` where words follow that may tell it from others; `undefined` for an amount
 *   that may be told for the first time.
 */
export function takenUpBy(
  tokens: readonly Token[],
  { from, to, partial }: TypedSpan,
): Claim["takenUp"] {
  if (partial || !DETERMINERS.has(tokens[from - 1]?.lower ?? "")) return undefined;
  return isAlone(tokens[to]) ? "alone" : "told apart";
}

function isAlone(next: Token | undefined): boolean {
  if (next === undefined) return true;
  if (next.kind === "mark") return !/^[-–%(]$/.test(next.text);
  const { lower } = next;
  return (
    AFTER.test(lower) ||
    OTHER_VERBS.has(lower) ||
    (verbOf(lower) !== undefined && !FUNCTION_WORDS.has(lower))
  );
}

/** An amount that was told elsewhere. */
interface Told {
  readonly typed: QuantityValue;
  readonly words: ReadonlySet<string>;
  readonly quote: { readonly node: string; readonly text: string; readonly start: number };
}

/** What came of amounts. */
export interface AmountCheck {
  /** Amounts that take up others. */
  readonly checked: number;
  /** Those that differ from what they take up. */
  readonly issues: readonly OpenIssue[];
  /** Amounts to be kept. */
  readonly sound: readonly Claim[];
}

/**
 * Compares amounts with earlier ones of the same things that they take up, or that are told in a like clause.
 * An amount that stands earlier with the same value is right, whatever others there are.
 *
 * @param claims - Amounts of a text.
 * @param ground - Where it stands, and what holds.
 * @returns What was compared, and contradictions.
 */
export function checkAmounts(claims: readonly Claim[], ground: FactGround): AmountCheck {
  const sound: Claim[] = [];
  const issues: OpenIssue[] = [];
  let checked = 0;
  for (const claim of claims) {
    const found = against(claim, sound, ground);
    if (found !== undefined) checked += 1;
    if (found?.issue === undefined) sound.push(claim);
    else issues.push(found.issue);
  }
  return { checked, issues, sound };
}

function against(
  claim: Claim,
  earlier: readonly Claim[],
  ground: FactGround,
): { readonly issue?: OpenIssue } | undefined {
  const { typed } = claim;
  const told = [...toldInBook(claim, ground), ...toldHere(claim, earlier, ground)];
  if (typed.kind !== "quantity" || told.length === 0) return undefined;
  const verdicts = told.map((other) => compareValues(other.typed, typed));
  const isLaidDown = ground.bible.rules.some(({ values }) =>
    values.some((value) => value.kind === "quantity" && value.amount === typed.amount),
  );
  if (verdicts.includes("same") || isLaidDown) return {};
  const meant = meantBy(claim, told);
  if (meant === undefined || compareValues(meant.typed, typed) !== "different") return undefined;
  const { valueStart: start, value } = claim;
  const { quote } = meant;
  return {
    issue: {
      type: "number",
      severity: AGAINST_TEXT,
      message: `“${value}” takes up “${quote.text}”, which is another amount.`,
      quotes: [
        { node: ground.node, text: value, start, end: start + value.length },
        { ...quote, end: quote.start + quote.text.length },
      ],
    },
  };
}

function toldInBook({ attribute }: Claim, { bible, node }: FactGround): Told[] {
  return bible.book.withAttribute(attribute).flatMap(({ typed, evidence, value, waiver }) => {
    if (typed?.kind !== "quantity" || evidence === undefined || evidence.node === node) return [];
    if (!bible.counts(evidence.node) || waiver !== undefined) return [];
    const start = evidence.start + Math.max(0, evidence.quote.indexOf(value));
    const quote = { node: evidence.node, text: value, start };
    return [{ typed, words: quoteWords(evidence), quote }];
  });
}

/** A quotation is compared with amounts of every later part: read anew each time, a long document takes a square of time. */
const wordsOfQuotes = new WeakMap<{ readonly quote: string }, ReadonlySet<string>>();

function quoteWords(evidence: { readonly quote: string }): ReadonlySet<string> {
  const known = wordsOfQuotes.get(evidence);
  if (known !== undefined) return known;
  const words = wordsOf(evidence.quote);
  wordsOfQuotes.set(evidence, words);
  return words;
}

function toldHere({ attribute }: Claim, earlier: readonly Claim[], { node }: FactGround): Told[] {
  return earlier
    .filter((other) => other.attribute === attribute)
    .flatMap(({ typed, value, valueStart: start, frame }) =>
      typed.kind === "quantity"
        ? [{ typed, words: frame, quote: { node, text: value, start } }]
        : [],
    );
}

function wordsOf(text: string): Set<string> {
  return new Set(
    tokensOf(text)
      .filter(({ kind, lower }) => kind === "word" && !FUNCTION_WORDS.has(lower))
      .map(({ lower }) => comparableWord(lower)),
  );
}

/**
 * Which earlier amount is meant: the one whose clause shares most words with this one, its unit aside. How many
 * they have to share depends on how the amount is told; between amounts that share as much nothing decides.
 */
function meantBy(claim: Claim, told: readonly Told[]): Told | undefined {
  const { typed, takenUp, frame, value } = claim;
  if (typed.kind !== "quantity") return undefined;
  const isCount = typed.dimension === "count";
  // The first telling of something is no amount taken up: there, clauses have to be alike.
  if (takenUp === undefined && (!isCount || typed.amount < LEAST_TELLING)) return undefined;
  const unit = new Set([...wordsOf(value), typed.unit]);
  const own = [...frame].filter((word) => !unit.has(word) && !/^\d/.test(word));
  const shared = (other: Told): number => own.filter((word) => other.words.has(word)).length;
  const most = Math.max(...told.map(shared));
  const best = told.filter((other) => shared(other) === most);
  const [first] = best;
  const isOne = best.every(({ typed: other }) => other.amount === first?.typed.amount);
  if (first === undefined || !isOne || most < leastShared(claim, told)) return undefined;
  return isCount && !isNear(typed, first.typed) ? undefined : first;
}

function leastShared({ takenUp, typed }: Claim, told: readonly Told[]): number {
  if (takenUp === undefined) return 2;
  if (takenUp === "told apart") return 1;
  const isCount = typed.kind === "quantity" && typed.dimension === "count";
  return isCount || told.length === 1 ? 0 : 1;
}

function isNear({ amount }: QuantityValue, other: QuantityValue): boolean {
  return Math.max(amount, other.amount) <= MOST_APART * Math.min(amount, other.amount);
}
