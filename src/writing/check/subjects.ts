import { porterStem } from "../../text/index.ts";
import { nameWords } from "./compare-values.ts";

/** Who or what a statement is about. */
export interface Subject {
  /** As it is written. */
  readonly text: string;
  /** `name` for a proper name, `thing` for a noun with its article. */
  readonly kind: "name" | "thing";
  /** Words that tell it from others, in lower case; of a thing its stems. */
  readonly words: readonly string[];
  /** The noun itself; of a name its last word. */
  readonly head: string;
}

const VAGUE_MODIFIERS: ReadonlySet<string> = new Set(
  "good great little small big large dear poor fine beautiful famous same very own whole entire present said aforesaid late".split(
    " ",
  ),
);

/**
 * The subject that a phrase names.
 *
 * @param phrase - A name or a noun with its article, for instance `the old bridge`.
 * @returns The subject.
 */
export function subjectOf(phrase: string): Subject {
  const words = phrase
    .normalize("NFC")
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter((word) => word === "of" || nameWords(word).length > 0);
  const isOwned = /['’]s\s+\p{Ll}/u.test(phrase);
  const isName = !isOwned && words.some((word) => /^\p{Lu}/u.test(word));
  if (isName) {
    const lower = words.filter((word) => word !== "of").map((word) => word.toLowerCase());
    return { text: phrase, kind: "name", words: lower, head: lower.at(-1) ?? "" };
  }
  const stems = words
    .filter((word) => !VAGUE_MODIFIERS.has(word.toLowerCase()))
    .map((word) => (/^\p{Lu}/u.test(word) ? word.toLowerCase() : porterStem(word)));
  // "the sale of the mill" is a sale.
  const of = words.indexOf("of");
  const noun = of > 0 ? words.slice(0, of).at(-1) : undefined;
  const head = noun === undefined ? stems.at(-1) : porterStem(noun);
  return {
    text: phrase,
    kind: "thing",
    words: stems.filter((stem) => stem !== "of"),
    head: head ?? "",
  };
}

/**
 * Tells whether two phrases can mean the same: of names one holds the other; of things the noun is
 * the same and neither is told from the other by a word of its own.
 *
 * @param left - One subject.
 * @param right - The other one.
 * @returns Whether they can.
 */
export function sameSubject(left: Subject, right: Subject): boolean {
  if (left.words.length === 0 || right.words.length === 0) return false;
  if (left.kind !== right.kind) return sameNamedThing(left, right);
  if (left.kind === "thing" && left.head !== right.head) return false;
  return holds(left.words, right.words) || holds(right.words, left.words);
}

/** `the Osprey` and `the ferry Osprey`. */
function sameNamedThing(left: Subject, right: Subject): boolean {
  const [name, thing] = left.kind === "name" ? [left, right] : [right, left];
  return name.words.map((word) => porterStem(word)).join() === thing.words.join();
}

function holds(long: readonly string[], short: readonly string[]): boolean {
  return short.every((word) => long.includes(word));
}
