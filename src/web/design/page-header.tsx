import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

/** One step on the way to a page. */
export interface Crumb {
  /** Its words. */
  readonly label: string;
  /** Where it leads. */
  readonly to: string;
}

/** What the head of a page is given. */
export interface PageHeaderProps {
  /** The page's heading; also the window's title. */
  readonly title: string;
  /** A sentence under it. */
  readonly hint?: ReactNode;
  /** The way to it. @defaultValue none */
  readonly crumbs?: readonly Crumb[];
  /** Badges beside the heading. */
  readonly badges?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** The head of a page. Going to another page moves the focus here, so that a screen reader says where one is. */
export function PageHeader({
  title,
  hint,
  crumbs = [],
  badges,
  actions,
}: PageHeaderProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title !== "") heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <header className="grid gap-2">
      <title>{`${title} · Longhand`}</title>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-title font-semibold break-words sm:text-display"
            >
              {title}
            </h1>
            {badges}
          </div>
          {hint !== undefined && <p className="max-w-prose text-muted">{hint}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2 no-print">{actions}</div>}
      </div>
    </header>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }): ReactNode {
  return (
    <nav aria-label="Way to this page" className="no-print">
      <ol className="flex flex-wrap gap-2 text-small text-muted">
        {crumbs.map(({ label, to }) => (
          <li key={to} className="flex gap-2">
            <Link
              to={to}
              className="block max-w-56 truncate underline decoration-line underline-offset-4 hover:text-ink"
            >
              {label}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
