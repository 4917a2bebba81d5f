import type { z } from "zod";
import { nearestWord } from "./nearest-word.ts";

/** How a schema's own words begin where nobody gave it better ones. */
const UNWORDED = /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/;

const ARTICLES: Readonly<Record<string, string>> = {
  number: "a number",
  string: "text",
  boolean: "true or false",
  object: "a mapping of keys to values",
  record: "a mapping of keys to values",
  array: "a list",
  tuple: "a list",
  int: "a whole number",
  null: "null",
  date: "a date",
  nan: "a number",
};

/**
 * Says in plain words what a schema found wrong with a value.
 *
 * @param issue - What it found; not about unknown keys.
 * @param written - The value as it was written. @defaultValue unknown
 * @returns What must be, and what is there, as the end of a sentence whose beginning is the value's name.
 */
export function issueWords(issue: z.core.$ZodIssue, written?: string): string {
  const got = written === undefined ? "" : `, got ${written === "" ? "nothing" : written}`;
  if (issue.code === "invalid_value") return choiceWords(issue, written);
  return `${UNWORDED.test(issue.message) ? plainWords(issue) : issue.message}${got}.`;
}

function choiceWords(issue: z.core.$ZodIssueInvalidValue, written: string | undefined): string {
  const values = issue.values.map(String);
  if (values.length === 1) return `must be ${values[0]}${gotWords(written)}.`;
  const near = written === undefined ? undefined : nearestWord(written, values);
  const meant = near === undefined ? `known are ${values.join(", ")}` : `did you mean "${near}"?`;
  const given = written === undefined ? "" : ` ${written === "" ? "nothing" : written}`;
  return `unknown value${given}: ${meant}`;
}

function gotWords(written: string | undefined): string {
  return written === undefined ? "" : `, got ${written === "" ? "nothing" : written}`;
}

function plainWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && /received undefined/.test(issue.message)
        ? `is missing; it must be ${articled(issue.expected)}`
        : `must be ${articled(issue.expected)}`;
    case "too_small":
      return boundWords(
        issue.origin,
        Number(issue.minimum),
        issue.inclusive === false ? "above" : "least",
      );
    case "too_big":
      return boundWords(
        issue.origin,
        Number(issue.maximum),
        issue.inclusive === false ? "below" : "most",
      );
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return "is not written as it must be";
    case "unrecognized_keys":
      return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "invalid_union":
      return unionWords(issue);
    default:
      return "is not a value that can stand here";
  }
}

function unionWords({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const ways = errors.flatMap((issues) => {
    const [first] = issues;
    return first === undefined ? [] : [issueWords(first).replace(/\.$/, "")];
  });
  const distinct = [...new Set(ways)];
  return distinct.length === 0 ? "is not a value that can stand here" : distinct.join(", or ");
}

function boundWords(
  origin: string,
  bound: number,
  side: "least" | "most" | "above" | "below",
): string {
  const shown = bound.toLocaleString("en");
  const unit = { string: "character", array: "item", set: "item", map: "entry" }[origin];
  if (unit === undefined) {
    if (side === "above" || side === "below") return `must be ${side} ${shown}`;
    return `must be ${shown} or ${side === "least" ? "more" : "less"}`;
  }
  if (side === "least" && bound === 1) return "must not be empty";
  const plural = unit === "entry" ? "entries" : `${unit}s`;
  const units = bound === 1 ? unit : plural;
  return `must have ${{ least: "at least", most: "at most", above: "more than", below: "fewer than" }[side]} ${shown} ${units}`;
}

function articled(expected: string): string {
  return ARTICLES[expected] ?? expected;
}

/**
 * Says in plain words everything that a schema found wrong with a value.
 *
 * @param error - What it found.
 * @param whole - What the value is called where a fault is about all of it. @defaultValue "the value"
 * @returns Faults with semicolons between them, each beginning with the name of its field, for instance
 *   `parts.length: must be a number`.
 */
export function faultWords(error: z.ZodError, whole: string = "the value"): string {
  return error.issues
    .map((issue) => {
      const words = issueWords(issue).replace(/\.$/, "");
      return `${issue.path.map(String).join(".") || whole}: ${words}`;
    })
    .join("; ");
}
