import { comparableId, pythonStrip } from "../../text/index.ts";

/** Why a finished text cannot be judged by any metric. */
export type TextFault = "no-output" | "empty-output" | "invalid-output" | "no-reference";

/** Faults of a text that is no usable text at all; without a reference, some metrics still judge it. */
const FAILURES: readonly string[] = ["no-output", "empty-output", "invalid-output"];

/**
 * Whether a reason says that there is no usable text: it is then counted as failed, once, and not
 * as unscored under every metric.
 *
 * @param reason - Why a metric gave no score.
 * @returns `true` for `no-output`, `empty-output` and `invalid-output`.
 */
export function isFailure(reason: string): boolean {
  return FAILURES.includes(reason);
}

/** A line of a file of finished texts. */
export interface TextToScore {
  /** Id of the line, or of the dataset example. */
  readonly id: string;
  /** The text; `undefined` with a fault. */
  readonly prediction: string | undefined;
  /** What it should have been; empty with a fault. */
  readonly references: readonly string[];
  /** Why it cannot be judged; absent if it can. */
  readonly fault?: TextFault;
  /** Whose text it is, as the line or the dataset says; absent if neither does. */
  readonly user?: string;
  /** How the model stopped, where the line says so. */
  readonly finishReason?: "stop" | "length";
}

/** A line that is no such thing. */
export interface LineFault {
  /** What is wrong, without file and line. */
  readonly problem: string;
}

/**
 * Reads one record `{id, prediction, reference | references}` or, with a dataset, `{exampleId, text}`;
 * whose text it is may stand there as `user`, `userId` or `user_id`.
 * A missing, empty or odd prediction is counted, not refused; a missing id is refused.
 *
 * @param value - A JSON value, or a row of a CSV file.
 * @param fallbackId - Id for records without one; absent to refuse those.
 * @returns The text, or what is wrong with the line.
 */
export function textToScore(value: unknown, fallbackId?: string): TextToScore | LineFault {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: "not an object with id, prediction and reference" };
  }
  const record = value as Readonly<Record<string, unknown>>;
  const id = record["id"] ?? record["exampleId"] ?? fallbackId;
  if (typeof id !== "string" && typeof id !== "number") return { problem: "id is missing" };
  if (id === Number.POSITIVE_INFINITY || id === Number.NEGATIVE_INFINITY) {
    return { problem: "id is a number beyond all bounds" };
  }
  const references = referencesOf(record);
  if (references === undefined) return { problem: "reference is not a string" };
  const found = predictionOf("prediction" in record ? record["prediction"] : record["text"]);
  const { finishReason } = record;
  const isKnown = finishReason === "stop" || finishReason === "length";
  return {
    id: comparableId(id),
    references,
    ...found,
    ...userOf(record),
    ...(isKnown ? { finishReason } : {}),
  };
}

/**
 * Whose text a line is about.
 *
 * @param record - The line.
 * @returns What stands there as `user`, `userId` or `user_id`, if it is a text or a number.
 */
export function userOf(record: Readonly<Record<string, unknown>>): { readonly user?: string } {
  const user = record["user"] ?? record["userId"] ?? record["user_id"];
  const isNamed = (typeof user === "string" && user !== "") || typeof user === "number";
  return isNamed ? { user: comparableId(user) } : {};
}

function predictionOf(
  value: unknown,
): Pick<TextToScore, "prediction"> & { readonly fault?: TextFault } {
  if (value === undefined || value === null) return { prediction: undefined, fault: "no-output" };
  if (typeof value !== "string") return { prediction: undefined, fault: "invalid-output" };
  if (isBlank(value)) {
    return { prediction: undefined, fault: "empty-output" };
  }
  return { prediction: value };
}

function isBlank(text: string): boolean {
  return text.trim() === "" || pythonStrip(text) === "";
}

function referencesOf(record: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const given = record["references"] ?? record["reference"];
  if (given === undefined || given === null) return [];
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (!list.every((item) => typeof item === "string")) return undefined;
  // Nothing but white space is no reference under any profile, so that no mean counts a 0 for it.
  return list.every((item) => isBlank(item)) ? [] : list;
}
