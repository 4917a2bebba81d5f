import { readFileSync } from "node:fs";

/**
 * Reads a file of golden values beside this one.
 *
 * @param name - File name, for instance `porter.jsonl`.
 * @returns One value a line.
 */
export function readGolden<T>(name: string): T[] {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
