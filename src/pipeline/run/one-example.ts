import { firstWords, terminalSafe } from "../../text/index.ts";
import type { FinishedRun } from "./run-experiment.ts";
import { readOutputs } from "./score-texts.ts";

const SHOWN_WORDS = 45;

/**
 * The beginning of what each cell wrote for the run's first example, for the terminal.
 *
 * @param run - A finished run.
 * @returns A few lines; control characters are escaped.
 */
export async function oneExampleOf({ folder }: Pick<FinishedRun, "folder">): Promise<string> {
  const lines: string[] = [];
  let exampleId: string | undefined;
  for await (const text of readOutputs(folder.outputs)) {
    exampleId ??= text.exampleId;
    if (text.exampleId !== exampleId) break;
    if (text.repeat > 0) continue;
    if (lines.length === 0) lines.push(`One example, by ${text.userId} (${text.exampleId}):`);
    lines.push(`  ${text.cell}`, `    ${firstWords(text.text, SHOWN_WORDS)} …`);
  }
  return terminalSafe(lines.join("\n"));
}
