import type { z } from "zod";
import type { LineProblem } from "../../../../records/index.ts";

/** What a file of JSON Lines holds. */
export interface ReadLines<T> {
  /** Values of the lines that are in order. */
  readonly values: readonly T[];
  /** What is wrong with the others. */
  readonly problems: readonly LineProblem[];
}

/**
 * Reads JSON Lines and lists all faults at once; blank lines are passed over.
 *
 * @param text - The file.
 * @param schema - What each line has to be.
 * @returns Values and faults.
 */
export function readJsonLines<T>(text: string, schema: z.ZodType<T>): ReadLines<T> {
  const values: T[] = [];
  const problems: LineProblem[] = [];
  for (const [place, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = place + 1;
    const parsed = schema.safeParse(jsonOf(written));
    if (parsed.success) {
      values.push(parsed.data);
      continue;
    }
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") ?? "";
    const message = `${where === "" ? "" : `${where}: `}${issue?.message ?? "not as it should be"}.`;
    problems.push({ line, code: "invalid-line", message });
  }
  if (values.length + problems.length === 0) {
    problems.push({ code: "empty-file", message: "The file holds no line." });
  }
  return { values, problems };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
