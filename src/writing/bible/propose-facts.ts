import type { WritingFact } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { Stretch } from "../brief/stretches.ts";
import { checkFacts, type FactGround, placeOf } from "../check/check-facts.ts";
import type { Claim } from "../check/claim.ts";
import { type ReadText, readText } from "../check/claims.ts";
import type { SaidFacts } from "./fact-book.ts";

/** Most facts that are kept of one leaf; a longer list would be noise. */
const MOST_FACTS = 60;

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
  const kept = sound.filter(isWorthKeeping).slice(0, MOST_FACTS);
  const facts = kept.map((claim) => factOf(claim, { text, ground, origin }));
  return { facts, names: namesIn(read), genders: gendersIn(read) };
}

function isWorthKeeping({ subject, attribute, lasting }: Claim): boolean {
  return subject !== undefined && (lasting || attribute.startsWith("change: "));
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
  return {
    id: sha256(`${node}|${start}|${attribute}|${subject}|${value}`).slice(0, 8),
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
}

/** From its place on: what is said later may end it. */
function spanOf(claim: Claim, text: string, span: Stretch): Stretch {
  const at = placeOf(claim, text, span);
  return [Math.round(at * 1e6) / 1e6, 1];
}

function namesIn({ sentences }: ReadText): string[] {
  const names = new Set<string>();
  for (const { mentions } of sentences) {
    for (const { kind, subject } of mentions) if (kind === "name") names.add(subject.text);
  }
  return [...names];
}

function gendersIn({ genders }: ReadText): SaidFacts["genders"] {
  return Object.fromEntries([...genders].map(([{ text }, gender]) => [text, gender]));
}
