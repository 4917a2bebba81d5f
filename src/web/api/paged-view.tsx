import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { ErrorPanel, Skeleton } from "../design/states.tsx";

/** What a view of a paged list is given. */
export interface PagedViewProps<Page> {
  /** The pages so far. */
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** What is said if a page failed. */
  readonly what: string;
  /** What is listed, in the plural. */
  readonly unit: string;
  /** Shows the pages so far. */
  readonly children: (pages: readonly Page[]) => ReactNode;
}

/** Shows a list page by page: a button below it brings the next page. */
export function PagedView<Page>({ query, what, unit, children }: PagedViewProps<Page>): ReactNode {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const again = (): void => {
    (data === undefined ? refetch() : fetchNextPage()).catch(() => undefined);
  };
  const panel =
    error === null ? undefined : <ErrorPanel error={error} what={what} onRetry={again} />;
  if (data === undefined) return panel ?? <Skeleton lines={9} />;
  return (
    <>
      {children(data.pages)}
      {panel}
      {hasNextPage && (
        <div className="flex justify-center no-print">
          <Button busy={isFetchingNextPage} onClick={again}>
            {isFetchingNextPage ? "Loading…" : `More ${unit}`}
          </Button>
        </div>
      )}
    </>
  );
}
