import { STATUS_CODES } from "node:http";
import { ModelCallError, type ModelCallErrorOptions } from "../model-call-error.ts";
import { tryJson } from "./try-json.ts";

/** Longest piece of a server's own words that is repeated in a message, in UTF-16 units. */
const LONGEST_QUOTE = 300;

const OVERFLOW =
  /context[ _-]?(?:length|window|size|limit)|(?:prompt|input) is too long|too many (?:input )?tokens|reduce the length/i;
const FILTER =
  /content[ _-]?(?:filter|policy|management policy)|policy[ _-]?violation|safety (?:system|policy)|flagged|moderation|inspection[ _]failed/i;
const QUOTA = /insufficient_quota|exceeded your current quota|billing/i;

/** An answer of a server that is not a reply. */
export interface HttpFailure {
  /** HTTP status. */
  readonly status: number;
  /** The body as text. */
  readonly body: string;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Address that was called, as it may be shown. */
  readonly shownUrl: string;
  /** Blots out secrets: a server may say back what it was sent. */
  readonly hide: (text: string) => string;
}

type Verdict = Pick<ModelCallErrorOptions, "reason" | "retryable" | "hint">;

/**
 * Says what a server's refusal means: whether asking again helps, and what to do.
 *
 * @param failure - The answer.
 * @returns The error to throw; no secret is in it.
 */
export function failureOfAnswer(failure: HttpFailure): ModelCallError {
  const said = wordsOf(failure.body);
  const verdict = verdictOf(failure.status, said);
  // Hidden before it is shortened, so that no half of a secret is left.
  const quoted = failure.hide(said.message).replaceAll(/\s+/g, " ").trim();
  const quote = quoted.length > LONGEST_QUOTE ? `${quoted.slice(0, LONGEST_QUOTE)}…` : quoted;
  const name = STATUS_CODES[failure.status];
  const status = name === undefined ? `${failure.status}` : `${failure.status} (${name})`;
  return new ModelCallError(
    `openai: ${failure.shownUrl} answered ${status}${quote === "" ? "" : `: ${quote}`}`,
    {
      ...verdict,
      httpStatus: failure.status,
      ...(verdict.retryable && failure.retryAfterMs !== undefined
        ? { retryAfterMs: failure.retryAfterMs }
        : {}),
    },
  );
}

function verdictOf(status: number, { message, code }: ServerWords): Verdict {
  const said = `${code} ${message}`;
  if (status === 429) return tooManyRequests(said);
  if (status <= 500 && OVERFLOW.test(said)) return OVERFLOWED;
  if (status < 500 && FILTER.test(said)) return { reason: "content-filter", retryable: false };
  if (status >= 500) return { reason: "server-error", retryable: true };
  if (status === 408) return { reason: "timeout", retryable: true };
  if (status === 413) return OVERFLOWED;
  return { reason: "no-output", retryable: false, hint: hintFor(status, said) };
}

const OVERFLOWED: Verdict = {
  reason: "context-overflow",
  retryable: false,
  hint: "Retrieve fewer passages, lower maxPromptTokens or maxOutputTokens, or serve the model with a longer context.",
};

function tooManyRequests(said: string): Verdict {
  if (!QUOTA.test(said)) return { reason: "rate-limited", retryable: true };
  return {
    reason: "rate-limited",
    retryable: false,
    hint: "The account's quota is used up; waiting does not help. Look at its billing page.",
  };
}

function hintFor(status: number, said: string): string {
  if (status === 401 || status === 403) {
    return "Check the key: the environment variable that the model's setting apiKeyVariable names, and what the key may do.";
  }
  if (status === 404 || status === 405) {
    return "Check the base URL, which usually ends in /v1, and the model's name: the endpoint lists its models at /models.";
  }
  if (status < 400) return "The address redirects. Use the address that it redirects to.";
  if (/max_completion_tokens/.test(said)) {
    return 'Set the model\'s setting outputLimitField to "max_completion_tokens".';
  }
  return "The endpoint refuses this request as it is. Leave out settings that it does not know.";
}

interface ServerWords {
  readonly message: string;
  readonly code: string;
}

/** Reads the shapes in which servers say what is wrong. */
function wordsOf(body: string): ServerWords {
  const parsed = tryJson(body)?.value;
  if (parsed === undefined) return { message: /^\s*</.test(body) ? "" : body, code: "" };
  const { error, message, detail, ...rest } = recordOf(Array.isArray(parsed) ? parsed[0] : parsed);
  const inner =
    typeof error === "object" && error !== null ? recordOf(error) : { message, ...rest };
  const { message: innerMessage, code, type } = inner;
  const said = [innerMessage, error, detail].find((part) => part !== undefined && part !== null);
  return {
    message: typeof said === "string" ? said : (JSON.stringify(said) ?? ""),
    code: [code, type].filter((part) => typeof part === "string").join(" "),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * The status that a failure stands for which came with status 200, as some routers send it.
 *
 * @param parsed - The body, or the data of one event of a stream.
 * @returns The status in its `error` object, 500 if that names none; `undefined` without one.
 */
export function statusOfError(parsed: unknown): number | undefined {
  const { error } = recordOf(parsed);
  if (error === undefined || error === null) return undefined;
  const { code, status } = recordOf(error);
  const said = [code, status].map(Number).find((value) => value >= 400 && value < 600);
  return said ?? 500;
}
