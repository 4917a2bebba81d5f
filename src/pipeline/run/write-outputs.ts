import { flagsOf } from "../../generation/index.ts";
import type { GeneratedEntry, GeneratedText } from "../../records/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import { type GenerationLog, openEntryReader } from "./generation-log.ts";
import type { RunFolder } from "./run-folder.ts";
import { readPlan } from "./run-plan.ts";

/**
 * Writes `outputs.jsonl`: every finished text in plan order, without times or costs, so that equal
 * runs give equal bytes.
 *
 * @param folder - The run's folder.
 * @param log - Its generation log, as read.
 */
export async function writeOutputs(folder: RunFolder, log: GenerationLog): Promise<void> {
  if (log.outcomes.size === 0) {
    await writeAtomically(folder.outputs, "");
    return;
  }
  const entries = await openEntryReader(folder.generation);
  async function* lines(): AsyncGenerator<string> {
    for await (const planned of readPlan(folder.plan)) {
      const outcome = log.outcomes.get(planned.key);
      if (outcome?.status !== "generated") continue;
      const entry = (await entries.read(outcome)) as GeneratedEntry;
      const { key, exampleId, userId, cell, repeat } = planned;
      const flags = flagsOf(entry.text, entry.finishReason);
      const line: GeneratedText = {
        v: 1,
        key,
        exampleId,
        userId,
        cell,
        repeat,
        text: entry.text,
        flags,
      };
      yield `${JSON.stringify(line)}\n`;
    }
  }
  try {
    await writeAtomically(folder.outputs, lines());
  } finally {
    await entries.close();
  }
}
