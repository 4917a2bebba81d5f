// Texts with marked facts, and a seeded mutator that plants contradictions among them. It knows nothing of
// the rules that look for them: it works on the marks alone.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Random } from "../src/foundation/index.ts";

/** A marked fact. */
export interface MarkedFact {
  /** What kind of fact: `date`, `number`, `name`, … */
  readonly type: string;
  /** Which fact; marks of one key say the same. */
  readonly key: string;
  /** What stands there. */
  readonly text: string;
  /** What could stand there and would be wrong; for states, orders, relations. */
  readonly others: readonly string[];
  /** Leaf and place in its text. */
  readonly leaf: number;
  readonly start: number;
}

/** A text whose facts are marked. */
export interface MarkedText {
  readonly name: string;
  readonly kind: string;
  readonly goal: string;
  /** Facts of its brief. */
  readonly facts: readonly Record<string, string | number>[];
  readonly leaves: readonly string[];
  readonly marks: readonly MarkedFact[];
  /** Facts that the brief lays down, as `type key`. */
  readonly backed: readonly string[];
}

/**
 * `checker`: the texts that the rules were tuned on; `checker-unseen`: those written without them; `checker-fresh`: those
 * written after the rules were made general, and measured once before anything was changed.
 */
export type MarkedSet = "checker" | "checker-unseen" | "checker-fresh";
const MARK = /\[\[(\w+) (\w+)\|([^\]]*)\]\]/g;

export function readMarkedTexts(set: MarkedSet = "checker"): MarkedText[] {
  const folder = join(import.meta.dirname, "cases", set);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => readMarkedText(name, readFileSync(join(folder, name), "utf8")));
}

function readMarkedText(name: string, content: string): MarkedText {
  const [head = "", body = ""] = content.split("===\n");
  const { kind, goal, facts = [], backed = [] } = parse(head);
  const marks: MarkedFact[] = [];
  const leaves = body.split("\n---\n").map((marked, leaf) => {
    let text = "";
    let from = 0;
    for (const found of marked.trim().matchAll(MARK)) {
      const [all, type = "", key = "", inside = ""] = found;
      const [shown = "", ...others] = inside.split("|");
      text += marked.trim().slice(from, found.index);
      marks.push({ type, key, text: shown, others, leaf, start: text.length });
      text += shown;
      from = found.index + all.length;
    }
    return text + marked.trim().slice(from);
  });
  return { name, kind, goal, facts, leaves, marks, backed };
}

/** A contradiction that was planted. */
export interface Planted {
  readonly mark: MarkedFact;
  /** What stands there now. */
  readonly text: string;
  /** Where it stands in the changed leaf. */
  readonly start: number;
}

/** Marks whose change contradicts something: another mark of the same fact, or the brief. */
export function plantable({ marks, backed }: MarkedText): MarkedFact[] {
  return marks.filter((mark) => {
    const same = marks.filter(({ type, key }) => type === mark.type && key === mark.key);
    const isBacked = backed.includes(`${mark.type} ${mark.key}`);
    return (same.length > 1 || isBacked) && (mark.type !== "name" || /\p{L}{4}/u.test(mark.text));
  });
}

/** Changes some marks, each of another fact. */
export function plant(
  text: MarkedText,
  chosen: readonly MarkedFact[],
  random: Random,
): { readonly leaves: string[]; readonly planted: Planted[] } {
  const leaves = [...text.leaves];
  const planted: Planted[] = [];
  // From the back, so that places before a change stay.
  const ordered = [...chosen].sort(
    (left, right) => left.leaf - right.leaf || right.start - left.start,
  );
  for (const mark of ordered) {
    const wrong = wrongValue(mark, random);
    const leaf = leaves[mark.leaf] ?? "";
    leaves[mark.leaf] =
      leaf.slice(0, mark.start) + wrong + leaf.slice(mark.start + mark.text.length);
    const moved = wrong.length - mark.text.length;
    for (const [index, other] of planted.entries()) {
      if (other.mark.leaf === mark.leaf) planted[index] = { ...other, start: other.start + moved };
    }
    planted.push({ mark, text: wrong, start: mark.start });
  }
  return { leaves, planted };
}

const UNDER_TEN = "two three four five six seven eight nine".split(" ");
const OVER_TEN =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth".split(
    " ",
  );
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const PLACES = ["Lindau", "Odense", "Marburg", "Tartu", "Galway", "Brno", "Perth", "Siena"];
const OWNERS = ["Emil Faber", "Johanna Reed"];

function wrongValue(mark: MarkedFact, random: Random): string {
  const pick = <T>(values: readonly T[]): T => values[random.nextBelow(values.length)] as T;
  if (mark.others.length > 0) return pick(mark.others);
  if (mark.type === "name") return misspelt(mark.text, random);
  if (mark.type === "place") return pick(PLACES.filter((place) => place !== mark.text));
  if (mark.type === "owner") return pick(OWNERS);
  const pieces = mark.text.split(/(\d[\d,.]*|\p{L}+)/u);
  const changeable = pieces.flatMap((piece, at) =>
    otherPiece(piece, random) === undefined ? [] : [at],
  );
  const at = pick(changeable);
  if (at === undefined) throw new RangeError(`Nothing to change in ${mark.text}`);
  pieces[at] = otherPiece(pieces[at] ?? "", random) ?? "";
  return pieces.join("");
}

function otherPiece(piece: string, random: Random): string | undefined {
  const pick = (values: readonly string[]): string => {
    const others = values.filter((value) => value !== piece);
    return others[random.nextBelow(others.length)] as string;
  };
  if (/^\d/.test(piece)) return otherDigits(piece, random);
  const lower = piece[0]?.toLowerCase() + piece.slice(1);
  if (lower !== piece && !MONTHS.includes(piece)) {
    const other = otherPiece(lower, random);
    return other === undefined ? undefined : other[0]?.toUpperCase() + other.slice(1);
  }
  // "three" may be a part of "sixty-three".
  for (const list of [MONTHS, UNDER_TEN, OVER_TEN, TENS, ORDINALS])
    if (list.includes(piece)) return pick(list);
  return undefined;
}

/** Another number of as many digits; a day of a month stays one. */
function otherDigits(piece: string, random: Random): string {
  const value = Number(piece.replaceAll(",", ""));
  if (piece.includes(".")) return (value + 0.3 + random.nextBelow(6) / 10).toFixed(1);
  if (value <= 31)
    return String(value > 15 ? value - 3 - random.nextBelow(9) : value + 3 + random.nextBelow(9));
  if (value >= 1000 && value < 2100 && !piece.includes(",")) {
    return String(value - 3 - random.nextBelow(30));
  }
  const changed = Math.round(value * (1.3 + random.next()));
  return piece.includes(",") ? changed.toLocaleString("en") : String(changed);
}

/** One or two letters of the longest word changed. */
function misspelt(name: string, random: Random): string {
  const words = name.split(" ");
  const long = words.filter((word) => word.length >= 4 && word !== "Doctor");
  const word = long[random.nextBelow(long.length)] ?? name;
  const edits = word.length >= 6 && random.nextBelow(2) === 1 ? 2 : 1;
  let changed = word;
  while (changed === word || words.includes(changed)) {
    changed = word;
    for (let edit = 0; edit < edits; edit++) changed = edited(changed, random);
  }
  return words.map((each) => (each === word ? changed : each)).join(" ");
}

function edited(word: string, random: Random): string {
  const at = 1 + random.nextBelow(word.length - 1);
  const letter = "abdegiklmnoprstu"[random.nextBelow(16)] ?? "a";
  const kind = random.nextBelow(word.length > 5 ? 3 : 2);
  if (kind === 0) return word.slice(0, at) + letter + word.slice(at + 1);
  return kind === 1
    ? word.slice(0, at) + letter + word.slice(at)
    : word.slice(0, at) + word.slice(at + 1);
}
