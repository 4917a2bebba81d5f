import { LonghandError } from "../../foundation/index.ts";
import type { PlacedLine } from "../../rating/index.ts";
import { readJsonLines } from "../../storage/index.ts";

/**
 * Reads all lines of a JSON Lines file; blank ones are left out.
 *
 * @param path - The file.
 * @returns The values with their line numbers.
 * @throws LonghandError `invalid-ratings`, listing every line that is no JSON; `not-found`.
 */
export async function readPlacedLines(path: string): Promise<PlacedLine[]> {
  const lines: PlacedLine[] = [];
  const faults: string[] = [];
  for await (const each of readJsonLines(path)) {
    if (each.status === "bad") faults.push(each.error.message);
    else if (each.status !== "blank") lines.push({ line: each.line.line, value: each.value });
  }
  if (faults.length === 0) return lines;
  throw new LonghandError(`${path} holds lines that are no JSON:\n${faults.join("\n")}`, {
    code: "invalid-ratings",
    hint: "Mend the lines above, or export the file again.",
    details: { file: path },
  });
}
