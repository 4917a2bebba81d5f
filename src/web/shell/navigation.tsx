import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Action } from "../../records/index.ts";
import { mayDo, useViewer, type Viewer } from "../api/viewer.ts";
import { Button } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import { ThemeSwitch } from "../design/theme-switch.tsx";

/** A place that the head of every page leads to. */
export interface NavigationItem {
  /** Its words. */
  readonly label: string;
  /** Its path. */
  readonly to: string;
  /** Shown only to those who have a right to this. */
  readonly action: Action;
}

/** The head of every page: it shows only what the viewer may do. */
export function Navigation({ items }: { readonly items: readonly NavigationItem[] }): ReactNode {
  const { data: viewer } = useViewer();
  const [open, setOpen] = useState(false);
  const shown = items.filter(({ action }) => mayDo(viewer, action));
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface no-print">
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2">
        <Link
          to="/"
          className="flex min-h-11 items-center gap-2 font-semibold"
          onClick={() => setOpen(false)}
        >
          <img src="/icon.svg" alt="" className="size-6" />
          Longhand
        </Link>
        <div className="ml-auto md:hidden">
          <Button
            tone="quiet"
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
          >
            Menu
          </Button>
        </div>
        <div
          id="navigation"
          className={classNames(
            "w-full items-center gap-x-6 gap-y-2 md:flex md:w-auto md:flex-1 md:justify-between",
            open ? "grid" : "hidden",
          )}
        >
          <nav aria-label="Main">
            <ul className="grid gap-1 md:flex">
              {shown.map((item) => (
                <li key={item.to}>
                  <NavigationLink item={item} onFollow={() => setOpen(false)} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex flex-wrap items-center gap-4">
            <ThemeSwitch />
            <AccountLink viewer={viewer} onFollow={() => setOpen(false)} />
          </div>
        </div>
      </div>
    </header>
  );
}

/** The own account; for visitors, signing in. */
function AccountLink({
  viewer,
  onFollow,
}: {
  readonly viewer: Viewer | undefined;
  readonly onFollow: () => void;
}): ReactNode {
  if (viewer === undefined || viewer.roles.includes("local")) return null;
  return (
    <Link
      to={viewer.account === null ? "/sign-in" : "/account"}
      onClick={onFollow}
      className="flex min-h-11 items-center text-small font-medium text-muted underline decoration-line underline-offset-4 hover:text-ink"
    >
      {viewer.account === null ? "Sign in" : viewer.account.name}
    </Link>
  );
}

function NavigationLink({
  item,
  onFollow,
}: {
  readonly item: NavigationItem;
  readonly onFollow: () => void;
}): ReactNode {
  return (
    <Link
      to={item.to}
      onClick={onFollow}
      className="flex min-h-11 items-center rounded-small px-3 text-small font-medium text-muted hover:bg-sunken hover:text-ink"
      activeProps={{ className: "bg-accent-soft text-accent-strong" }}
    >
      {item.label}
    </Link>
  );
}
