import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server got it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers one request, in whatever way. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** A server on this machine that speaks as much of the OpenAI interface as a test wants. */
export interface MockOpenAiServer {
  /** Address up to and including `/v1`. */
  readonly baseUrl: string;
  /** All requests so far. */
  readonly requests: readonly ReceivedRequest[];
  /** Answers of the next requests, in order; after them every request gets the standing answer. */
  answerNext(...answers: readonly Answer[]): void;
  /** Resolves when so many requests have come since the start. */
  untilRequested(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a server on a free port.
 *
 * @param standing - Answer to every request that has none of its own.
 */
export async function startMockOpenAiServer(
  standing: Answer = reply("Hello."),
): Promise<MockOpenAiServer> {
  const requests: ReceivedRequest[] = [];
  const next: Answer[] = [];
  const watchers = new Set<() => void>();
  const server = createServer(async (incoming, response) => {
    const request = await received(incoming);
    requests.push(request);
    (next.shift() ?? standing)(response, request);
    for (const watcher of watchers) watcher();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    answerNext: (...answers) => {
      next.push(...answers);
    },
    untilRequested: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.length < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    close: () => closed(server),
  };
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  let text = "";
  incoming.setEncoding("utf8");
  for await (const piece of incoming) text += piece;
  return {
    method: incoming.method ?? "",
    url: incoming.url ?? "",
    headers: incoming.headers,
    body: text === "" ? {} : JSON.parse(text),
  };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** Answers with JSON. */
export function json(
  value: unknown,
  status: number = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    // The tests' clock stands still: no date of this machine may come between.
    response.sendDate = false;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Answers with any text. */
export function text(body: string, status: number, contentType: string = "text/plain"): Answer {
  return (response) => {
    response.sendDate = false;
    response.writeHead(status, { "content-type": contentType });
    response.end(body);
  };
}

/** A whole reply of `/chat/completions`; fields given replace those of the choice or the whole. */
export function chatCompletion(
  content: string | null,
  choice: Readonly<Record<string, unknown>> = {},
  whole: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "some-model",
    choices: [
      { index: 0, message: { role: "assistant", content }, finish_reason: "stop", ...choice },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
    ...whole,
  };
}

/** Answers a chat call with this text, in one piece or streamed, as it was asked for. */
export function reply(content: string): Answer {
  return (response, request) =>
    isStreamWanted(request)
      ? stream(eventsOf(content.match(/\S+\s*/g) ?? [content]))(response, request)
      : json(chatCompletion(content))(response, request);
}

/** Whether a request asked for a stream. */
export function isStreamWanted({ body: { stream: wanted } }: ReceivedRequest): boolean {
  return wanted === true;
}

/** The data of a streamed reply: its pieces, finish reason, usage and final mark. */
export function eventsOf(pieces: readonly string[], finishReason: string = "stop"): string[] {
  const chunk = (choices: unknown[], more: Readonly<Record<string, unknown>> = {}): string =>
    JSON.stringify({ object: "chat.completion.chunk", model: "some-model", choices, ...more });
  return [
    chunk([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]),
    ...pieces.map((content) => chunk([{ index: 0, delta: { content }, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: finishReason }]),
    chunk([], { usage: { prompt_tokens: 11, completion_tokens: pieces.length } }),
    "[DONE]",
  ];
}

/** Streams events, each in its own write. */
export function stream(events: readonly string[]): Answer {
  return (response) => {
    startStream(response);
    for (const data of events) response.write(`data: ${data}\n\n`);
    response.end();
  };
}

/** Begins a stream that the test goes on writing. */
export function startStream(response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
}

/** Never answers. */
export const hang: Answer = () => undefined;

/** Closes the connection without a word. */
export const hangUp: Answer = (response) => {
  response.socket?.destroy();
};
