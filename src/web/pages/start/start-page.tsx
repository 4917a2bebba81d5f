import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { START_CARDS } from "./start-cards.ts";

/** The first page: where to go from here. */
export function StartPage(): ReactNode {
  const { data: viewer } = useViewer();
  const shown = START_CARDS.filter(({ action }) => mayDo(viewer, action));
  return (
    <>
      <PageHeader
        title="Longhand"
        hint="Writes long documents in a person’s own voice, and proves by measurement how good they are."
      />
      {viewer !== undefined && shown.length === 0 ? (
        <EmptyState title="Nothing to see yet">
          <p>
            Open this page by the address that <code>longhand serve</code> prints, or sign in.
          </p>
        </EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((card) => (
            <li key={card.to}>
              <Link
                to={card.to}
                className="grid h-full content-start gap-1 rounded-card border border-line bg-surface p-6 shadow-raised hover:border-accent"
              >
                <h2 className="text-lead font-semibold text-accent">{card.title}</h2>
                <p className="text-muted">{card.text}</p>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
