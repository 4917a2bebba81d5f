import type { z } from "zod";
import { issueWords } from "../../storage/index.ts";
import { type Refusal, unprocessable } from "./refusals.ts";

/** Most problems that a refusal lists. */
const MOST_PROBLEMS = 20;

/** Something wrong with a part of a request. */
interface Problem {
  /** Name of the field, with dots between its levels; empty for the whole part. */
  readonly path: string;
  /** What is wrong, in plain words. */
  readonly message: string;
}

/** A part of a request, read: its value, or what is wrong with it. */
export type Reading =
  | { readonly isRight: true; readonly value: unknown }
  | { readonly isRight: false; readonly problems: readonly Problem[] };

/**
 * Reads a part of a request. Every text of it must be one that both databases keep as it is, whatever
 * the schema says.
 *
 * @param schema - What it must be.
 * @param given - What came: parts of a path, a query, a JSON body.
 * @returns The value that the schema makes of it, or what is wrong.
 */
export function readPart(schema: z.ZodType, given: unknown): Reading {
  const place = unkeptPlace(given, "");
  if (place !== undefined) return { isRight: false, problems: [{ path: place, message: UNKEPT }] };
  const parsed = schema.safeParse(given);
  if (parsed.success) return { isRight: true, value: parsed.data };
  const problems = parsed.error.issues.slice(0, MOST_PROBLEMS).map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issueWords(issue).replace(/\.$/, ""),
  }));
  return { isRight: false, problems };
}

/**
 * The refusal of a part that is not right.
 *
 * @param part - What it is called.
 * @param problems - What is wrong with it.
 * @returns 422 `invalid-request`, with `details.problems`.
 */
export function invalidPart(
  part: "body" | "query" | "header",
  problems: readonly Problem[],
): Refusal {
  const [first] = problems;
  const place = first === undefined || first.path === "" ? part : `${part} ${first.path}`;
  return unprocessable("invalid-request", `The ${place} is not right: ${first?.message}.`, {
    details: { problems: problems.map((problem) => ({ part, ...problem })) },
  });
}

const UNKEPT = "holds a character that no text can hold: NUL, or half of a surrogate pair";

/**
 * Tells whether a text can be kept: PostgreSQL takes no NUL, and half a surrogate pair is nothing in UTF-8.
 *
 * @param text - The text.
 * @returns `true` for all others.
 */
function isKeepable(text: string): boolean {
  return !text.includes("\u0000") && !/\p{Cs}/u.test(text);
}

/** Where a text stands that cannot be kept, names of fields among them; `undefined` if there is none. */
function unkeptPlace(value: unknown, path: string): string | undefined {
  if (typeof value === "string") return isKeepable(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    // A name that cannot be kept cannot be told either.
    if (!isKeepable(name)) return path;
    const place = unkeptPlace(part, path === "" ? name : `${path}.${name}`);
    if (place !== undefined) return place;
  }
  return undefined;
}
