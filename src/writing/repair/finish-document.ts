import { fitDocument } from "../draft/fit-document.ts";
import type { Writer } from "../run/writer.ts";
import type { WritingPhase } from "../run/writing-state.ts";

/**
 * Finishes a document whose leaves are all closed.
 *
 * @param writer - The run.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function finishDocument(writer: Writer): Promise<void> {
  const { journal } = writer;
  const begin = (name: WritingPhase): Promise<void> =>
    journal.record([{ type: "phase", body: { name } }]);
  if (journal.state.phase === "draft") await begin("close");
  if (journal.state.phase === "close") {
    await fitDocument(writer);
    await begin("done");
  }
}
