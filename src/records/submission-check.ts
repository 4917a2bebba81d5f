import type { ChallengeRules } from "./challenge-file.ts";
import { jsonTrouble } from "./json-trouble.ts";
import type { LineProblem } from "./submission.ts";

/** Largest text of an item, in bytes of UTF-8. */
export const MAX_ITEM_BYTES = 1_048_576;

/** Deepest nesting of a line. */
export const MAX_JSON_DEPTH = 32;

/** Most problems that are listed; the others are counted. */
export const MAX_LISTED_PROBLEMS = 10_000;

/** What a submission must hold. The browser and the server check by the same ones. */
export interface SubmissionRules {
  /** Ids of the items, each wanted exactly once. */
  readonly itemIds: readonly string[];
  /** Fewest words of a text. */
  readonly minWords: number;
  /** Most words of a text; absent without a bound. */
  readonly maxWords?: number;
  /** What happens to suspect texts. */
  readonly rules: Required<ChallengeRules>;
  /** Counts the words of a text: `unicodeWords(text).length` of `longhand/text`. */
  readonly countWords: (text: string) => number;
}

/** A text that was accepted. */
export interface SubmittedItem {
  /** Id of the item. */
  readonly itemId: string;
  /** The text. */
  readonly text: string;
  /** Its words. */
  readonly words: number;
}

/** What a check came to. */
export interface SubmissionVerdict {
  /** Whether nothing is wrong. */
  readonly accepted: boolean;
  /** What is wrong, in the order of the lines, missing items last; 10,000 at most. */
  readonly problems: readonly LineProblem[];
  /** How much is wrong. */
  readonly problemCount: number;
  /** Items with an accepted text. */
  readonly items: number;
  /** Accepted texts without a word. */
  readonly emptyTexts: number;
  /** Accepted texts below the fewest words. */
  readonly shortTexts: number;
  /** Accepted texts above the most words. */
  readonly longTexts: number;
}

/** A check that goes on line by line. */
export interface SubmissionCheck {
  /**
   * Takes the next line.
   *
   * @param text - The line without its line end; a blank one is passed over.
   * @param file - File inside an archive; lines are counted anew for each.
   * @returns Its item if nothing is wrong with it.
   */
  line(text: string, file?: string): SubmittedItem | undefined;
  /**
   * Notes something wrong with the file as a whole.
   *
   * @param problem - What.
   */
  add(problem: LineProblem): void;
  /**
   * Looks for missing items.
   *
   * @returns The verdict on all lines.
   */
  finish(): SubmissionVerdict;
}

/**
 * Opens the check of a submission: every line is looked at, so that all faults come in one list.
 *
 * @param rules - What it must hold.
 * @returns The check.
 */
export function openSubmissionCheck(rules: SubmissionRules): SubmissionCheck {
  const wanted = new Set(rules.itemIds);
  const mentioned = new Map<string, string>();
  const problems: LineProblem[] = [];
  const tally: Tally = { items: 0, emptyTexts: 0, shortTexts: 0, longTexts: 0 };
  let problemCount = 0;
  let place: Place = { file: undefined, line: 0 };

  const add = (problem: LineProblem): void => {
    problemCount += 1;
    if (problems.length < MAX_LISTED_PROBLEMS) problems.push(problem);
  };
  return {
    line: (text, file) => {
      place = { file, line: file === place.file ? place.line + 1 : 1 };
      const read = readLine(text, { rules, wanted, mentioned, place });
      if (read === undefined) return undefined;
      if ("code" in read) {
        add(problemAt(place, read));
        return undefined;
      }
      count(tally, read, rules);
      return read;
    },
    add,
    finish: () => {
      const missing = [...wanted].filter((id) => !mentioned.has(id));
      for (const id of missing) {
        add({ code: "missing-item", message: `No line answers ${shown(id)}.` });
      }
      return { accepted: problemCount === 0, problems, problemCount, ...tally };
    },
  };
}

type Tally = {
  -readonly [Name in "items" | "emptyTexts" | "shortTexts" | "longTexts"]: SubmissionVerdict[Name];
};

interface Place {
  readonly file: string | undefined;
  readonly line: number;
}

function problemAt({ file, line }: Place, what: Fault): LineProblem {
  return { ...(file === undefined ? {} : { file }), line, ...what };
}

function count(tally: Tally, { words }: SubmittedItem, rules: SubmissionRules): void {
  tally.items += 1;
  if (words === 0) tally.emptyTexts += 1;
  if (words < rules.minWords) tally.shortTexts += 1;
  if (words > (rules.maxWords ?? Number.POSITIVE_INFINITY)) tally.longTexts += 1;
}

interface LineContext {
  readonly rules: SubmissionRules;
  readonly wanted: ReadonlySet<string>;
  /** Where each id was seen first. */
  readonly mentioned: Map<string, string>;
  readonly place: Place;
}

type Fault = Pick<LineProblem, "code" | "message">;

/** The item of a line, what is wrong with it, or nothing for a blank line. */
function readLine(text: string, context: LineContext): SubmittedItem | Fault | undefined {
  const written = context.place.line === 1 ? text.replace(/^\uFEFF/, "") : text;
  if (written.trim() === "") return undefined;
  const value = parseLine(written);
  if (isFault(value)) return value;
  const named = idOf(value.fields);
  if (isFault(named)) return named;
  return (
    idFault(named.id, context) ??
    fieldFault(value.fields) ??
    textOf(named.id, value.fields["text"], context.rules)
  );
}

function idFault(id: string, { wanted, mentioned, place }: LineContext): Fault | undefined {
  const before = mentioned.get(id);
  if (before !== undefined) {
    return fault("duplicate-item", `${shown(id)} was answered before, on ${before}.`);
  }
  if (!wanted.has(id)) {
    return fault("unknown-item", `${shown(id)} is not among the items of this part.`);
  }
  mentioned.set(id, placeName(place));
  return undefined;
}

function fieldFault(fields: Readonly<Record<string, unknown>>): Fault | undefined {
  const extra = Object.keys(fields).filter((key) => !KNOWN.has(key));
  if (extra.length === 0) return undefined;
  const names = extra.slice(0, 5).map(shown).join(", ");
  return fault("unknown-field", `Unknown field ${names}: a line holds an id and "text" only.`);
}

const KNOWN: ReadonlySet<string> = new Set(["promptId", "exampleId", "text"]);

interface ParsedLine {
  readonly fields: Readonly<Record<string, unknown>>;
}

function parseLine(text: string): ParsedLine | Fault {
  const trouble = jsonTrouble(text, MAX_JSON_DEPTH);
  if (trouble?.kind === "deep") {
    return fault("too-deep", `Nested deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  const value = parsed(text);
  if (value === undefined) {
    return fault("invalid-json", "Not valid JSON: one complete object must stand on the line.");
  }
  if (trouble !== undefined) {
    return fault("key-twice", `The key ${shown(trouble.key)} stands twice in the object.`);
  }
  if (value.json === null || typeof value.json !== "object" || Array.isArray(value.json)) {
    return fault("not-an-object", 'Not an object: write {"promptId": "…", "text": "…"}.');
  }
  return { fields: value.json as Readonly<Record<string, unknown>> };
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function idOf(fields: Readonly<Record<string, unknown>>): { readonly id: string } | Fault {
  const given = ["promptId", "exampleId"].filter((key) => Object.hasOwn(fields, key));
  const [key] = given;
  if (key === undefined) {
    return fault("missing-id", "No id: the line needs a promptId or an exampleId.");
  }
  if (given.length > 1) {
    return fault("two-ids", "The line holds a promptId and an exampleId: keep one of them.");
  }
  const value = fields[key];
  if (typeof value !== "string" && !(typeof value === "number" && Number.isFinite(value))) {
    return fault("invalid-id", `${key} is ${kindOf(value)}: it must be a text or a number.`);
  }
  return { id: String(value).normalize("NFC") };
}

function textOf(itemId: string, text: unknown, rules: SubmissionRules): SubmittedItem | Fault {
  if (text === undefined) return fault("missing-text", `${shown(itemId)} has no "text".`);
  if (typeof text !== "string") {
    return fault("text-not-a-string", `The text of ${shown(itemId)} is ${kindOf(text)}.`);
  }
  if (exceedsBytes(text, MAX_ITEM_BYTES)) {
    return fault("text-too-large", `The text of ${shown(itemId)} is larger than 1 MiB.`);
  }
  const words = rules.countWords(text);
  const { maxWords = Number.POSITIVE_INFINITY, minWords } = rules;
  if (words === 0 && rules.rules.empty === "reject") {
    return fault("empty-text", `The text of ${shown(itemId)} holds no word.`);
  }
  if (words > 0 && words < minWords && rules.rules.belowMinWords === "reject") {
    const has = `The text of ${shown(itemId)} has ${words} words`;
    return fault("below-min-words", `${has}; at least ${minWords} are asked for.`);
  }
  if (words > maxWords && rules.rules.aboveMaxWords === "reject") {
    const has = `The text of ${shown(itemId)} has ${words} words`;
    return fault("above-max-words", `${has}; at most ${maxWords} are allowed.`);
  }
  return { itemId, text, words };
}

/** Whether a text takes more bytes of UTF-8; lone surrogates count as three, as they are written. */
function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += 1;
    else if (point < 0x800) bytes += 2;
    else bytes += point < 0x10000 ? 3 : 4;
  }
  return bytes > limit;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`.replace("a object", "an object");
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function placeName({ file, line }: Place): string {
  return file === undefined ? `line ${line}` : `line ${line} of ${shown(file)}`;
}

function fault(code: string, message: string): Fault {
  return { code, message };
}

function isFault(value: object): value is Fault {
  return "code" in value && "message" in value;
}
