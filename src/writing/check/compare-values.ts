import type {
  DateValue,
  NameValue,
  QuantityValue,
  TimeValue,
  TypedValue,
} from "../../records/index.ts";
import { comparableText } from "../../text/index.ts";
import { inBaseUnits } from "./units.ts";

/** `unlike`: nothing can be said about the two. */
export type Comparison = "same" | "different" | "unlike";

/** Amounts in different units agree up to this share. */
const CONVERSION_TOLERANCE = 0.04;
/** An amount that is not exact agrees up to this share. */
const ABOUT_TOLERANCE = 0.2;

/**
 * Compares two values.
 *
 * @param left - One value.
 * @param right - The other one.
 * @returns Whether they say the same, contradict each other, or cannot be compared.
 */
export function compareValues(left: TypedValue, right: TypedValue): Comparison {
  if (left.kind === "date" && right.kind === "date") return compareDates(left, right);
  if (left.kind === "time" && right.kind === "time") return compareTimes(left, right);
  if (left.kind === "quantity" && right.kind === "quantity") return compareAmounts(left, right);
  if (left.kind === "name" && right.kind === "name") return compareNames(left, right);
  if (left.kind === "word" && right.kind === "word") {
    return left.word === right.word ? "same" : "different";
  }
  return "unlike";
}

const DATE_PARTS = ["year", "month", "day", "weekday"] as const;

function compareDates(left: DateValue, right: DateValue): Comparison {
  const shared = DATE_PARTS.filter((part) => left[part] !== undefined && right[part] !== undefined);
  if (shared.length === 0) return "unlike";
  return shared.every((part) => left[part] === right[part]) ? "same" : "different";
}

function compareTimes(left: TimeValue, right: TimeValue): Comparison {
  const isExact = left.half !== "any" && right.half !== "any";
  const [one, other] = [left.minutes, right.minutes].map((minutes) =>
    isExact ? minutes : minutes % 720,
  );
  return one === other ? "same" : "different";
}

function compareAmounts(left: QuantityValue, right: QuantityValue): Comparison {
  if (left.dimension !== right.dimension) return "unlike";
  const isCounted = left.dimension === "count";
  if (isCounted && left.unit !== right.unit) return "unlike";
  const [one, other] = isCounted
    ? [left.amount, right.amount]
    : [inBaseUnits(left.amount, left.unit), inBaseUnits(right.amount, right.unit)];
  const off = Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other), 1e-9);
  if (off <= toleranceOf(left, right)) return "same";
  return isBounded(left, right, one - other) ? "unlike" : "different";
}

function toleranceOf(left: QuantityValue, right: QuantityValue): number {
  if (left.bound !== undefined || right.bound !== undefined) return ABOUT_TOLERANCE;
  return left.unit === right.unit ? 1e-9 : CONVERSION_TOLERANCE;
}

/** "More than 40" says nothing against 90. */
function isBounded(left: QuantityValue, right: QuantityValue, ahead: number): boolean {
  const bounds = [left.bound, right.bound];
  if (!bounds.includes("least") && !bounds.includes("most")) return false;
  if (left.bound === "least" || right.bound === "most") return ahead <= 0;
  return ahead >= 0;
}

/** One name may be a part of the other, as a surname is. */
function compareNames(left: NameValue, right: NameValue): Comparison {
  const [one, other] = [left, right].map(({ name }) => nameWords(name)) as [string[], string[]];
  const isPart = (short: string[], long: string[]): boolean =>
    short.length > 0 && short.every((word) => long.includes(word));
  return isPart(one, other) || isPart(other, one) ? "same" : "different";
}

const NAME_FILLERS: ReadonlySet<string> = new Set(
  "the a an of this that these those our my your his her its their mr mrs ms miss dr doctor captain old young town city village port".split(
    " ",
  ),
);

/**
 * The words of a name that tell it from others.
 *
 * @param name - The name.
 * @returns Its words in lower case, without titles and articles.
 */
export function nameWords(name: string): string[] {
  return comparableText(name)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter((word) => word !== "" && word !== "s" && !NAME_FILLERS.has(word));
}
