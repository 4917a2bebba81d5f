import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

/** What a card is given. */
export interface CardProps {
  /** Its heading; absent for none. */
  readonly title?: ReactNode;
  /** A sentence under the heading. */
  readonly hint?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** Whether its content reaches the edges, as tables do. @defaultValue false */
  readonly flush?: boolean;
  /** What it holds. */
  readonly children: ReactNode;
  /** More classes. */
  readonly className?: string;
}

/** A section of a page on a surface of its own. */
export function Card({
  title,
  hint,
  actions,
  flush = false,
  children,
  className,
}: CardProps): ReactNode {
  const heading = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : heading}
      className={classNames(
        "min-w-0 rounded-card border border-line bg-surface shadow-raised",
        className,
      )}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-2 px-4 pt-4">
          <div>
            <h2 id={heading} className="text-lead font-semibold">
              {title}
            </h2>
            {hint !== undefined && <p className="text-small text-muted">{hint}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? "pt-3" : "p-4"}>{children}</div>
    </section>
  );
}
