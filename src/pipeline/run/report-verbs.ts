import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { RunSummary } from "../../records/index.ts";
import { exportCells, renderTerminalReport } from "../../report/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import type { RunContext } from "../run-context.ts";
import { findRunFolder } from "./run-folder.ts";

/**
 * A summary as a table for the terminal.
 *
 * @param summary - What a run came to.
 * @param options - Colours and width.
 * @returns Lines of text.
 */
export function terminalReport(
  summary: RunSummary,
  options: { readonly colour: boolean; readonly widthColumns: number },
): string {
  return renderTerminalReport(summary, options);
}

/**
 * The cells of a finished run as a table for other programs.
 *
 * @param runName - Name or folder of the run.
 * @param options - Format, and a file to write to; without one the text is returned only.
 * @param context - Where runs are.
 * @returns The table.
 * @throws LonghandError `unknown-run`, `no-summary`.
 */
export async function exportReport(
  runName: string,
  options: { readonly format: "csv" | "markdown" | "latex" | "jsonl"; readonly out?: string },
  context: RunContext,
): Promise<string> {
  const folder = await findRunFolder(runName, context);
  const text = await readFile(folder.summary, "utf8").catch((cause: unknown) => {
    throw new LonghandError(`The run ${folder.name} has no summary yet.`, {
      code: "no-summary",
      hint: `Finish it with: longhand run --resume ${folder.name}`,
      cause,
    });
  });
  const table = exportCells(JSON.parse(text) as RunSummary, options.format);
  if (options.out !== undefined) await writeAtomically(options.out, table);
  return table;
}
