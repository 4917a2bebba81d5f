import { PREPOSITIONS, verbOf } from "./lexicon.ts";
import type { Mention } from "./noun-phrases.ts";
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
  if (BOUNDARY_MARKS.has(text)) return true;
  if (BOUNDARY_WORDS.has(lower)) return true;
  const next = tokens[at + 1];
  const hasOwnSubject =
    SUBJECT_PRONOUNS.has(next?.lower ?? "") || next?.lower === "the" || isCapital(next);
  if (JOINING.has(lower) && tokens[at - 1]?.text === ",") return hasOwnSubject;
  if (lower === "and") return SUBJECT_PRONOUNS.has(next?.lower ?? "");
  // "before she left", "after the war ended" are clauses; "after the war" is none.
  const isTime = lower === "before" || lower === "after" || lower === "until" || lower === "since";
  return isTime && SUBJECT_PRONOUNS.has(next?.lower ?? "");
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
  return (
    /^(?:the|a|an|this|that|my|our|her|his|its|their)$/.test(before) || PREPOSITIONS.has(before)
  );
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
  if (opening === "which" || opening === "who" || opening === "where") {
    const before = mentions.filter(({ to }) => to <= clause.from);
    return before.at(-1);
  }
  return mentions.find(
    ({ from, to, oblique }) => from >= clause.from && to <= clause.to && !oblique,
  );
}
