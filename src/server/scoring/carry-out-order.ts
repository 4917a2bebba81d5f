import { LonghandError } from "../../foundation/index.ts";
import { scoreSubmission } from "../../pipeline/doors/scorer.ts";
import type { ScorerOrder, ScorerReply } from "./scorer-order.ts";
import { ensureKeys, openReferences } from "./sealed-references.ts";

/**
 * Does what the scorer process is asked. Runs in that process only.
 *
 * @param order - Keys to be made, and what to score.
 * @returns Numbers, or the code of a fault: a message might quote a hidden text.
 */
export async function carryOutOrder({
  vault,
  task,
  sealedPath,
}: ScorerOrder): Promise<ScorerReply> {
  try {
    await ensureKeys(vault);
    if (task === undefined) return { status: "done" };
    const references =
      sealedPath === undefined
        ? new Map<string, string>()
        : await openReferences(sealedPath, vault.privateKey);
    return { status: "done", outcome: await scoreSubmission(task, references) };
  } catch (error) {
    return { status: "failed", code: error instanceof LonghandError ? error.code : "scorer-fault" };
  }
}
