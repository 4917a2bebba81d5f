import { LonghandError } from "../../foundation/index.ts";
import type { ChatMessage, JournalLine } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { FilterReason } from "../draft/candidate-filters.ts";
import type { ScoreParts } from "../draft/candidate-score.ts";
import { cleanReply, withoutTornEnd } from "../draft/clean-reply.ts";
import type { RunStore } from "../run/run-store.ts";

/** A draft of a part, as the journal tells it. */
export interface RecordedCandidate {
  /** Id of the part. */
  readonly node: string;
  /** Round and draft, for instance `0.2`. */
  readonly variant: string;
  /** What the model was asked. */
  readonly prompt: readonly ChatMessage[];
  /** Hash of the prompt: drafts of one prompt compare. */
  readonly promptHash: string;
  /** The text, cleaned. */
  readonly text: string;
  /** What speaks against it. */
  readonly reasons: readonly FilterReason[];
  /** Parts of its score. */
  readonly parts: ScoreParts;
  /** Its score, 0–1. */
  readonly score: number;
}

/** What a journal holds of the drafts of a run. */
export interface RecordedCandidates {
  /** The drafts, in the order of the journal. */
  readonly candidates: readonly RecordedCandidate[];
  /** Drafts whose prompt or reply is not kept: those of runs before prompts were. */
  readonly unreadable: number;
}

/**
 * Reads every draft of a run with its prompt and its score, from journal and calls alone.
 *
 * @param store - The run.
 * @returns The drafts.
 */
export async function readCandidates(
  store: Pick<RunStore, "lines" | "findCall" | "readBlob">,
): Promise<RecordedCandidates> {
  const asked: Asked = { prompts: new Map(), calls: new Map() };
  const candidates: RecordedCandidate[] = [];
  let unreadable = 0;
  for (const line of store.lines) {
    if (line.type !== "candidate") {
      remember(line, asked);
      continue;
    }
    const candidate = await candidateOf(line, asked, store);
    if (candidate === undefined) unreadable += 1;
    else candidates.push(candidate);
  }
  return { candidates, unreadable };
}

/** What a journal says before a draft: the prompt of each part, and the key of each call. */
interface Asked {
  readonly prompts: Map<string, string>;
  readonly calls: Map<string, string>;
}

type Line = Pick<JournalLine, "type" | "body">;

function remember({ type, body }: Line, { prompts, calls }: Asked): void {
  const node = String(body["node"]);
  if (type === "score") prompts.set(node, String(body["prompt"]));
  if (type !== "call" || body["stage"] !== "draft") return;
  // A second chance has names of its own for its calls, and the usual ones for its drafts.
  const variant = String(body["variant"]).replace(/^again\./, "");
  calls.set(`${node}|${variant}`, String(body["key"]));
}

async function candidateOf(
  { body }: Line,
  { prompts, calls }: Asked,
  store: Pick<RunStore, "findCall" | "readBlob">,
): Promise<RecordedCandidate | undefined> {
  const [node, variant] = [String(body["node"]), String(body["variant"])];
  const promptHash = prompts.get(node);
  const call = await store.findCall(calls.get(`${node}|${variant}`) ?? "");
  const text = await textOf(String(body["textHash"]), call?.text ?? "", store);
  if (promptHash === undefined || call === undefined || text === undefined) return undefined;
  return {
    node,
    variant,
    prompt: JSON.parse(await store.readBlob(promptHash)) as readonly ChatMessage[],
    promptHash,
    text,
    reasons: body["reasons"] as readonly FilterReason[],
    parts: body["parts"] as ScoreParts,
    score: Number(body["score"]),
  };
}

/** The draft as it was judged: the reply in plain prose, or what was kept of it with sentences left out. */
async function textOf(
  hash: string,
  reply: string,
  store: Pick<RunStore, "readBlob">,
): Promise<string | undefined> {
  const plain = withoutTornEnd(cleanReply(reply));
  if (sha256(plain) === hash) return plain;
  try {
    return await store.readBlob(hash);
  } catch (error) {
    if (error instanceof LonghandError && error.code === "damaged-run") return undefined;
    throw error;
  }
}
