/** Response headers, as `fetch` gives them. */
export interface ResponseHeaders {
  /** Value of a header by its lower-case name; `null` if it is not there. */
  get(name: string): string | null;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** Larger numbers are moments in milliseconds since 1970, not seconds. */
const SMALLEST_MOMENT_MS = 1e11;
/** Larger numbers are moments in seconds since 1970, not lengths of time. */
const SMALLEST_MOMENT_S = 1e9;

/**
 * How long a backend asks to wait before the next call. Read in this order: `retry-after-ms`,
 * `retry-after` (seconds or an HTTP date), the reset times of those limits of which nothing remains,
 * the latest of all reset times.
 *
 * @param headers - Headers of the response.
 * @param nowMs - The time now; a `date` header comes before it, as clocks differ.
 * @returns Milliseconds, at least 0; `undefined` if the backend does not say.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const sent = Date.parse(headers.get("date") ?? "");
  const from = Number.isNaN(sent) ? nowMs : sent;
  const milliseconds = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  return waitOf(headers.get("retry-after"), from) ?? resetWait(headers, from);
}

function resetWait(headers: ResponseHeaders, nowMs: number): number | undefined {
  const limits = ["requests", "tokens"].map((unit) => ({
    waitMs: waitOf(headers.get(`x-ratelimit-reset-${unit}`), nowMs),
    usedUp: headers.get(`x-ratelimit-remaining-${unit}`) === "0",
  }));
  const general = ["x-ratelimit-reset", "ratelimit-reset"].map((name) => ({
    waitMs: waitOf(headers.get(name), nowMs),
    usedUp: false,
  }));
  const said = [...limits, ...general];
  return latest(said.filter(({ usedUp }) => usedUp)) ?? latest(said);
}

function latest(limits: readonly { readonly waitMs: number | undefined }[]): number | undefined {
  const waits = limits.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]));
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Reads `2`, `0.5`, `1m30.5s`, `20ms`, a moment in seconds or milliseconds, or a date. */
function waitOf(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (text === "") return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return waitOfNumber(Number(text), nowMs);
  if (/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return waitOfDuration(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function waitOfNumber(value: number, nowMs: number): number {
  if (value >= SMALLEST_MOMENT_MS) return Math.max(0, value - nowMs);
  if (value >= SMALLEST_MOMENT_S) return Math.max(0, value * 1000 - nowMs);
  return value * 1000;
}

function waitOfDuration(text: string): number {
  let waitMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    waitMs += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  }
  return waitMs;
}
