import type { RunSummary } from "../../records/index.ts";
import { renderTerminalReport } from "../../report/index.ts";

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
