import type { TypedValue } from "../../records/index.ts";
import type { Claim, SentencePlace } from "./claim.ts";
import { clausesOf, type TokenSpan } from "./clauses.ts";
import type { Discourse } from "./discourse.ts";
import { comparableWord, FUNCTION_WORDS } from "./lexicon.ts";
import { type KnownNames, type Mention, mentionsIn } from "./noun-phrases.ts";
import type { Subject } from "./subjects.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** A claim before its words and places are filled in. */
export interface ClaimDraft {
  /** Who or what it is about. */
  readonly subject?: Subject;
  /** Which property. */
  readonly attribute: string;
  /** The value. */
  readonly typed: TypedValue;
  /** Tokens of the value. */
  readonly span: TokenSpan;
  /** Tokens of its clause. @defaultValue the clause that holds the value */
  readonly clause?: TokenSpan;
  /** Words without which it does not hold. @defaultValue none */
  readonly scope?: readonly string[];
  /** Whether it may be compared with another text. @defaultValue true */
  readonly lasting?: boolean;
  /** Of an amount: how it takes up one that was told before. @defaultValue it does not */
  readonly takenUp?: Claim["takenUp"];
}

/** A sentence whose words are known. */
export interface ReadSentence {
  /** Its tokens. */
  readonly tokens: readonly Token[];
  /** Its clauses. */
  readonly clauses: readonly TokenSpan[];
  /** Whom and what it names. */
  readonly mentions: readonly Mention[];
  /** Whom each of them means, in the same order; `undefined` where that is open. */
  readonly meant: readonly (Subject | undefined)[];
  /**
   * Whom a mention of it means.
   *
   * @param mention - The mention.
   * @returns The subject; `undefined` where that is open.
   */
  resolve(mention: Mention): Subject | undefined;
  /**
   * Whom a possessive pronoun means.
   *
   * @param pronoun - `her`, `his` or `its`.
   * @param at - Where it stands.
   * @returns The owner; `undefined` where that is open.
   */
  owner(pronoun: string, at: number): Subject | undefined;
  /**
   * Fills in a claim's words and places.
   *
   * @param draft - The claim.
   * @returns The whole claim.
   */
  claim(draft: ClaimDraft): Claim;
}

/**
 * Reads a sentence.
 *
 * @param place - The sentence.
 * @param entities - What is known by name.
 * @param discourse - Who is spoken about.
 * @returns Its words and mentions.
 */
export function readSentence(
  place: SentencePlace,
  entities: KnownNames,
  discourse: Discourse,
): ReadSentence {
  const tokens = tokensOf(place.text, place.start);
  const clauses = clausesOf(tokens);
  const mentions = mentionsIn(tokens, entities);
  const before = (at: number): Mention[] => mentions.filter(({ to }) => to <= at);
  const speaker = speakerOf(tokens, mentions);
  const resolve = (mention: Mention): Subject | undefined => {
    const isSpeaker = /^i(?:'m)?$/.test(mention.subject.text);
    const meant = isSpeaker ? speaker : mention;
    return meant === undefined || (isSpeaker && meant === mention)
      ? undefined
      : discourse.resolve(meant, before(meant.from));
  };
  const meant = mentions.map(resolve);
  const named = meant.filter((subject) => subject !== undefined);
  return {
    tokens,
    clauses,
    mentions,
    meant,
    resolve,
    owner: (pronoun, at) => discourse.owner(pronoun, before(at)),
    claim: ({ subject, attribute, typed, span, clause, scope = [], lasting = true, takenUp }) => {
      const around =
        clause ??
        (clauses.find(({ from, to }) => span.from >= from && span.from < to) as TokenSpan);
      const stretch = stretchOf(tokens, around);
      return {
        ...(subject === undefined ? {} : { subject }),
        named,
        attribute,
        typed,
        value: place.text.slice(
          (tokens[span.from] as Token).start - place.start,
          (tokens[span.to - 1] as Token).end - place.start,
        ),
        scope,
        lasting,
        ...(takenUp === undefined ? {} : { takenUp }),
        frame: frameOf(tokens.slice(around.from, around.to)),
        ...stretch,
        valueStart: (tokens[span.from] as Token).start,
      };
    },
  };
}

const SAYING = /^(?:said|says|asked|replied|answered|added|told|whispered|cried|called)$/;

/** Who says what stands in quotation marks. */
function speakerOf(tokens: readonly Token[], mentions: readonly Mention[]): Mention | undefined {
  const at = tokens.findIndex(({ lower }) => SAYING.test(lower));
  if (at === -1 || !tokens.some(({ text }) => /^[“”"]$/.test(text))) return undefined;
  return mentions.find(({ from, to }) => to === at || from === at + 1);
}

/** A clause without the conjunction or mark that it begins with. */
function stretchOf(
  tokens: readonly Token[],
  { from, to }: TokenSpan,
): { readonly start: number; readonly end: number } {
  let first = from;
  while (first < to - 1 && tokens[first]?.kind === "mark") first += 1;
  let last = to - 1;
  while (last > first && tokens[last]?.kind === "mark" && tokens[last]?.text !== "%") last -= 1;
  return { start: (tokens[first] as Token).start, end: (tokens[last] as Token).end };
}

function frameOf(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens
      .filter(({ kind, lower }) => kind === "word" && !FUNCTION_WORDS.has(lower))
      .map(({ lower }) => comparableWord(lower)),
  );
}
