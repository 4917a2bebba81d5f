import { Outlet, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { PageHeader } from "../design/page-header.tsx";
import { EmptyState, ErrorPanel } from "../design/states.tsx";
import { Navigation } from "./navigation.tsx";
import { NAVIGATION } from "./navigation-items.ts";

/** What stands around every page. */
export function Shell(): ReactNode {
  const isLoading = useRouterState({ select: (state) => state.status === "pending" });
  return (
    <>
      <a
        href="#content"
        className="absolute -top-16 left-4 z-50 rounded-small bg-accent px-4 py-2 text-on-accent focus:top-2"
      >
        Skip to the content
      </a>
      <Navigation items={NAVIGATION} />
      <main
        id="content"
        tabIndex={-1}
        aria-busy={isLoading}
        className="mx-auto grid max-w-[80rem] gap-6 px-4 py-6 focus:outline-none sm:py-8 [&>*]:min-w-0"
      >
        <Outlet />
      </main>
    </>
  );
}

/** What is shown for an address that leads nowhere. */
export function NotFoundPage(): ReactNode {
  return (
    <>
      <PageHeader title="Nothing here" />
      <EmptyState
        title="This address leads nowhere"
        action={
          <Button asChild>
            <a href="/">To the start</a>
          </Button>
        }
      >
        <p>It may be mistyped, or what it led to is gone, or it is not for you to see.</p>
      </EmptyState>
    </>
  );
}

/** What is shown where a page itself failed. */
export function FailedPage({
  error,
  reset,
}: {
  readonly error: unknown;
  readonly reset: () => void;
}): ReactNode {
  return (
    <>
      <PageHeader title="This page failed" />
      <ErrorPanel error={error} what="The page could not be shown" onRetry={reset} />
    </>
  );
}
