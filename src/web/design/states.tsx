import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** What a place without content is given. */
export interface EmptyStateProps {
  /** What is missing, in a few words. */
  readonly title: string;
  /** Why, and what to do about it. */
  readonly children: ReactNode;
  /** A button or link that does it. */
  readonly action?: ReactNode;
}

/** A place that has nothing to show, and how that is changed. */
export function EmptyState({ title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-edge px-6 py-12 text-center">
      <p className="text-lead font-semibold">{title}</p>
      <div className="grid max-w-xl gap-2 text-muted">{children}</div>
      {action}
    </div>
  );
}

/** What a fault is shown with. */
export interface ErrorPanelProps {
  /** What was thrown. */
  readonly error: unknown;
  /** What was being done, for instance `The run could not be loaded`. */
  readonly what: string;
  /** Tries again; absent where that is no use. */
  readonly onRetry?: () => void;
}

/** What went wrong, what to do next, and a button that tries again. */
export function ErrorPanel({ error, what, onRetry }: ErrorPanelProps): ReactNode {
  const { message, hint, code } = describe(error);
  return (
    <div role="alert" className="grid gap-2 rounded-card border border-bad bg-bad-soft p-4">
      <p className="font-semibold text-bad">{what}.</p>
      <p className="whitespace-pre-line">{message}</p>
      {hint !== undefined && <p className="text-muted">{hint}</p>}
      <div className="flex flex-wrap items-center gap-3">
        {onRetry !== undefined && (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )}
        {code !== undefined && <code className="font-mono text-mini text-muted">{code}</code>}
      </div>
    </div>
  );
}

function describe(error: unknown): {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly code?: string | undefined;
} {
  if (!(error instanceof Error)) return { message: String(error) };
  const { hint, code } = error as { readonly hint?: unknown; readonly code?: unknown };
  return {
    message: error.message,
    hint: typeof hint === "string" ? hint : undefined,
    code: typeof code === "string" ? code : undefined,
  };
}

/** Grey lines where a text will stand. */
export function Skeleton({
  lines = 3,
  className,
}: {
  readonly lines?: number;
  readonly className?: string;
}): ReactNode {
  return (
    <div role="status" aria-label="Loading" className={classNames("grid gap-3", className)}>
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: equal lines that never change places
          key={line}
          className={classNames("shimmer h-4 rounded-small", line % 3 === 2 ? "w-2/3" : "w-full")}
        />
      ))}
    </div>
  );
}
