import { fitDocument } from "../draft/fit-document.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import { beginRound, editBackwards } from "./back-edits.ts";
import { checkByModel } from "./check-by-model.ts";
import { openDocumentIndex } from "./document-index.ts";
import { extendDocument } from "./extend-document.ts";
import type { RepairGround } from "./measure-leaf.ts";
import { checkAll, recheckChanged, threadChecks } from "./recheck.ts";
import { CLOSING_REPAIRS, REPAIRS, repairDocument } from "./repair-document.ts";
import { threadEntries } from "./thread-issues.ts";

/**
 * Finishes a document whose leaves are all closed: mends open issues, changes earlier text for later text,
 * smooths joins, and brings the length into its tolerance.
 *
 * @param writer - The run.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function finishDocument(writer: Writer): Promise<void> {
  const { journal, brief } = writer;
  const ground: RepairGround = { writer, index: openDocumentIndex(writer.texts) };
  const begin = (body: Record<string, unknown>, checks: readonly JournalEntry[] = []) =>
    journal.record([...checks, { type: "phase", body }]);
  if (journal.state.phase === "draft") {
    await checkByModel(writer);
    const checks = [...threadEntries(writer), ...checkAll(ground)];
    await begin({ name: brief.repair ? "repair" : "close" }, checks);
  }
  if (journal.state.phase === "repair") {
    await repairDocument(ground, REPAIRS);
    await journal.record([beginRound(writer, 1)]);
  }
  if (journal.state.phase === "back") {
    await editBackwards(ground);
    await begin({ name: "close" });
  }
  if (journal.state.phase === "close") {
    if (brief.repair) await repairDocument(ground, CLOSING_REPAIRS);
    await begin({ name: "fit" });
  }
  if (journal.state.phase === "fit") {
    await fitDocument(writer);
    await extendDocument(ground);
    await recheckChanged(ground);
    await begin({ name: "done" }, [...threadEntries(writer), ...threadChecks(ground)]);
  }
}
