import { QueryClient } from "@tanstack/react-query";
import { ApiFault } from "./api-fault.ts";

const MOST_RETRIES = 2;

/**
 * What keeps answers of the server: for half a minute they count as fresh, and only faults of the way are
 * tried again by themselves.
 *
 * @returns The keeper, one for the whole app.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < MOST_RETRIES && isPassing(error),
        retryDelay: (failures, error) => waitMs(failures, error),
      },
      mutations: { retry: false },
    },
  });
}

/** Faults that may be gone at the next try: no connection, a server that starts anew. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiFault)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 502;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiFault ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(LONGEST_WAIT_MS, Math.max(asked, FIRST_WAIT_MS * 2 ** failures));
}
