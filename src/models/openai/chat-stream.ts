import { throwIfCancelled } from "../cancelled-call.ts";
import type { CallOptions } from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { type CollectedReply, collect, emptyCollection, invalid } from "./chat-reply.ts";
import { readServerSentEvents, type ServerSentEvent } from "./server-sent-events.ts";
import { tryJson } from "./try-json.ts";

/** How a stream is read. */
export interface ChatStreamOptions extends CallOptions {
  /** Throws if the data of an event stand for a failure. */
  readonly refuseFailure: (parsed: unknown, text: string) => void;
}

/**
 * Reads a streamed reply to its end.
 *
 * @param pieces - The answer's body in pieces.
 * @param options - Receiver of the text, abort signal, and the judge of failures.
 * @returns The whole reply.
 * @throws ModelCallError `network` if the stream ends before the reply does; `invalid-output` if an
 *   event is not JSON of the right shape; what `refuseFailure` throws.
 */
export async function readChatStream(
  pieces: AsyncIterable<string>,
  { onText, signal, refuseFailure }: ChatStreamOptions,
): Promise<CollectedReply> {
  const collected = emptyCollection();
  const emit = wholeCharacters(onText);
  for await (const event of readServerSentEvents(pieces)) {
    if (event.data.trim() === "[DONE]") return ended(collected, emit);
    const parsed = parsedEvent(event);
    refuseFailure(parsed, event.data);
    throwIfCancelled(signal);
    emit(collect(collected, parsed));
  }
  // Some servers close the stream without the final mark; with a finish reason it was whole.
  if (collected.finishReason !== undefined) return ended(collected, emit);
  throw cutStream(collected.text.length);
}

function ended(collected: CollectedReply, emit: (piece: string) => void): CollectedReply {
  emit("");
  return collected;
}

function parsedEvent({ data, complete }: ServerSentEvent): unknown {
  const parsed = tryJson(data);
  if (parsed !== undefined) return parsed.value;
  if (!complete) throw cutStream(undefined);
  throw invalid("an event of the stream is not JSON");
}

function cutStream(written: number | undefined): ModelCallError {
  const after = written === undefined ? "inside an event" : `after ${written} characters`;
  return new ModelCallError(`openai: the stream was cut off ${after}.`, {
    reason: "network",
    retryable: true,
  });
}

const HIGH_HALF = /[\uD800-\uDBFF]$/;

/** Holds half a character back until its other half has come; passes nothing empty on. */
function wholeCharacters(onText: CallOptions["onText"]): (piece: string) => void {
  let held = "";
  return (piece) => {
    const text = held + piece;
    const end = piece !== "" && HIGH_HALF.test(text) ? text.length - 1 : text.length;
    held = text.slice(end);
    if (end > 0) onText?.(text.slice(0, end));
  };
}
