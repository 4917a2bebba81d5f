import { readFileSync } from "node:fs";

/** A row of `cases/report/export-traps.jsonl`. */
export interface ReportTrap {
  readonly cell: string;
  readonly userId: string;
  readonly text: string;
  readonly mean?: number | null;
  readonly reason?: string;
}

/** Texts that a spreadsheet, LaTeX, Markdown, a browser or a terminal would take for something else. */
export function reportTraps(): ReportTrap[] {
  const path = new URL("cases/report/export-traps.jsonl", import.meta.url);
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ReportTrap);
}
