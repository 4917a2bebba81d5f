import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Answer,
  chatCompletion,
  json,
  type MockOpenAiServer,
  startMockOpenAiServer,
  text,
} from "./mock-openai-server.ts";

/** How a request ended, as the server saw it. */
export type ServedOutcome = "answered" | "cut-off" | "429" | "500" | "half a reply";

/** One request. */
export interface ServedRequest {
  /** Which one it was, from 1; a whole reply names it. */
  readonly number: number;
  /** Hash of everything that was asked. */
  readonly asked: string;
  readonly outcome: ServedOutcome;
}

/** How the server behaves. */
export interface FaultyServerOptions {
  /** How long a reply takes, in milliseconds. */
  readonly delayMs: number;
  /** Requests that are worked on at once; the others wait. @defaultValue no bound */
  readonly parallel?: number;
  /** `false` answers every request well. @defaultValue true */
  readonly faults?: boolean;
}

/** A server that answers most requests, and some of them badly. */
export interface FaultyServer extends Pick<MockOpenAiServer, "baseUrl" | "close"> {
  /** Every request so far, in order of arrival. */
  readonly served: readonly ServedRequest[];
  /**
   * How long it had something to do, and how much work that was.
   *
   * @param share - Up to which share of all answers, 0–1: the last ones may be of calls that waited.
   */
  load(share: number): ServerLoad;
}

/** What a server had to do. */
export interface ServerLoad {
  /** From the first request to the last answer that counts, in milliseconds. */
  readonly spanMs: number;
  /** What it took for each of these answers, together, in milliseconds; on a busy machine more than the delay. */
  readonly workMs: number;
  /** How long it asked to be left alone, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Starts a server that answers some requests with 429 (and a wait in seconds or as a date), with 500,
 * late, with half a reply, or with a reply that stopped at its limit. Which ones depends on the count
 * of requests alone.
 *
 * @param options - Speed and faults.
 */
export async function startFaultyServer(options: FaultyServerOptions): Promise<FaultyServer> {
  const served: ServedRequest[] = [];
  const { parallel = Number.POSITIVE_INFINITY, delayMs, faults = true } = options;
  const turn = turnstile(parallel);
  let firstMs: number | undefined;
  const answers: { readonly atMs: number; readonly workMs: number; readonly waitMs: number }[] = [];
  const answer: Answer = (response, request) => {
    const number = served.length + 1;
    const asked = createHash("sha256").update(JSON.stringify(request.body)).digest("hex");
    const fault = faults ? faultOf(number) : undefined;
    served.push({ number, asked, outcome: fault?.outcome ?? "answered" });
    firstMs ??= performance.now();
    void turn(async () => {
      const beganMs = performance.now();
      await wait(delayMs * (fault?.slowness ?? 1));
      (fault?.answer ?? wholeReply(number))(response, request);
      const atMs = performance.now();
      answers.push({ atMs, workMs: atMs - beganMs, waitMs: fault?.waitMs ?? 0 });
    });
  };
  const server = await startMockOpenAiServer(answer);
  const load = (share: number): ServerLoad => {
    const counted = answers.slice(0, Math.ceil(share * answers.length));
    const lastMs = counted.at(-1)?.atMs ?? 0;
    const workMs = counted.reduce((sum, answer) => sum + answer.workMs, 0);
    const waitMs = counted.reduce((sum, answer) => sum + answer.waitMs, 0);
    return { spanMs: lastMs - (firstMs ?? lastMs), workMs, waitMs };
  };
  return { baseUrl: server.baseUrl, close: server.close, served, load };
}

interface Fault {
  readonly outcome: ServedOutcome;
  readonly answer?: Answer;
  /** How many times the usual delay. */
  readonly slowness?: number;
  /** For how long it wants no calls, in milliseconds. */
  readonly waitMs?: number;
}

function faultOf(number: number): Fault | undefined {
  if (number % 900 === 450) return { outcome: "429", answer: tooMany("0.05"), waitMs: 50 };
  if (number % 2500 === 1250) {
    // A date has whole seconds only.
    const dateMs = Math.ceil(Date.now() / 1000) * 1000;
    const answer = tooMany(new Date(dateMs).toUTCString());
    return { outcome: "429", answer, waitMs: dateMs - Date.now() };
  }
  if (number % 151 === 70) return { outcome: "500", answer: text("overloaded", 500) };
  if (number % 163 === 90) return { outcome: "half a reply", answer: halfReply };
  if (number % 57 === 30) return { outcome: "answered", slowness: 20 };
  if (number % 61 === 40) return { outcome: "cut-off", answer: wholeReply(number, "length") };
  return undefined;
}

/** The text of a whole reply names the request: a log can be checked against it. */
function wholeReply(number: number, finishReason = "stop"): Answer {
  const content = `reply ${number} tells of the harbour and of boats that came home`;
  return json(chatCompletion(content, { finish_reason: finishReason }));
}

function tooMany(retryAfter: string): Answer {
  return json({ error: { message: "slow down" } }, 429, { "retry-after": retryAfter });
}

const halfReply: Answer = (response) => {
  const body = JSON.stringify(chatCompletion("this never arrives as a whole"));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
};

/** Lets a number of tasks through at once, the others in order of arrival. */
function turnstile(width: number): (task: () => Promise<void>) => Promise<void> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
