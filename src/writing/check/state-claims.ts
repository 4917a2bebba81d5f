import type { Claim } from "./claim.ts";
import { clauseSubject, type TokenSpan } from "./clauses.ts";
import { SCOPE_WORDS, verbOf } from "./lexicon.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { changedBy, contraryOf, type State, stateOf } from "./states.ts";
import type { Subject } from "./subjects.ts";
import type { Token } from "./tokens.ts";

const COPULAS: ReadonlySet<string> = new Set(
  "is was were are be been stayed stays stay remained remains remain stood stands lay lies kept seemed being".split(
    " ",
  ),
);
const STILL: ReadonlySet<string> = new Set(
  "stayed stays remained remains stood lay kept".split(" "),
);
const BETWEEN: ReadonlySet<string> = new Set(
  "still already now not yet long only also quite never no longer since finally officially once more in fact by then been n't".split(
    " ",
  ),
);
/** Words after which a state may have become another one. */
const LATER: ReadonlySet<string> = new Set(
  "now again then finally later already longer once meanwhile today".split(" "),
);
const CONDITIONS: ReadonlySet<string> = new Set(
  "if would could might should unless whether when had until till before as".split(" "),
);

/**
 * What a sentence says about states: alive or dead, open or closed, and changes of them.
 *
 * @param sentence - The sentence.
 * @returns Its claims; those of attribute `change: …` say that a state became another one.
 */
export function stateClaims(sentence: ReadSentence): Claim[] {
  if (sentence.tokens.at(-1)?.text === "?") return [];
  return sentence.clauses.flatMap((clause) => [
    ...copularStates(clause, sentence),
    ...changes(clause, sentence),
    ...attributiveStates(clause, sentence),
  ]);
}

function copularStates(clause: TokenSpan, sentence: ReadSentence): Claim[] {
  const found: Claim[] = [];
  for (let at = clause.from + 1; at < clause.to; at++) {
    const said = saidState(sentence.tokens, at, clause.from);
    const subject = said === undefined ? undefined : subjectIn(clause, sentence);
    if (said === undefined || subject === undefined) continue;
    found.push(stateClaim(said, { at, clause, sentence, subject }));
  }
  return found;
}

/** The state that a word after "is" or "was" says, or denies. */
function saidState(tokens: readonly Token[], at: number, from: number): State | undefined {
  const state = stateOf(tokens[at]?.lower ?? "");
  const copula = state === undefined ? undefined : copulaBefore(tokens, at, from);
  if (state === undefined || copula === undefined || isAttribute(tokens, at)) return undefined;
  const between = tokens.slice(copula, at).map(({ lower }) => lower);
  const isDenied = between.some((each) => /^(?:not|never|no|n't)$|n't$/.test(each));
  return isDenied ? contraryOf(state) : state;
}

interface StatePlace {
  readonly at: number;
  readonly clause: TokenSpan;
  readonly sentence: ReadSentence;
  readonly subject: Subject;
}

function stateClaim(state: State, { at, clause, sentence, subject }: StatePlace): Claim {
  const { tokens } = sentence;
  const words = tokens.slice(clause.from, clause.to).map(({ lower }) => lower);
  const isSteady = words.some((word) => STILL.has(word) || word === "still");
  const isParticiple = /ed$/.test(tokens[at]?.lower ?? "") || tokens[at]?.lower === "shut";
  // "was closed" may be what happened just then.
  const lasting = state.group === "life" || isSteady || !isParticiple;
  return sentence.claim({
    subject,
    attribute: `state: ${state.group}`,
    typed: { kind: "word", word: state.state },
    span: { from: at, to: at + 1 },
    clause,
    lasting: lasting && !words.some((word) => LATER.has(word)),
    scope: words.filter((word) => CONDITIONS.has(word) || SCOPE_WORDS.has(word)).sort(),
  });
}

function copulaBefore(tokens: readonly Token[], at: number, from: number): number | undefined {
  for (let place = at - 1; place >= from; place--) {
    const word = tokens[place]?.lower ?? "";
    if (COPULAS.has(word) && word !== "been") return place;
    if (word === "been" && /^(?:has|have|had)$/.test(tokens[place - 1]?.lower ?? "")) return place;
    if (!BETWEEN.has(word) && !/n't$|ly$/.test(word)) return undefined;
  }
  return undefined;
}

/** "the open sea": the state is a part of a name for something. */
function isAttribute(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined || next.kind === "mark") return false;
  const known =
    /^(?:and|but|to|for|by|in|at|on|when|while|since|until|all|again|now|that|this|with|as|because|or|the|still|long|from|before|after|throughout|during|only|nor|of|if|once|even|under|against|too|though|where|there|then|so)$/;
  return !known.test(next.lower);
}

function subjectIn(clause: TokenSpan, sentence: ReadSentence): Subject | undefined {
  const mention = clauseSubject(sentence.tokens, clause, sentence.mentions);
  if (mention === undefined || mention.possessive) return undefined;
  return sentence.resolve(mention);
}

/** "They opened the bridge", "the ferry was sold", "Henrik died". */
function changes(clause: TokenSpan, sentence: ReadSentence): Claim[] {
  const found: Claim[] = [];
  for (let at = clause.from; at < clause.to; at++) {
    const word = sentence.tokens[at]?.lower ?? "";
    const dead = word === "died" ? subjectIn(clause, sentence) : undefined;
    if (dead !== undefined) {
      const place = { at, clause, sentence, subject: dead };
      found.push(stateClaim({ group: "life", state: "dead" }, place));
    }
    const verb = verbOf(word) ?? "";
    const group = changedBy(verb);
    if (group !== undefined) found.push(...changesOf({ verb, group }, { at, clause, sentence }));
  }
  return found;
}

/** What a verb changes may be any of the things that its clause names. */
function changesOf(
  { verb, group }: { readonly verb: string; readonly group: string },
  { at, clause, sentence }: Omit<StatePlace, "subject">,
): Claim[] {
  const typed = { kind: "word", word: verb } as const;
  const span = { from: at, to: at + 1 };
  return sentence.mentions
    .filter(({ from, to }) => from >= clause.from && to <= clause.to)
    .flatMap((mention) => sentence.resolve(mention) ?? [])
    .map((subject) =>
      sentence.claim({
        subject,
        attribute: `change: ${group}`,
        typed,
        span,
        clause,
        lasting: false,
      }),
    );
}

const ATTRIBUTIVE: ReadonlySet<string> = new Set(
  "closed unopened sealed locked unfinished unsold unpaid unsigned".split(" "),
);

/** "the late Henrik Dahl", "the unopened letter". */
function attributiveStates(clause: TokenSpan, sentence: ReadSentence): Claim[] {
  const { tokens, mentions } = sentence;
  return mentions
    .filter(({ from, to, definite, kind }) => {
      const isInside = from >= clause.from && to <= clause.to && to > from + 2;
      return isInside && definite && kind !== "pronoun";
    })
    .flatMap((mention) => {
      const word = tokens[mention.from + 1]?.lower ?? "";
      const isLate = word === "late" && mention.kind === "name";
      const named = ATTRIBUTIVE.has(word) ? stateOf(word) : undefined;
      const state = isLate ? LATE : named;
      const subject = sentence.resolve(mention);
      if (state === undefined || subject === undefined) return [];
      return sentence.claim({
        subject,
        attribute: `state: ${state.group}`,
        typed: { kind: "word", word: state.state },
        span: { from: mention.from + 1, to: mention.from + 2 },
        clause,
        lasting: isLate,
      });
    });
}

const LATE: State = { group: "life", state: "dead" };
