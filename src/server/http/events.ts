/** News: what happened to which objects. Pages ask again for what they may see. */
export interface ServerEvent {
  /** What happened, for instance `board-changed`. */
  readonly type: string;
  /** Ids of objects by what they are, for instance `{ challengeId }`. Nothing but ids. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Hands news on to the pages that are open. Nothing is kept: a page that comes back asks again. */
export interface EventHub {
  /**
   * Tells everybody who listens to a topic. Call it after the transaction.
   *
   * @param topic - For instance `challenge:ID`.
   * @param event - What happened.
   */
  publish(topic: string, event: ServerEvent): void;
  /**
   * Listens.
   *
   * @param topic - The topic.
   * @param listener - Gets the events.
   * @returns Stops listening.
   */
  subscribe(topic: string, listener: (event: ServerEvent) => void): () => void;
  /** Called when the server stops: ends all streams. */
  close(): void;
  /** Aborted by `close`. */
  readonly closed: AbortSignal;
}

/**
 * Opens a hub.
 *
 * @returns A hub without listeners.
 */
export function openEventHub(): EventHub {
  const listeners = new Map<string, Set<(event: ServerEvent) => void>>();
  const closing = new AbortController();
  return {
    publish: (topic, event) => {
      for (const listener of listeners.get(topic) ?? []) listener(event);
    },
    subscribe: (topic, listener) => {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => {
        known.delete(listener);
        if (known.size === 0 && listeners.get(topic) === known) listeners.delete(topic);
      };
    },
    close: () => closing.abort(),
    closed: closing.signal,
  };
}

/** Streams that may be open at once: each holds a connection. */
const MAX_STREAMS = 1_000;
/** Pause after which an idle stream shows that it lives, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** Events that wait for a slow reader before its stream is ended; it comes back and asks again. */
const MAX_WAITING_EVENTS = 1_000;

let openStreams = 0;

/** Tells whether one more stream may be opened. */
export function mayOpenStream(): boolean {
  return openStreams < MAX_STREAMS;
}

/**
 * A reply of server-sent events.
 *
 * @param hub - Where they come from.
 * @param topics - What to listen to. Whether the caller may hear of them is the route's to decide.
 * @param signal - Aborted when the client has gone.
 * @returns The reply; it ends when the client goes or the server stops.
 */
export function eventStream(
  hub: EventHub,
  topics: readonly string[],
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        openStreams += 1;
        const send = (text: string): void => {
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_EVENTS) end();
          else controller.enqueue(encoder.encode(text));
        };
        const stops = topics.map((topic) => hub.subscribe(topic, (event) => send(frameOf(event))));
        const heartbeat = setInterval(() => send(": alive\n\n"), HEARTBEAT_MS);
        heartbeat.unref();
        let ended = false;
        end = () => {
          if (ended) return;
          ended = true;
          openStreams -= 1;
          clearInterval(heartbeat);
          for (const stop of stops) stop();
          signal.removeEventListener("abort", end);
          hub.closed.removeEventListener("abort", end);
          try {
            controller.close();
          } catch {
            // The client was faster: the stream is closed already.
          }
        };
        signal.addEventListener("abort", end);
        hub.closed.addEventListener("abort", end);
        send("retry: 2000\n\n");
        if (signal.aborted || hub.closed.aborted) end();
      },
      cancel: () => end(),
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

function frameOf({ type, ids }: ServerEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(ids)}\n\n`;
}
