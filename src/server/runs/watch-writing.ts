import type { Clock } from "../../foundation/index.ts";
import type { EventHub } from "../http/events.ts";

/** Time between two looks at a document, in milliseconds: as often it may be read anew. */
const LOOK_MS = 2_000;

/** What is watched. */
export interface WatchOptions {
  /** Name of the run's folder. */
  readonly id: string;
  /** A number that grows with everything that is recorded of it. */
  readonly revision: () => Promise<number>;
  /** Where the news go. */
  readonly events: EventHub;
  /** The time. */
  readonly clock: Clock;
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
}

/**
 * The topic under which news of a document are published.
 *
 * @param id - Name of the run's folder.
 * @returns The topic.
 */
export function writingTopic(id: string): string {
  return `writing:${id}`;
}

/**
 * Looks at a document that another process writes, and tells when it has changed. The files are all that
 * the two have in common.
 *
 * @param options - What is watched.
 * @returns Resolves once nobody listens any more, or the document is gone.
 */
export async function watchWriting(options: WatchOptions): Promise<void> {
  const { id, revision, events, clock, signal } = options;
  let before = await revision().catch(() => undefined);
  while (before !== undefined && !signal.aborted) {
    // Who goes away in the middle of a wait ends it.
    await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    const now = await revision().catch(() => undefined);
    if (now !== before) events.publish(writingTopic(id), { type: "writing-changed", ids: { id } });
    before = now;
  }
}
