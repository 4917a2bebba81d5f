import type { WritingFact } from "../../records/index.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import type { ReadText } from "./claims.ts";
import type { FactGround } from "./fact-ground.ts";
import { comparableWord, EVENT_NOUNS, FUNCTION_WORDS, verbOf } from "./lexicon.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Something that happens. */
export interface EventPhrase {
  /** As it is written. */
  readonly text: string;
  /** Its words, as they are compared. */
  readonly words: ReadonlySet<string>;
}

/** What a text says about which of two events came first. */
export interface OrderStatement {
  /** What came first. */
  readonly first: EventPhrase;
  /** What came after it. */
  readonly second: EventPhrase;
  /** The word that says so. */
  readonly token: Token;
  /** The clause around it, as it stands. */
  readonly quote: string;
  /** Where that begins. */
  readonly start: number;
}

/**
 * What a text says about the order of events, with `before` and `after`.
 *
 * @param read - The text.
 * @returns The statements, in order.
 */
function orderStatements({ sentences }: ReadText): OrderStatement[] {
  return sentences.flatMap((sentence) =>
    sentence.tokens.flatMap((token, at) => {
      if (!/^(?:before|after)$/.test(token.lower)) return [];
      return statementAt(sentence, at) ?? [];
    }),
  );
}

function statementAt({ tokens }: ReadSentence, at: number): OrderStatement | undefined {
  const word = tokens[at] as Token;
  const isFronted = at === 0 || tokens[at - 1]?.kind === "mark";
  const end = markAfter(tokens, at + 1);
  const near = tokens.slice(at + 1, end);
  const far = isFronted
    ? tokens.slice(end + 1, markAfter(tokens, end + 1))
    : tokens.slice(markBefore(tokens, at) + 1, at);
  // "in as full a manner before as after" states no order.
  const others = [...far, ...near].map(({ lower }) => lower);
  if (others.some((each) => /^(?:before|after|as)$/.test(each))) return undefined;
  if (far.some(({ lower }) => /^(?:not|never|if)$|n't$/.test(lower))) return undefined;
  const [one, other] = [eventOf(far), eventOf(near)];
  if (one === undefined || other === undefined) return undefined;
  const [first, second] = word.lower === "before" ? [one, other] : [other, one];
  const all = [...far, word, ...near].toSorted((left, right) => left.start - right.start);
  const start = (all[0] as Token).start;
  return { first, second, token: word, quote: quoteOf(all), start };
}

function quoteOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}

function markAfter(tokens: readonly Token[], at: number): number {
  let place = at;
  while (place < tokens.length && !/^[,;:.!?—–()“”"]$/.test(tokens[place]?.text ?? "")) place += 1;
  return place;
}

function markBefore(tokens: readonly Token[], at: number): number {
  let place = at - 1;
  while (place >= 0 && !/^[,;:.!?—–()“”"]$/.test(tokens[place]?.text ?? "")) place -= 1;
  return place;
}

const LIGHT: ReadonlySet<string> = new Set(
  "be have even ever first last soon long shortly finally again day hour minute week month year time moment".split(
    " ",
  ),
);

/** Past forms of verbs that say what happened, beside those that end in -ed. */
const PAST: ReadonlySet<string> = new Set(
  "broke broken spoke woke rang sang flew flown drove driven threw thrown tore torn fled fought taught caught chose chosen froze frozen stole stolen swore sworn hid hidden rode ridden shook shaken struck swept slept went got put set cut hit hurt shut split".split(
    " ",
  ),
);

function eventOf(tokens: readonly Token[]): EventPhrase | undefined {
  const isEvent = tokens.some(
    ({ lower }) => EVENT_NOUNS.has(lower) || PAST.has(lower) || !LIGHT.has(verbOf(lower) ?? "be"),
  );
  const words = eventWords(tokens);
  if (!isEvent || words.size === 0) return undefined;
  return { text: quoteOf(tokens), words };
}

function eventWords(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens
      .filter(({ kind, lower }) => kind === "word" && !FUNCTION_WORDS.has(lower))
      .map(({ lower }) => comparableWord(lower))
      .filter((word) => !LIGHT.has(word)),
  );
}

/** Two events of which one is known to come first. */
export interface KnownOrder {
  /** What comes first. */
  readonly first: ReadonlySet<string>;
  /** What comes after it. */
  readonly second: ReadonlySet<string>;
  /** The fact that says so. */
  readonly fact: WritingFact;
}

const FIRST = /^(?:before|precedes|comes before|happens before|causes|leads to)$/;
const SECOND = /^(?:after|follows|comes after|happens after|caused by)$/;

/**
 * Orders that facts lay down by `before`, `after`, `causes` and the like.
 *
 * @param facts - The facts.
 * @returns The orders.
 */
function knownOrders(facts: readonly WritingFact[]): KnownOrder[] {
  return facts.flatMap((fact) => {
    const attribute = fact.attribute.toLowerCase();
    const [subject, value] = [fact.subject, fact.value].map((text) => eventWords(tokensOf(text)));
    if (subject === undefined || value === undefined) return [];
    if (FIRST.test(attribute)) return [{ first: subject, second: value, fact }];
    return SECOND.test(attribute) ? [{ first: value, second: subject, fact }] : [];
  });
}

/** Share of an event's words by which another text means the same one. */
const LEAST_SHARED = 0.75;

function isSameEvent(known: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const shared = [...known].filter((word) => words.has(word)).length;
  if (known.size > 0 && shared / known.size >= LEAST_SHARED) return true;
  // The shorter telling of an event holds who and what.
  return shared > 1 && shared === words.size;
}

/** What became of the orders that a text states. */
export interface OrderCheck {
  /** Statements that there was something to compare with. */
  readonly checked: number;
  /** Contradictions. */
  readonly issues: readonly OpenIssue[];
  /** Statements that contradict nothing. */
  readonly sound: readonly OrderStatement[];
}

/**
 * Compares the order of events in a text with what is known about it.
 *
 * @param read - The text.
 * @param ground - Where it stands, and what holds.
 * @returns What was compared, and contradictions with both quotes.
 */
export function checkOrder(read: ReadText, ground: FactGround): OrderCheck {
  const { rules, book, counts } = ground.bible;
  const known = [
    ...knownOrders(rules.map(({ fact }) => fact)),
    ...knownOrders(
      book
        .withAttribute("before")
        .filter(({ evidence }) => evidence?.node !== ground.node && counts(evidence?.node ?? "")),
    ),
  ];
  const issues: OpenIssue[] = [];
  const sound: OrderStatement[] = [];
  let checked = 0;
  for (const statement of orderStatements(read)) {
    const own = sound.map((earlier) => asKnown(earlier, ground.node));
    const met = [...known, ...own].flatMap((order) => meeting(statement, order) ?? []);
    if (met.length > 0) checked += 1;
    const against = met.find(({ agrees }) => !agrees);
    if (against === undefined) sound.push(statement);
    else issues.push(orderIssue(statement, against.order.fact, ground.node));
  }
  return { checked, issues, sound };
}

function meeting(
  { first, second }: OrderStatement,
  order: KnownOrder,
): { readonly order: KnownOrder; readonly agrees: boolean } | undefined {
  if (isSameEvent(order.first, first.words) && isSameEvent(order.second, second.words)) {
    return { order, agrees: true };
  }
  const isTurned = isSameEvent(order.first, second.words) && isSameEvent(order.second, first.words);
  return isTurned ? { order, agrees: false } : undefined;
}

function asKnown(statement: OrderStatement, node: string): KnownOrder {
  return {
    first: statement.first.words,
    second: statement.second.words,
    fact: orderFact(statement, node),
  };
}

/**
 * A stated order as a fact.
 *
 * @param statement - The statement.
 * @param node - Id of the leaf.
 * @returns The fact, without a name of its own.
 */
export function orderFact(
  { first, second, quote, start }: OrderStatement,
  node: string,
): WritingFact {
  return {
    id: "",
    subject: first.text,
    attribute: "before",
    value: second.text,
    span: [0, 1],
    evidence: { node, quote, start },
    origin: "text",
    locked: false,
    state: "proposed",
  };
}

function orderIssue({ token }: OrderStatement, fact: WritingFact, node: string): OpenIssue {
  const { evidence, origin } = fact;
  const isAuthor = origin === "author";
  const said = isAuthor ? `${fact.subject} ${fact.attribute} ${fact.value}` : evidence?.quote;
  return {
    type: "order",
    severity: isAuthor ? 5 : 2,
    message: `“${token.text}” turns the order of events round: ${said ?? ""}.`,
    quotes: [
      { node, text: token.text, start: token.start, end: token.end },
      ...(evidence === undefined
        ? []
        : [
            {
              node: evidence.node,
              text: evidence.quote,
              start: evidence.start,
              end: evidence.start + evidence.quote.length,
            },
          ]),
    ],
    ...(isAuthor ? { fact: `${fact.subject}/${fact.attribute}` } : {}),
  };
}
