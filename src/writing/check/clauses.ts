import { FUNCTION_WORDS, PREPOSITIONS, verbOf } from "./lexicon.ts";
import type { Mention } from "./noun-phrases.ts";
import { subjectOf } from "./subjects.ts";
import { isCapital, type Token } from "./tokens.ts";

/** A stretch of tokens. */
export interface TokenSpan {
  /** Place of the first one. */
  readonly from: number;
  /** Place after the last one. */
  readonly to: number;
}

const BOUNDARY_MARKS: ReadonlySet<string> = new Set(';:—–()"“”'.split(""));
const BOUNDARY_WORDS: ReadonlySet<string> = new Set(
  "while because although though whereas but when which who whose where if unless whenever wherever".split(
    " ",
  ),
);
const JOINING: ReadonlySet<string> = new Set(["and", "so", "then", "yet", "nor", "or"]);
const SUBJECT_PRONOUNS: ReadonlySet<string> = new Set("she he it they we i there".split(" "));

/**
 * Cuts a sentence into clauses: at semicolons, colons, dashes, brackets, before conjunctions and
 * relative pronouns, and before `and` with a subject of its own.
 *
 * @param tokens - Tokens of the sentence.
 * @returns The clauses in order; each conjunction begins its clause.
 */
export function clausesOf(tokens: readonly Token[]): TokenSpan[] {
  const clauses: TokenSpan[] = [];
  let from = 0;
  for (const at of tokens.keys()) {
    if (at <= from || !beginsClause(tokens, at)) continue;
    clauses.push({ from, to: at });
    from = at;
  }
  clauses.push({ from, to: tokens.length });
  return clauses;
}

function beginsClause(tokens: readonly Token[], at: number): boolean {
  const { text, lower } = tokens[at] as Token;
  if (BOUNDARY_MARKS.has(text) || BOUNDARY_WORDS.has(lower)) return true;
  if (lower === "that") return isConjunction(tokens, at);
  const next = tokens[at + 1];
  const isPronoun = SUBJECT_PRONOUNS.has(next?.lower ?? "");
  if (JOINING.has(lower) && tokens[at - 1]?.text === ",") {
    return isPronoun || isCapital(next) || ARTICLES.test(next?.lower ?? "");
  }
  if (lower === "and" || text === ",") return isPronoun;
  // "before she left", "after the war was over" are clauses; "after the war" is none.
  return TIME_WORDS.test(lower) && (isPronoun || hasVerb(tokens, at + 1));
}

const ARTICLES = /^(?:the|an?|this|that|his|her|its|their|our|my)$/;
const TIME_WORDS = /^(?:before|after|until|since)$/;

/** Whether a verb in a tense stands before the next mark: "before the wreck was sold". */
function hasVerb(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < Math.min(tokens.length, from + 6); at++) {
    const { kind, lower } = tokens[at] as Token;
    if (kind === "mark") return false;
    if (/^(?:is|was|were|has|had|did|came|began|left|went)$/.test(lower)) return at > from;
  }
  return false;
}

/** "says that the bridge …", "the school that was …", not "that bridge". */
function isConjunction(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const lower = next?.lower ?? "";
  if (/^(?:the|a|an|his|her|its|their|our|my|this|there)$/.test(lower)) return true;
  if (SUBJECT_PRONOUNS.has(lower) || isCapital(next)) return true;
  return verbOf(lower) !== undefined && tokens[at - 1]?.kind === "word";
}

/** A verb in a clause. */
export interface FoundVerb {
  /** Its basic form. */
  readonly verb: string;
  /** Where it stands. */
  readonly at: number;
}

/**
 * The verb that a value of a clause belongs to: the nearest one before it, else the first one after it.
 *
 * @param tokens - Tokens of the sentence.
 * @param clause - The clause.
 * @param value - The value.
 * @returns The verb; `undefined` if the clause has none that is known.
 */
export function verbNear(
  tokens: readonly Token[],
  clause: TokenSpan,
  value: TokenSpan,
): FoundVerb | undefined {
  for (let at = value.from - 1; at >= clause.from; at--) {
    const found = verbAt(tokens, at);
    if (found !== undefined) return found;
  }
  for (let at = value.to; at < clause.to; at++) {
    const found = verbAt(tokens, at);
    if (found !== undefined) return mainVerb(tokens, found, clause);
  }
  return undefined;
}

function verbAt(tokens: readonly Token[], at: number): FoundVerb | undefined {
  const token = tokens[at];
  if (token?.kind !== "word") return undefined;
  const verb = verbOf(token.lower);
  if (verb === undefined || isNoun(tokens, at)) return undefined;
  return { verb, at };
}

/** After an article or a preposition stands a noun, though it looks like a verb. */
function isNoun(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.lower ?? "";
  return /^(?:the|a|an|this|my|our|her|his|its|their)$/.test(before) || PREPOSITIONS.has(before);
}

/** "was built": the participle after an auxiliary says what happened. */
function mainVerb(tokens: readonly Token[], found: FoundVerb, clause: TokenSpan): FoundVerb {
  if (found.verb !== "be" && found.verb !== "have") return found;
  for (let at = found.at + 1; at < Math.min(clause.to, found.at + 4); at++) {
    const next = verbAt(tokens, at);
    if (next !== undefined) return mainVerb(tokens, next, clause);
  }
  return found;
}

/**
 * The subject of a clause: the first mention that no preposition precedes; after `which` or `who` what
 * stands before it.
 *
 * @param tokens - Tokens of the sentence.
 * @param clause - The clause.
 * @param mentions - Mentions of the sentence.
 * @returns The mention; `undefined` if there is none.
 */
export function clauseSubject(
  tokens: readonly Token[],
  clause: TokenSpan,
  mentions: readonly Mention[],
): Mention | undefined {
  const opening = tokens[clause.from]?.lower ?? "";
  const isRelative = /^(?:which|who|where|that|whose)$/.test(opening);
  const own = mentions.find(
    ({ from, to, oblique }) => from >= clause.from && to <= clause.to && !oblique,
  );
  if (!isRelative || (opening === "that" && (own?.from ?? clause.to) <= clause.from + 1)) {
    return own === undefined ? undefined : apposed(own, tokens, mentions);
  }
  return antecedent(tokens, clause, mentions);
}

/** "My grandfather, Anton Weiss, was …" is about Anton Weiss. */
function apposed(
  mention: Mention,
  tokens: readonly Token[],
  mentions: readonly Mention[],
): Mention {
  if (mention.kind !== "thing" || tokens[mention.to]?.text !== ",") return mention;
  const next = mentions.find(({ from }) => from === mention.to + 1);
  const isName = next?.kind === "name" && !next.possessive && tokens[next.to]?.text === ",";
  return isName ? next : mention;
}

/** What `which` or `who` stands for: what is right before it, or before a comma the thing spoken about. */
function antecedent(
  tokens: readonly Token[],
  { from }: TokenSpan,
  mentions: readonly Mention[],
): Mention | undefined {
  const before = mentions.filter(({ to }) => to <= from);
  const last = before.at(-1);
  const comma = tokens[from - 1]?.text === ",";
  const noun = tokens[from - 1];
  if (!comma && noun?.kind === "word" && last?.to !== from && isPlain(noun)) {
    const subject = subjectOf(`the ${noun.lower}`);
    const basics = { possessive: false, oblique: false, definite: true };
    return { from: from - 1, to: from, kind: "thing", subject, ...basics };
  }
  if (!comma || last?.to !== from - 1 || tokens[from]?.lower === "who") return last;
  // "The crossing to the far shore, which takes …": no verb stands between the noun and its clause.
  const main = before.filter(({ kind, oblique }) => kind !== "pronoun" && !oblique).at(-1);
  const isOneNoun =
    main !== undefined &&
    tokens.slice(main.to, from).every(({ lower }) => verbOf(lower) === undefined);
  return isOneNoun ? main : last;
}

function isPlain({ lower }: Token): boolean {
  return !FUNCTION_WORDS.has(lower) && verbOf(lower) === undefined;
}
