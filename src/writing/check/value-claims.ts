import type { TypedValue } from "../../records/index.ts";
import type { Claim } from "./claim.ts";
import { clauseSubject, type TokenSpan, verbNear } from "./clauses.ts";
import { amountAttribute, takenUpBy } from "./definite-amounts.ts";
import { ownedThing } from "./discourse.ts";
import {
  ATTRIBUTE_NOUNS,
  comparableWord,
  EVENT_NOUNS,
  FUNCTION_WORDS,
  SCOPE_WORDS,
  verbOf,
} from "./lexicon.ts";
import type { Mention } from "./noun-phrases.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { Subject } from "./subjects.ts";
import type { Token } from "./tokens.ts";
import { type TypedSpan, typedSpans } from "./typed-spans.ts";

/**
 * What a sentence says about dates, times, ages and amounts.
 *
 * @param sentence - The sentence.
 * @returns Its claims.
 */
export function valueClaims(sentence: ReadSentence): Claim[] {
  if (sentence.tokens.at(-1)?.text === "?") return [];
  const spans = typedSpans(sentence.tokens);
  return spans.flatMap((span) => [
    ...[valueClaim(span, spans, sentence)].filter((claim) => claim !== undefined),
    ...amountClaim(span, sentence),
  ]);
}

/** The same amount by what is counted alone: what takes it up may tell no more. */
function amountClaim(span: TypedSpan, sentence: ReadSentence): Claim[] {
  const attribute = amountAttribute(span.value);
  const isYear = /^(?:1\d|20)\d\d$/.test(sentence.tokens[span.from]?.text ?? "");
  if (attribute === undefined || span.partial || isYear) return [];
  const takenUp = takenUpBy(sentence.tokens, span);
  return [
    sentence.claim({
      attribute,
      typed: span.value,
      span,
      ...(takenUp === undefined ? {} : { takenUp }),
    }),
  ];
}

function valueClaim(
  span: TypedSpan,
  spans: readonly TypedSpan[],
  sentence: ReadSentence,
): Claim | undefined {
  const own = sentence.clauses.find(({ from, to }) => span.from >= from && span.from < to);
  if (own === undefined) return undefined;
  const clause = whenClause(span, own, sentence) ?? own;
  const found = { span, clause, sentence };
  const about = asEvent(aboutWhat(found), found);
  const verb = about.verb ?? verbNear(sentence.tokens, clause, span)?.verb;
  const attribute = attributeOf(span, about, verb);
  const around = scopeOf(found, { spans, verb, subject: about.subject });
  const scope = span.partial ? [...around, "part"] : around;
  const isOwned = about.owned === true && !span.partial;
  return sentence.claim({
    ...(about.subject === undefined ? {} : { subject: about.subject }),
    attribute,
    typed: span.value,
    span,
    clause,
    scope: isOwned ? [] : scope,
    lasting:
      about.subject?.head.length !== 1 &&
      isKnownEvent(span.value, attribute, about.subject) &&
      !span.partial &&
      isLasting(span.value, attribute) &&
      isWhole(span, sentence),
  });
}

/** "In 1894, when the mill was founded": the date is that of the clause after it. */
function whenClause(
  { value, to }: TypedSpan,
  own: TokenSpan,
  { tokens, clauses }: ReadSentence,
): TokenSpan | undefined {
  const next = clauses[clauses.indexOf(own) + 1];
  if (value.kind !== "date" || next === undefined || tokens[next.from]?.lower !== "when") {
    return undefined;
  }
  return tokens.slice(to, own.to).every(({ kind }) => kind === "mark") ? next : undefined;
}

/** "Two minutes slow", "two minutes later" tell of no stretch of time that something takes. */
function isWhole({ value, from }: TypedSpan, { tokens }: ReadSentence): boolean {
  if (value.kind !== "quantity" || value.dimension !== "duration") return true;
  const before = tokens[from - 1]?.lower ?? "";
  const verb = verbOf(before) ?? "";
  return before === "for" || /^(?:last|take|cost|wait|of)$/.test(verb) || BOUND_WORDS.has(before);
}

const BOUND_WORDS: ReadonlySet<string> = new Set([
  "about",
  "nearly",
  "almost",
  "over",
  "than",
  "least",
]);

interface FoundSpan {
  readonly span: TypedSpan;
  readonly clause: TokenSpan;
  readonly sentence: ReadSentence;
}

interface About {
  readonly subject?: Subject;
  /** Noun of the property: `height` in "the height of the tower". */
  readonly noun?: string;
  /** Whether it is told as a thing's own: "the 112 steps of the tower". */
  readonly owned?: boolean;
  /** Verb of the event: `open` in "the opening of the bridge". */
  readonly verb?: string;
}

function aboutWhat({ span, clause, sentence }: FoundSpan): About {
  const { tokens, mentions } = sentence;
  const event = eventBefore(span, sentence);
  if (event !== undefined) return event;
  const owner = ownerOf(span, sentence);
  if (owner !== undefined) return { subject: owner, owned: true };
  const mention = apposition(span, mentions, tokens) ?? clauseSubject(tokens, clause, mentions);
  return mention === undefined ? carriedOver(clause, sentence) : meaningOf(mention, sentence);
}

/** "The wreck happened on …" tells when something was wrecked. */
function asEvent(about: About, { span, clause, sentence }: FoundSpan): About {
  if (span.value.kind !== "date" || about.verb !== undefined) return about;
  const noun = about.subject?.text.split(" ").at(-1) ?? "";
  const event = EVENT_NOUNS.has(noun) ? verbOf(noun) : undefined;
  const verb = verbNear(sentence.tokens, clause, span)?.verb;
  return event === undefined || happening(verb) !== "happen" ? about : { verb: event };
}

/** A clause without a subject of its own goes on about that of the one before it. */
function carriedOver(clause: TokenSpan, sentence: ReadSentence): About {
  const place = sentence.clauses.indexOf(clause);
  const before = sentence.clauses[place - 1];
  if (before === undefined) return {};
  const mention = clauseSubject(sentence.tokens, before, sentence.mentions);
  return mention === undefined ? {} : meaningOf(mention, sentence);
}

/** What a noun phrase is about: "the height of the tower" is about the tower. */
function meaningOf(mention: Mention, sentence: ReadSentence): About {
  const { tokens, mentions } = sentence;
  const subject = sentence.resolve(mention);
  if (mention.possessive) return possessed(mention, subject, sentence);
  const { head } = mention.subject;
  const noun = tokens[mention.to - 1]?.lower ?? "";
  const of = tokens[mention.to]?.lower === "of";
  const next = mentions.find(({ from }) => from === mention.to + 1);
  const whose = of && next !== undefined ? sentence.resolve(next) : undefined;
  if (ATTRIBUTE_NOUNS.has(noun)) {
    return { ...(whose === undefined ? {} : { subject: whose }), noun };
  }
  const verb = EVENT_NOUNS.has(noun) ? verbOf(noun) : undefined;
  if (verb !== undefined && whose !== undefined && head !== "") return { subject: whose, verb };
  return subject === undefined ? {} : { subject };
}

/** "Marit's age" is about Marit, "Marit's boat" about the boat. */
function possessed({ to }: Mention, owner: Subject | undefined, { tokens }: ReadSentence): About {
  const noun = tokens[to + 1]?.lower ?? "";
  if (owner === undefined || FUNCTION_WORDS.has(noun)) return {};
  if (ATTRIBUTE_NOUNS.has(noun)) return { subject: owner, noun };
  const verb = EVENT_NOUNS.has(noun) ? verbOf(noun) : undefined;
  return verb === undefined ? { subject: ownedThing(owner, noun) } : { subject: owner, verb };
}

/** "the storm of 9 March", "the sale of the ferry on 9 March". */
function eventBefore(span: TypedSpan, sentence: ReadSentence): About | undefined {
  const { value, from } = span;
  if (value.kind !== "date" || (value.day === undefined && value.weekday === undefined)) {
    return undefined;
  }
  const { tokens, mentions } = sentence;
  const before = mentions.filter(({ to }) => to <= from);
  const last = before.at(-1);
  if (last === undefined || !isLinked(tokens.slice(last.to, from))) return undefined;
  if (EVENT_NOUNS.has(tokens[last.to - 1]?.lower ?? "")) {
    const subject = sentence.resolve(last);
    return subject === undefined ? undefined : { subject, verb: "happen" };
  }
  return eventOfThing(before, sentence);
}

function isLinked(between: readonly Token[]): boolean {
  return between.length > 0 && between.every(({ lower }) => /^(?:of|on|the)$/.test(lower));
}

/** "the sale of the ferry on 9 March" */
function eventOfThing(before: readonly Mention[], sentence: ReadSentence): About | undefined {
  const { tokens } = sentence;
  const [event, last] = before.slice(-2);
  if (last === undefined) return undefined;
  const isOf = event !== undefined && last.from === event.to + 1;
  if (!isOf || tokens[event.to]?.lower !== "of") return undefined;
  const about = meaningOf(event, sentence);
  return about.verb === undefined ? undefined : about;
}

/** "the 112 steps of the lighthouse", "its seven windows". */
function ownerOf({ value, from, to }: TypedSpan, sentence: ReadSentence): Subject | undefined {
  if (value.kind !== "quantity" || value.dimension !== "count") return undefined;
  const { tokens, mentions } = sentence;
  const before = tokens[from - 1]?.lower ?? "";
  const isOf = tokens[to]?.lower === "of" && before === "the";
  const after = isOf ? mentions.find((mention) => mention.from === to + 1) : undefined;
  if (after !== undefined) return sentence.resolve(after);
  if (before === "whose" || before === "'s") {
    const owner = mentions.filter((mention) => mention.to < from).at(-1);
    return owner === undefined ? undefined : sentence.resolve(owner);
  }
  return /^(?:its|her|his)$/.test(before) ? sentence.owner(before, from - 1) : undefined;
}

/** "Signe, thirty-four, …", "Marit, a woman of fifty-eight, …", "the pier, 31 metres long, …". */
function apposition(
  { from, value }: TypedSpan,
  mentions: readonly Mention[],
  tokens: ReadSentence["tokens"],
): Mention | undefined {
  if (value.kind !== "quantity" || value.dimension === "count") return undefined;
  // "a wheel of 5.2 metres", "its reading room 18 metres long"
  const beside = mentions.find(
    (mention) =>
      mention.kind === "thing" &&
      (mention.to === from || (mention.to === from - 1 && tokens[mention.to]?.lower === "of")),
  );
  const isMeasured = /^(?:length|weight|area|volume)$/.test(value.dimension);
  if (
    isMeasured &&
    beside !== undefined &&
    !ATTRIBUTE_NOUNS.has(tokens[beside.to - 1]?.lower ?? "")
  ) {
    return beside;
  }
  const person = mentions.find((mention) => mention.to === from - 1 && mention.kind === "thing");
  const place = person !== undefined && !person.definite ? person.from : from;
  if (tokens[place - 1]?.text !== ",") return undefined;
  return mentions.find((mention) => mention.to === place - 1 && mention.kind !== "pronoun");
}

function attributeOf(
  { value, about }: TypedSpan,
  { noun }: About,
  verb: string | undefined,
): string {
  switch (value.kind) {
    case "date":
    case "time":
      return `${value.kind}: ${happening(verb)}`;
    case "quantity":
      if (value.dimension === "age") return "age";
      if (value.dimension === "count") return `count: ${value.unit}`;
      if (value.dimension === "label") return `label: ${value.unit}`;
      return `${value.dimension}: ${noun ?? about[0] ?? aspectOf(value.dimension, verb)}`;
    default:
      return value.kind;
  }
}

const SERVING: ReadonlySet<string> = new Set(
  "stay be serve keep run lead work have hold".split(" "),
);
const COSTING: ReadonlySet<string> = new Set(["need", "charge", "cost"]);

function aspectOf(dimension: string, verb = dimension === "duration" ? "" : "be"): string {
  if (dimension === "duration" && SERVING.has(verb)) return "serve";
  return dimension.startsWith("money") && COSTING.has(verb) ? "cost" : verb;
}

const HAPPENING: ReadonlySet<string> = new Set(["be", "happen", "take", "hold", "fall", "have"]);

function happening(verb: string | undefined): string {
  return verb === undefined || HAPPENING.has(verb) ? "happen" : verb;
}

/** Verbs of what somebody or something does once, or of what stays so. */
const ONCE: ReadonlySet<string> = new Set(
  "bear die bury open close build found launch marry buy sell sign publish sink burn elect begin install wreck retire join arrive leave return move happen register plant win reopen rebuild inherit light strike stop pull draw design demolish abolish destroi complet invent discov introduc creat creat ratifi adopt admit".split(
    " ",
  ),
);
const LASTING_MEASURES = /^(?:weight|power|speed|age|label|count)\b/;
const LASTING_VERBS: ReadonlySet<string> = new Set(
  "cost sell buy last take close marry live weigh earn wait serve work lend borrow length width height depth thickness distance price rent fare toll wage wages salary pay budget debt income fee fine capacity speed weight lie measure".split(
    " ",
  ),
);

/** What happened on a day is compared for things that happen once. */
function isKnownEvent(value: TypedValue, attribute: string, subject: Subject | undefined): boolean {
  if (value.kind !== "date" && value.kind !== "time") return true;
  if (!attribute.endsWith(": happen")) return true;
  return EVENT_NOUNS.has(subject?.text.split(" ").at(-1) ?? "");
}

function isLasting(value: TypedValue, attribute: string): boolean {
  const what = attribute.split(": ").at(-1) ?? "";
  if (value.kind === "date" || value.kind === "time") return ONCE.has(what);
  if (value.kind !== "quantity") return true;
  return LASTING_MEASURES.test(value.dimension) || LASTING_VERBS.has(what);
}

const NEUTRAL_VERBS: ReadonlySet<string> = new Set(["be", "have", "hold", "keep"]);
const TIME_NOUNS: ReadonlySet<string> = new Set(
  "day week month year winter summer spring autumn season morning night evening afternoon decade century".split(
    " ",
  ),
);
const SCOPED =
  /^(?:not|never|if|can|could|may|might|unless|almost|nearly|supposed|claimed|thought|believed)$/;

const WORDS_AFTER = 3;

interface ScopeGround {
  readonly spans: readonly TypedSpan[];
  readonly verb: string | undefined;
  readonly subject: Subject | undefined;
}

/** Words without which a claim does not hold: another time, a part, a condition. */
function scopeOf(
  { span, clause, sentence }: FoundSpan,
  { spans, verb, subject }: ScopeGround,
): string[] {
  const found = { span, clause, sentence };
  const isDated = span.value.kind === "date" || span.value.kind === "time";
  const words = scopeWords(found, isDated);
  if (isDated) return [...new Set(words)].sort();
  const isNear = clause.to - span.to <= WORDS_AFTER;
  const before = sentence.clauses[sentence.clauses.indexOf(clause) - 1];
  // "When she came, it had nine thousand books."
  const isThen = before !== undefined && sentence.tokens[before.from]?.lower === "when";
  const isWhen = isThen || (isNear && sentence.tokens[clause.to]?.lower === "when");
  const when = isWhen ? ["when"] : [];
  if (span.value.kind === "quantity" && span.value.dimension === "age") {
    return [...new Set([...words, ...when])].sort();
  }
  const times = otherTimes(found, spans);
  const events = eventsBeside(span, sentence, { clause, subject });
  return [...new Set([...words, ...when, ...times, ...events, ...countScope(found, verb)])].sort();
}

/** What comes long after the value is another matter. */
function scopeWords({ span, clause, sentence }: FoundSpan, isDated: boolean): string[] {
  const { tokens } = sentence;
  const mark = tokens.findIndex(({ kind }, at) => at >= span.to && kind === "mark");
  const end = Math.min(clause.to, span.to + WORDS_AFTER, mark === -1 ? clause.to : mark);
  const found: string[] = [];
  for (let at = clause.from; at < end; at++) {
    const word = at >= span.from && at < span.to ? undefined : scopeWord(sentence, at, isDated);
    if (word !== undefined && (at < span.from || !SCOPED.test(word))) found.push(word);
  }
  return found;
}

/** What is done with what is counted, and of which kind it is. */
function countScope(
  { span: { value, about, from }, sentence }: FoundSpan,
  verb: string | undefined,
): string[] {
  if (value.kind !== "quantity" || value.dimension !== "count") return [];
  const isPlain = sentence.tokens[from - 1]?.lower === "with" || NEUTRAL_VERBS.has(verb ?? "be");
  return [...(isPlain ? [] : [`~${verb}`]), ...about.map((word) => `+${word}`)];
}

function scopeWord({ tokens }: ReadSentence, at: number, isDated: boolean): string | undefined {
  const { lower = "" } = tokens[at] ?? {};
  if (lower === "when" && !isDated) return "when";
  if (SCOPED.test(lower)) return lower;
  if (isDated) return undefined;
  if (SCOPE_WORDS.has(lower))
    return tokens[at + 1]?.text === "," && lower === "other" ? undefined : lower;
  const before = tokens[at - 1]?.lower ?? "";
  const isPointed = /^(?:that|this|last|next|one|per|each|every)$/.test(before);
  return TIME_NOUNS.has(lower) && isPointed ? `${before} ${lower}` : undefined;
}

function otherTimes({ span, clause, sentence }: FoundSpan, spans: readonly TypedSpan[]): string[] {
  const { tokens } = sentence;
  const belongs = (other: TypedSpan): boolean => {
    if (tokens[span.from - 1]?.lower === "with" || eventBefore(other, sentence)) return false;
    if (other.from <= clause.from + 2) return true;
    const [from, to] = other.from < span.from ? [other.to, span.from] : [span.to, other.from];
    return tokens.slice(from, to).every(({ lower }) => verbOf(lower) === undefined);
  };
  return spans
    .filter((other) => other !== span && other.from >= clause.from && other.from < clause.to)
    .filter(belongs)
    .flatMap(({ value }) => (value.kind === "date" ? [`@${JSON.stringify(value)}`] : []));
}

/** "The repair after the fire cost …": what stands between subject and verb is a part of the subject. */
function isInSubject(
  tokens: ReadSentence["tokens"],
  place: number,
  { from, clause }: { readonly from: number; readonly clause: TokenSpan },
): boolean {
  if (place <= clause.from + 2 || place > from) return false;
  return tokens.slice(clause.from, place).every(({ lower }) => verbOf(lower) === undefined);
}

/** "In the storm she made three crossings" says nothing about the winter. */
function eventsBeside(
  { from }: TypedSpan,
  { tokens, mentions }: ReadSentence,
  { clause, subject }: { readonly clause: TokenSpan; readonly subject: Subject | undefined },
): string[] {
  return mentions
    .filter((mention) => mention.from >= clause.from && mention.to <= clause.to && mention.oblique)
    .filter(
      ({ definite, from: place }) => definite && !isInSubject(tokens, place, { from, clause }),
    )
    .filter((mention) => mention.from !== from)
    .map((mention) => ({ mention, noun: tokens[mention.to - 1]?.lower ?? "" }))
    .filter(({ noun }) => EVENT_NOUNS.has(noun) || TIME_NOUNS.has(noun))
    .filter(({ mention }) => mention.subject.head !== subject?.head)
    .map(({ noun }) => comparableWord(noun));
}
