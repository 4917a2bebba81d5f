import type { ReactNode } from "react";

/** One figure with its name. */
export interface KeyFigure {
  /** Its name. */
  readonly label: string;
  /** The figure. */
  readonly value: ReactNode;
}

/** A few figures that say how something stands. */
export function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }): ReactNode {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="rounded-card border border-line bg-surface px-4 py-3">
          <dt className="text-mini text-muted">{label}</dt>
          <dd className="text-title font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts, each with its name, one below the other. */
export function FactList({ facts }: { readonly facts: readonly KeyFigure[] }): ReactNode {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-[max-content_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How far something is, 0–1, in a bar and in words. */
export function ProgressBar({
  label,
  share,
}: {
  readonly label: string;
  readonly share: number;
}): ReactNode {
  const percent = Math.round(100 * Math.min(1, Math.max(0, share)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}
