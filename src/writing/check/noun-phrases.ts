import type { EntityIndex } from "./entities.ts";
import {
  DEFINITE,
  EVENT_NOUNS,
  FUNCTION_WORDS,
  OTHER_VERBS,
  PREPOSITIONS,
  verbOf,
} from "./lexicon.ts";
import { type Subject, subjectOf } from "./subjects.ts";
import { isCapital, type Token } from "./tokens.ts";

/** What counts as a name although it begins a sentence. */
export interface KnownNames extends Pick<EntityIndex, "find"> {
  /** Words in lower case that stand as names elsewhere in the text. */
  readonly local: ReadonlySet<string>;
}

/** A place of a sentence where somebody or something is named. */
export interface Mention {
  /** Place of its first token, its article included. */
  readonly from: number;
  /** Place after its last token. */
  readonly to: number;
  /** `name`, `thing` for a noun with an article, `pronoun`. */
  readonly kind: "name" | "thing" | "pronoun";
  /** Who or what; of a pronoun its own word. */
  readonly subject: Subject;
  /** The noun before a name, with its article: `the harbour master` before `Ragna Lund`. */
  readonly role?: Subject;
  /** The possessive pronoun that it begins with. */
  readonly owner?: string;
  /** Whether something known is meant: not after `a`. */
  readonly definite: boolean;
  /** Whether 's follows. */
  readonly possessive: boolean;
  /** Whether a preposition precedes. */
  readonly oblique: boolean;
}

const PRONOUNS: ReadonlySet<string> = new Set(["she", "he", "it", "i", "i'm", "we", "they", "you"]);
const OWNERS: ReadonlySet<string> = new Set(["her", "his", "its", "my", "our", "their"]);
const TITLES: ReadonlySet<string> = new Set(
  "mr mrs ms miss dr doctor captain professor judge sir lady lord father sister brother aunt uncle saint st king queen president senator governor general colonel major lieutenant sergeant constable inspector".split(
    " ",
  ),
);
const DATE_WORDS: ReadonlySet<string> = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter i".split(
    " ",
  ),
);
const MOST_NOUN_WORDS = 5;

/**
 * Everybody and everything that a sentence names.
 *
 * @param tokens - Tokens of the sentence.
 * @param entities - What is known by name.
 * @returns The mentions, in order.
 */
export function mentionsIn(tokens: readonly Token[], entities: KnownNames): Mention[] {
  const found: Mention[] = [];
  let at = 0;
  while (at < tokens.length) {
    const mention =
      pronounAt(tokens, at) ?? phraseAt(tokens, at, entities) ?? nameMention(tokens, at, entities);
    if (mention !== undefined) found.push(joined(mention, found.at(-1), tokens));
    at = Math.max(at + 1, mention?.to ?? 0);
  }
  return found;
}

/** "between the beginning of November and the end of March": what `and` joins stands alike. */
function joined(mention: Mention, before: Mention | undefined, tokens: readonly Token[]): Mention {
  if (before?.oblique !== true || tokens[mention.from - 1]?.lower !== "and") return mention;
  const between = tokens.slice(before.to, mention.from - 1);
  const isClose = between.every(
    ({ lower, kind }) => kind === "word" && (lower === "of" || DATE_WORDS.has(lower)),
  );
  return isClose ? { ...mention, oblique: true } : mention;
}

function pronounAt(tokens: readonly Token[], at: number): Mention | undefined {
  const { lower = "" } = tokens[at] ?? {};
  if (!PRONOUNS.has(lower)) return undefined;
  const subject: Subject = { text: lower, kind: "thing", words: [lower], head: lower };
  return { ...basics(tokens, at, at + 1), kind: "pronoun", subject, definite: true };
}

function basics(
  tokens: readonly Token[],
  from: number,
  to: number,
): Pick<Mention, "from" | "to" | "possessive" | "oblique"> {
  const possessive = /^['’]s$/.test(tokens[to]?.text ?? "");
  return { from, to, possessive, oblique: PREPOSITIONS.has(tokens[from - 1]?.lower ?? "") };
}

/** A noun with its article, perhaps with a name after it. */
function phraseAt(tokens: readonly Token[], at: number, entities: KnownNames): Mention | undefined {
  const article = tokens[at]?.lower ?? "";
  const definite = DEFINITE.has(article);
  if (!definite && article !== "a" && article !== "an") return undefined;
  const name = nameEnd(tokens, at + 1);
  if (name > at + 1 && isNameAlone(tokens, [at, name], entities)) {
    const phrase = textOf(tokens, at + 1, name);
    const owner = OWNERS.has(article) ? { owner: article } : {};
    return {
      ...basics(tokens, at, name),
      kind: "name",
      subject: subjectOf(phrase),
      definite,
      ...owner,
    };
  }
  const end = nounEnd(tokens, at + 1);
  if (end === at + 1 || isRelative(tokens, at)) return undefined;
  const owner = OWNERS.has(article) ? { owner: article } : {};
  const noun = subjectOf(textOf(tokens, at + 1, end).toLowerCase());
  const role: Subject = { ...noun, text: `${article} ${noun.text}` };
  const named = nameEnd(tokens, end);
  if (named === end || !isNameStart(tokens, end)) {
    return { ...basics(tokens, at, end), kind: "thing", subject: role, definite, ...owner };
  }
  const subject = subjectOf(textOf(tokens, end, named));
  return { ...basics(tokens, at, named), kind: "name", subject, role, definite, ...owner };
}

/** "millstones that weigh …": no article stands there. */
function isRelative(tokens: readonly Token[], at: number): boolean {
  const { lower = "" } = tokens[at + 1] ?? {};
  if (!/^th(?:at|is)$/.test(tokens[at]?.lower ?? "") || EVENT_NOUNS.has(lower)) return false;
  return verbOf(lower) !== undefined || OTHER_VERBS.has(lower);
}

/** Whether an article and capitals are a name by themselves, not the beginning of a longer phrase. */
function isNameAlone(
  tokens: readonly Token[],
  [at, end]: readonly [number, number],
  entities: KnownNames,
): boolean {
  const next = tokens[end];
  const isOpen = next?.kind === "word" && isNounWord(tokens, end, end + 1);
  return !isOpen || entities.find(subjectOf(textOf(tokens, at + 1, end))) !== undefined;
}

function nounEnd(tokens: readonly Token[], from: number): number {
  let end = from;
  while (end < from + MOST_NOUN_WORDS && isNounWord(tokens, end, from)) {
    // A hyphen joins two words into one.
    end += tokens[end + 1]?.text === "-" && tokens[end + 2]?.kind === "word" ? 3 : 1;
  }
  return end;
}

const LY_NOUNS: ReadonlySet<string> = new Set(
  "supply family assembly ally reply fly lily monthly weekly daily early only elderly friendly lonely ugly likely".split(
    " ",
  ),
);

/** Whether a word may belong to a noun phrase that began at a place. */
function isNounWord(tokens: readonly Token[], at: number, from: number): boolean {
  const token = tokens[at];
  const isAdverb = /ly$/.test(token?.lower ?? "") && !LY_NOUNS.has(token?.lower ?? "");
  if (token?.kind !== "word" || FUNCTION_WORDS.has(token.lower) || isAdverb) {
    return false;
  }
  if (isCapital(token) && at > from) return false;
  if (at === from || EVENT_NOUNS.has(token.lower) || /ing$/.test(token.lower)) return true;
  return verbOf(token.lower) === undefined && !OTHER_VERBS.has(token.lower);
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ")
    .replace(/ ([.-]) ?/g, "$1");
}

/** Where a run of capitals ends that begins at a place. */
function nameEnd(tokens: readonly Token[], from: number): number {
  let end = from;
  while (isNameStart(tokens, end)) {
    const { lower = "" } = tokens[end] ?? {};
    const isShort = TITLES.has(lower) || lower.length === 1;
    const dot = isShort && tokens[end + 1]?.text === "." && isCapital(tokens[end + 2]) ? 1 : 0;
    const hyphen = tokens[end + 1]?.text === "-" && isCapital(tokens[end + 2]) ? 1 : 0;
    end += 1 + dot + hyphen;
  }
  return end;
}

function isNameStart(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return isCapital(token) && !DATE_WORDS.has(token?.lower ?? "");
}

function nameMention(
  tokens: readonly Token[],
  at: number,
  entities: KnownNames,
): Mention | undefined {
  const from = isOpeningWord(tokens, at, entities) ? at + 1 : at;
  const to = nameEnd(tokens, from);
  if (from !== at || to === from) return undefined;
  const subject = subjectOf(textOf(tokens, from, to));
  if (subject.words.length === 0) return undefined;
  return { ...basics(tokens, from, to), kind: "name", subject, definite: true };
}

/** The first word of a sentence is written with a capital, whatever it is. */
function isOpeningWord(tokens: readonly Token[], at: number, entities: KnownNames): boolean {
  const token = tokens[at];
  if (token === undefined || !isCapital(token)) return false;
  if (FUNCTION_WORDS.has(token.lower)) return true;
  const before = tokens[at - 1];
  const isFirst = before === undefined || /^["“‘'(.!?:;—–]$/.test(before.text);
  if (!isFirst || isCapital(tokens[at + 1]) || TITLES.has(token.lower)) return false;
  if (entities.local.has(token.lower) || tokens[at + 1]?.text === "'s") return false;
  return entities.find(subjectOf(token.text)) === undefined;
}
