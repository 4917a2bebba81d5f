import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ExamplePassage, RunExample } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { ScoreFigure } from "./score-list.tsx";

/** What was retrieved, best first, with its relevance. */
export function PassageList({
  example: { passages, noSignal },
}: {
  readonly example: RunExample;
}): ReactNode {
  if (passages.length === 0) {
    return (
      <EmptyState title="No passages">
        <p>This cell works without retrieval, or nothing was found.</p>
      </EmptyState>
    );
  }
  const best = Math.max(...passages.map(({ relevance }) => relevance));
  return (
    <div className="grid gap-4">
      {noSignal && (
        <Notice tone="warn">
          <p>Nothing had anything to do with the query; the places were filled all the same.</p>
        </Notice>
      )}
      <ol className="grid gap-4">
        {passages.map((passage, place) => (
          <li key={`${passage.userId ?? ""}/${passage.id}`}>
            <Passage passage={passage} place={place} best={best} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface PassageProps {
  readonly passage: ExamplePassage;
  readonly place: number;
  readonly best: number;
}

function Passage({
  passage: { id, userId, relevance, text },
  place,
  best,
}: PassageProps): ReactNode {
  const width = best > 0 ? Math.max(0, Math.min(1, relevance / best)) : 0;
  return (
    <Card
      title={<span className="text-base">{`${place + 1}. ${id}`}</span>}
      hint={userId && `Written by ${userId}`}
    >
      <p className="flex items-center gap-3 text-small text-muted">
        Relevance
        <span className="tabular-nums text-ink">{relevance.toFixed(4)}</span>
        <span aria-hidden="true" className="h-2 w-32 rounded-full bg-sunken">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${100 * width}%` }}
          />
        </span>
      </p>
      <p className="mt-3 font-reading whitespace-pre-line">
        {text ?? (
          <span className="text-muted">The dataset that holds its text cannot be read.</span>
        )}
      </p>
    </Card>
  );
}

/** The exact prompt, and what a model wrote for it before. */
export function PromptView({ example: { source } }: { readonly example: RunExample }): ReactNode {
  if (source.status === "unavailable") {
    return (
      <Notice tone="warn" title="The dataset cannot be read">
        <p>{source.message}</p>
      </Notice>
    );
  }
  return (
    <div className="grid gap-4">
      {source.side.map(({ stage, passageIds, prompt, text }) => (
        <Card
          key={`${stage}/${passageIds.join("/")}`}
          title={
            stage === "summary"
              ? "A summary was asked for"
              : "A description of the style was asked for"
          }
          hint={passageIds.join(", ")}
        >
          <Verbatim>{prompt}</Verbatim>
          <p className="mt-4 mb-2 text-small font-semibold">Answered</p>
          <Verbatim>{text ?? "Nothing."}</Verbatim>
        </Card>
      ))}
      <Card title="Prompt" hint="Exactly as the model was sent it.">
        {source.prompt === undefined ? (
          <p className="text-muted">There was no prompt: {source.promptFault ?? "unknown"}.</p>
        ) : (
          <Verbatim>{source.prompt}</Verbatim>
        )}
      </Card>
    </div>
  );
}

function Verbatim({ children }: { readonly children: string }): ReactNode {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-small bg-sunken p-4 font-mono text-mini break-words whitespace-pre-wrap"
    >
      {children}
    </pre>
  );
}

type Other = RunExample["others"][number];

/** The same example in every cell. */
export function CellsOfExample({ example }: { readonly example: RunExample }): ReactNode {
  const { others, id, example: number } = example;
  const metrics = others.find(({ scores }) => scores.length > 0)?.scores ?? [];
  const columns: readonly Column<Other>[] = [
    {
      id: "cell",
      heading: "Cell",
      isRowHeading: true,
      cell: ({ cell }) => (
        <Link
          to="/runs/$runId/examples/$example"
          params={{ runId: id, example: String(number) }}
          search={{ cell }}
          className="font-mono text-mini text-accent underline underline-offset-4"
        >
          {cell}
        </Link>
      ),
    },
    {
      id: "status",
      heading: "Text",
      cell: ({ status }) => <Badge tone={status === "failed" ? "bad" : "neutral"}>{status}</Badge>,
    },
    ...metrics.map(
      ({ metric }, place): Column<Other> => ({
        id: metric,
        heading: metric,
        numeric: true,
        cell: ({ scores }) => <ScoreFigure score={scores[place]} />,
      }),
    ),
  ];
  return (
    <Card flush title="This example in every cell">
      <Table
        caption="This example in every cell"
        columns={columns}
        rows={others}
        keyOf={({ cell }) => cell}
      />
    </Card>
  );
}
