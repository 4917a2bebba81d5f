import type { WritingFact } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { Stretch } from "../brief/stretches.ts";
import { checkFacts, isTelling, placeOf } from "../check/check-facts.ts";
import { bearersOf, type KnownName, lookAtNames } from "../check/check-names.ts";
import { checkOrder, orderFact } from "../check/check-order.ts";
import type { Claim } from "../check/claim.ts";
import { type ReadText, readText } from "../check/claims.ts";
import { isAmount } from "../check/definite-amounts.ts";
import type { FactGround } from "../check/fact-ground.ts";
import type { SaidFacts } from "./fact-book.ts";

/** Most facts that are kept of one leaf; a longer list would be noise. */
const MOST_FACTS = 60;
/** Most amounts beside them that are kept without whose they are. */
const MOST_AMOUNTS = 40;

/**
 * What a text says that is worth keeping: its claims that contradict nothing, as facts with the words that
 * say so. They are proposals until the text is accepted.
 *
 * @param text - The text.
 * @param ground - Where it stands, and what holds.
 * @param origin - Whose text it is. @defaultValue "text"
 * @returns Facts, names and who is spoken of as she or he.
 */
export function proposedFacts(
  text: string,
  ground: FactGround,
  origin: "text" | "author" = "text",
): SaidFacts {
  const read = readText(text, ground.bible.entities);
  const { sound } = checkFacts(text, read.claims, ground);
  const kept = sound.filter((claim) => !isAmount(claim) && isWorthKeeping(claim));
  const amounts = sound.filter(isAmount).slice(0, MOST_AMOUNTS);
  const facts = [...kept.slice(0, MOST_FACTS), ...amounts].map((claim) =>
    factOf(claim, { text, ground, origin }),
  );
  const orders = checkOrder(read, ground).sound.map((statement) => {
    const fact = { ...orderFact(statement, ground.node), origin };
    return { ...fact, id: idOf(fact) };
  });
  const { drifts, fresh } = lookAtNames(read, ground);
  const drifted = new Set(drifts.map(({ token }) => token.start));
  return {
    facts: [...facts, ...orders],
    names: [...namesIn(read, drifted), ...firstNames(read, fresh)],
    persons: [...bearersOf(read)].sort(),
    genders: gendersIn(read),
  };
}

function isWorthKeeping(claim: Claim): boolean {
  const { subject, attribute, lasting } = claim;
  if (subject === undefined) return isTelling(claim);
  return lasting || attribute.startsWith("change: ");
}

interface FactPlace {
  readonly text: string;
  readonly ground: FactGround;
  readonly origin: "text" | "author";
}

function factOf(claim: Claim, { text, ground, origin }: FactPlace): WritingFact {
  const { node, span } = ground;
  const { attribute, typed, value, scope, start, end } = claim;
  const subject = claim.subject?.text ?? "";
  const fact: Omit<WritingFact, "id"> = {
    subject,
    attribute,
    value,
    typed,
    ...(scope.length === 0 ? {} : { scope }),
    span: spanOf(claim, text, span),
    evidence: { node, quote: text.slice(start, end), start },
    origin,
    locked: origin === "author",
    state: "proposed",
  };
  return { id: idOf(fact), ...fact };
}

function idOf({ subject, attribute, value, evidence }: Omit<WritingFact, "id">): string {
  const place = `${evidence?.node ?? ""}|${evidence?.start ?? 0}`;
  return sha256(`${place}|${attribute}|${subject}|${value}`).slice(0, 8);
}

/** From its place on: what is said later may end it. */
function spanOf(claim: Claim, text: string, span: Stretch): Stretch {
  const at = placeOf(claim, text, span);
  return [Math.round(at * 1e6) / 1e6, 1];
}

function namesIn({ sentences }: ReadText, drifted: ReadonlySet<number>): SaidFacts["names"] {
  const names = new Map<string, number>();
  for (const { mentions, tokens } of sentences) {
    for (const { kind, subject, from, to } of mentions) {
      if (kind !== "name" || names.has(subject.text)) continue;
      const own = tokens.slice(from, to);
      // A misspelt name is not to be known.
      if (own.some(({ start }) => drifted.has(start))) continue;
      const first = subject.text.split(" ")[0] ?? "";
      const start = own.find(({ text }) => text === first)?.start ?? own[0]?.start ?? 0;
      names.set(subject.text, start);
    }
  }
  return [...names];
}

/** Names that stand only at the beginning of sentences. */
function firstNames({ sentences }: ReadText, fresh: readonly KnownName[]): SaidFacts["names"] {
  const mentioned = new Set(
    sentences.flatMap(({ mentions }) =>
      mentions.flatMap(({ kind, subject }) => (kind === "name" ? subject.words : [])),
    ),
  );
  return fresh
    .filter(({ word }) => !mentioned.has(word))
    .map(({ name, start = 0 }) => [name, start] as const);
}

function gendersIn({ genders }: ReadText): SaidFacts["genders"] {
  return Object.fromEntries([...genders].map(([{ text }, gender]) => [text, gender]));
}
