import { describe, expect, it } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

function wait(headers: Readonly<Record<string, string>>): number | undefined {
  return retryAfterMs(new Headers(headers), NOW_MS);
}

describe("retryAfterMs", () => {
  it.each<[Readonly<Record<string, string>>, number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": " 1.5 " }, 1500],
    [{ "retry-after": "soon" }, undefined],
    // 3 minutes and 25 seconds after now.
    [{ "retry-after": "Fri, 02 Jan 2026 03:07:30 GMT" }, 205_000],
    [{ "retry-after": "Fri, 02 Jan 2026 03:00:00 GMT" }, 0],
    // The server's clock is 60 seconds ahead of ours: 145 seconds of its time are left.
    [
      {
        "retry-after": "Fri, 02 Jan 2026 03:07:30 GMT",
        date: "Fri, 02 Jan 2026 03:05:05 GMT",
      },
      145_000,
    ],
    [{ "retry-after-ms": "20", "retry-after": "9" }, 20],
    [{ "x-ratelimit-reset-requests": "1m30.5s" }, 90_500],
    [{ "x-ratelimit-reset-tokens": "20ms" }, 20],
    [{ "x-ratelimit-reset-requests": "1h0m2s", "x-ratelimit-reset-tokens": "6s" }, 3_602_000],
    [
      {
        "x-ratelimit-reset-requests": "1h0m2s",
        "x-ratelimit-remaining-requests": "12",
        "x-ratelimit-reset-tokens": "6s",
        "x-ratelimit-remaining-tokens": "0",
      },
      6000,
    ],
    [{ "retry-after": "3", "x-ratelimit-reset-requests": "1h" }, 3000],
    [{ "x-ratelimit-reset": "45" }, 45_000],
    [{ "x-ratelimit-reset": String(NOW_MS / 1000 + 7) }, 7000],
    [{ "x-ratelimit-reset": String(NOW_MS + 1234) }, 1234],
    [{ "x-ratelimit-reset": "2026-01-02T03:04:15Z" }, 10_000],
    [{ "ratelimit-reset": "8" }, 8000],
  ])("reads %o as %s ms", (headers, expected) => {
    expect(wait(headers)).toEqual(expected);
  });
});
