// The scorer: a process of its own, the only one that opens the private key. It reads one order from
// its standard input and writes one result of numbers to its standard output.
import { text } from "node:stream/consumers";
import { LonghandError } from "../../foundation/index.ts";
import { scoreSubmission } from "../../pipeline/doors/scorer.ts";
import type { ScorerOrder, ScorerReply } from "./scorer-order.ts";
import { ensureKeys, openReferences } from "./sealed-references.ts";

const order = JSON.parse(await text(process.stdin)) as ScorerOrder;
process.stdout.write(JSON.stringify(await carryOut(order)));

async function carryOut({ vault, task, sealedPath }: ScorerOrder): Promise<ScorerReply> {
  try {
    await ensureKeys(vault);
    if (task === undefined) return { status: "done" };
    const references =
      sealedPath === undefined
        ? new Map<string, string>()
        : await openReferences(sealedPath, vault.privateKey);
    return { status: "done", outcome: await scoreSubmission(task, references) };
  } catch (error) {
    // A message may quote a text; only a code and what we wrote ourselves go out.
    return { status: "failed", code: error instanceof LonghandError ? error.code : "scorer-fault" };
  }
}
