import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel, Skeleton } from "../design/states.tsx";
import { ApiFault } from "./api-fault.ts";

/** What a view of an answer is given. */
export interface QueryViewProps<T> {
  /** The answer, or what became of it. */
  readonly query: UseQueryResult<T>;
  /** What is said if it failed, for instance `The runs could not be loaded`. */
  readonly what: string;
  /** What stands there meanwhile. @defaultValue grey lines */
  readonly loading?: ReactNode;
  /** Shows the answer. */
  readonly children: (value: T) => ReactNode;
}

/**
 * Shows an answer of the server: grey lines while it is on its way, a panel with a button that tries again
 * if it failed. An answer that was there stays, with the fault above it.
 */
export function QueryView<T>({ query, what, loading, children }: QueryViewProps<T>): ReactNode {
  const { data, error, refetch } = query;
  const retry = (): void => {
    refetch().catch(() => undefined);
  };
  const again = mayPass(error) ? { onRetry: retry } : {};
  const panel = error === null ? undefined : <ErrorPanel error={error} what={what} {...again} />;
  if (data === undefined) return panel ?? loading ?? <Skeleton lines={6} />;
  return (
    <>
      {panel}
      {children(data)}
    </>
  );
}

/** What is not there, or not allowed, is not there a moment later either. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiFault) || error.status === 0 || error.status >= 409;
}
