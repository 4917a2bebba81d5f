import type { Claim } from "./claim.ts";
import type { Mention } from "./noun-phrases.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { RELATIONS } from "./states.ts";
import type { Subject } from "./subjects.ts";
import { isCapital, type Token } from "./tokens.ts";

/**
 * What a sentence says about who somebody is: relatives, names of offices and of things, owners.
 *
 * @param sentence - The sentence.
 * @returns Its claims.
 */
export function bondClaims(sentence: ReadSentence): Claim[] {
  if (sentence.tokens.at(-1)?.text === "?") return [];
  return [...relations(sentence), ...names(sentence), ...owners(sentence)];
}

const COPULA = /^(?:is|was|'s|are|were|be|became)$/;

function relations(sentence: ReadSentence): Claim[] {
  const { tokens } = sentence;
  return tokens.flatMap((token, at) => {
    if (!RELATIONS.has(token.lower) || isDenied(tokens, at)) return [];
    const whose = otherOf(sentence, at);
    const who = whose === undefined ? undefined : relativeOf(sentence, at, whose);
    if (whose === undefined || who === undefined || sameWords(who, whose.subject)) return [];
    return [
      sentence.claim({
        subject: who,
        attribute: `relation: ${whose.subject.words.join(" ")}`,
        typed: { kind: "word", word: token.lower },
        span: { from: at, to: at + 1 },
      }),
    ];
  });
}

function isDenied(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 5), at)
    .some(({ lower }) => /^(?:not|never|no|like|than|if)$|n't$/.test(lower));
}

function sameWords(left: Subject, right: Subject): boolean {
  return left.words.join(" ") === right.words.join(" ");
}

interface Other {
  readonly subject: Subject;
  /** Where the phrase with the relation begins, and where it ends. */
  readonly from: number;
  readonly to: number;
}

/** To whom the relation is: "Marit's daughter", "her daughter", "the daughter of Marit". */
function otherOf(sentence: ReadSentence, at: number): Other | undefined {
  const { tokens, mentions } = sentence;
  const owner = ownerPlace(tokens, at);
  if (owner !== undefined) {
    const word = tokens[owner]?.lower ?? "";
    const named = mentions.find(({ to, possessive }) => to === owner && possessive);
    const subject = word === "'s" ? named && sentence.resolve(named) : sentence.owner(word, owner);
    return subject && { subject, from: named?.from ?? owner, to: at + 1 };
  }
  const link = tokens[at + 1]?.lower;
  if (link !== "of" && link !== "to") return undefined;
  const next = mentions.find(({ from, kind }) => from === at + 2 && kind === "name");
  const subject = next && sentence.resolve(next);
  const from = articleBefore(tokens, at);
  return next && subject && { subject, from, to: next.to };
}

/** Where `'s`, `her` or `his` stands; one or two adjectives may come after it. */
function ownerPlace(tokens: readonly Token[], at: number): number | undefined {
  for (let place = at - 1; place >= Math.max(0, at - 3); place--) {
    const { lower = "", kind } = tokens[place] ?? {};
    if (/^(?:'s|her|his)$/.test(lower)) return place;
    if (kind !== "word" || COPULA.test(lower)) return undefined;
  }
  return undefined;
}

function articleBefore(tokens: readonly Token[], at: number): number {
  for (let place = at - 1; place >= Math.max(0, at - 3); place--) {
    if (/^(?:the|a)$/.test(tokens[place]?.lower ?? "")) return place;
  }
  return at;
}

/** Who the relative is: named right after, or before a comma or "was". */
function relativeOf(sentence: ReadSentence, at: number, { from, to }: Other): Subject | undefined {
  const { tokens, mentions } = sentence;
  const after = to === at + 1 ? namedAfter(sentence, at) : undefined;
  if (after !== undefined) return sentence.resolve(after);
  const before = mentions.filter((mention) => mention.to <= from).at(-1);
  if (before === undefined || before.possessive) return undefined;
  const between = tokens.slice(before.to, from).map(({ lower }) => lower);
  const isLinked =
    (between.length === 1 && between[0] === ",") ||
    (between.length > 0 && COPULA.test(between[0] ?? "") && between.every(isLight));
  return isLinked && before.kind !== "thing" ? sentence.resolve(before) : undefined;
}

/** "her daughter Signe", "her daughter, Signe,", not "her daughter, Signe and …". */
function namedAfter({ tokens, mentions }: ReadSentence, at: number): Mention | undefined {
  const after = mentions.find(
    ({ kind, from, to }) =>
      kind === "name" &&
      (from === at + 1 ||
        (from <= at && to > at + 1) ||
        (tokens[at + 1]?.text === "," && from === at + 2)),
  );
  const isList = after?.from === at + 2 && !endsApposition(tokens, after.to);
  return isList ? undefined : after;
}

function isLight(word: string): boolean {
  return COPULA.test(word) || /^(?:the|a|only|also|in|fact)$/.test(word);
}

function endsApposition(tokens: readonly Token[], at: number): boolean {
  return tokens[at] === undefined || tokens[at]?.kind === "mark";
}

/** Nouns of which there are many: none of them has one name. */
const COMMON_NOUNS: ReadonlySet<string> = new Set(
  "man woman girl boy child friend person lady gentleman neighbour neighbor colleague artist poet writer author witness passenger other town citi villag river island street name word".split(
    " ",
  ),
);

/** "the harbour master, Ragna Lund", "Ragna Lund, the harbour master", "the ferry was called Osprey". */
function names(sentence: ReadSentence): Claim[] {
  return sentence.mentions.flatMap((mention, place) => {
    const role = mention.role;
    if (role !== undefined && mention.definite && isOneOnly(mention) && isOffice(role)) {
      return nameClaim(sentence, role, mention);
    }
    if (mention.kind !== "thing" || !mention.definite || !isOneOnly(mention)) return [];
    const after = nameAfter(sentence, mention, place);
    return after === undefined ? [] : nameClaim(sentence, mention.subject, after);
  });
}

const OFFICES: ReadonlySet<string> = new Set(
  "master mayor captain king queen judge priest vicar nurse chief head boss cook ferry boat steamer yacht schooner tug inn hotel pub cafe dog cat horse mare locomotive engine grandfather grandmother father mother husband wife".split(
    " ",
  ),
);

/** "the harbour master Ragna Lund", not "the late Ragna Lund". */
function isOffice({ text }: Subject): boolean {
  const noun = text.split(" ").at(-1) ?? "";
  return (
    OFFICES.has(noun) ||
    (/(?:er|or|ist|man|woman|ess|ian|ant|ent|ary)$/.test(noun) &&
      !/^(?:former|other|present|different|recent|former|elder|younger|inner|outer|upper|lower|late|ancient|military|primary|ordinary|great|silent|urgent|current|permanent|independent|important|distant|latter|popular|junior|senior|major|minor|superior|prior|poor)$/.test(
        noun,
      ))
  );
}

/** Relatives of whom a narrator has one. */
const ONLY_ONE: ReadonlySet<string> = new Set([
  "grandfather",
  "grandmother",
  "father",
  "mother",
  "husband",
  "wife",
]);

/** "the mayor", "my grandfather", not "her sister". */
function isOneOnly({ owner, subject, role }: Mention): boolean {
  if (owner === undefined) return true;
  const noun = (role ?? subject).text.split(" ").at(-1) ?? "";
  return owner === "my" && ONLY_ONE.has(noun);
}

function nameClaim(sentence: ReadSentence, role: Subject, mention: Mention): Claim[] {
  const noun = role.text.split(" ").at(-1) ?? "";
  const isRelative = RELATIONS.has(noun) && !ONLY_ONE.has(noun);
  const isBoat = role.words.length === 1 && /^(?:ship|boat)$/.test(role.head);
  if (COMMON_NOUNS.has(role.head) || isRelative || isBoat) return [];
  const { tokens } = sentence;
  const from = firstCapital(tokens, mention);
  return [
    sentence.claim({
      subject: { ...role, text: role.text.replace(/^\S+ /, "the ") },
      attribute: "name",
      typed: { kind: "name", name: mention.subject.text },
      span: { from, to: mention.to },
    }),
  ];
}

function firstCapital(tokens: readonly Token[], { from, to }: Mention): number {
  for (let at = from; at < to; at++) if (isCapital(tokens[at]) && at > from) return at;
  return from;
}

function nameAfter(
  { tokens, mentions }: ReadSentence,
  mention: Mention,
  place: number,
): Mention | undefined {
  const next = mentions[place + 1];
  const before = mentions[place - 1];
  const link = tokens.slice(mention.to, next?.from).map(({ lower }) => lower);
  if (next?.kind === "name" && !next.possessive && isNaming(link)) {
    const needsEnd = link.length === 1 && link[0] === ",";
    if (!needsEnd || endsApposition(tokens, next.to)) return next;
  }
  const isReversed =
    before?.kind === "name" &&
    !before.possessive &&
    before.to === mention.from - 1 &&
    tokens[before.to]?.text === "," &&
    tokens[mention.from]?.lower === "the" &&
    endsApposition(tokens, mention.to);
  return isReversed ? before : undefined;
}

function isNaming(link: readonly string[]): boolean {
  const words = link.join(" ");
  return /^(?:,|was|is|(?:is |was |, |had been )?(?:called|named)(?: the)?|'s name (?:was|is))$/.test(
    words,
  );
}

/** "The Osprey belongs to Marit", "owned by Marit", "Marit owns the Osprey". */
function owners(sentence: ReadSentence): Claim[] {
  const { tokens, mentions } = sentence;
  return tokens.flatMap((token, at) => {
    const next = mentions.find(({ from }) => from > at);
    const before = mentions.filter(({ to }) => to <= at).at(-1);
    const [thing, owner] =
      /^(?:owns|owned)$/.test(token.lower) && tokens[at + 1]?.lower !== "by"
        ? [next, before]
        : [before, next];
    const isOwning = isOwnership(tokens, at);
    if (!isOwning || thing === undefined || owner?.kind !== "name") return [];
    const subject = sentence.resolve(thing);
    const whose = sentence.resolve(owner);
    if (subject === undefined || whose === undefined || isDenied(tokens, at)) return [];
    return [
      sentence.claim({
        subject,
        attribute: "owner",
        typed: { kind: "name", name: whose.text },
        span: { from: owner.from, to: owner.to },
        lasting: false,
      }),
    ];
  });
}

function isOwnership(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.lower ?? "";
  const next = tokens[at + 1]?.lower ?? "";
  if (/^belong(?:s|ed)?$/.test(word)) return next === "to";
  if (word === "owned") return true;
  return word === "owns";
}
