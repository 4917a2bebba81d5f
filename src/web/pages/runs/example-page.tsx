import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RunExample } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField } from "../../design/field.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { CellsOfExample, PassageList, PromptView } from "./example-parts.tsx";
import { TextPanels } from "./example-texts.tsx";
import { useExample } from "./run-queries.ts";
import { exampleRoute } from "./run-routes.tsx";
import { ScoreBreakdown } from "./score-list.tsx";

/** One example in one cell: the text beside its reference, and everything that led to it. */
export function ExamplePage(): ReactNode {
  const { runId, example } = exampleRoute.useParams();
  const { cell, beside, repeat } = exampleRoute.useSearch();
  const query = useExample({ id: runId, example, cell, repeat });
  const other = useExample({ id: runId, example, cell: beside, enabled: beside !== undefined });
  const found = query.data;
  return (
    <>
      <PageHeader
        title={found?.exampleId ?? `Example ${example}`}
        {...(found === undefined ? {} : { hint: `${found.userId} · ${found.cell}` })}
        crumbs={[
          { label: "Runs", to: "/runs" },
          { label: runId, to: `/runs/${encodeURIComponent(runId)}` },
          { label: "Texts", to: `/runs/${encodeURIComponent(runId)}/examples` },
        ]}
        badges={found === undefined ? undefined : <ExampleBadges example={found} />}
        actions={found === undefined ? undefined : <Steps example={found} />}
      />
      <QueryView query={query} what="The example could not be loaded">
        {(shown) => (
          <>
            <CellChoices example={shown} beside={beside} />
            <TextPanels example={shown} other={beside === undefined ? undefined : other} />
            <Details example={shown} />
          </>
        )}
      </QueryView>
    </>
  );
}

function ExampleBadges({
  example: { status, flags },
}: {
  readonly example: RunExample;
}): ReactNode {
  return (
    <span className="flex flex-wrap gap-1">
      {status === "failed" && <Badge tone="bad">failed</Badge>}
      {status === "pending" && <Badge tone="accent">pending</Badge>}
      {flags.map((flag) => (
        <Badge key={flag} tone="warn">
          {flag}
        </Badge>
      ))}
    </span>
  );
}

function Steps({
  example: { id, example, examples, cell },
}: {
  readonly example: RunExample;
}): ReactNode {
  const link = (to: number, label: string): ReactNode => (
    <Button asChild small>
      <Link
        to="/runs/$runId/examples/$example"
        params={{ runId: id, example: String(to) }}
        search={{ cell }}
      >
        {label}
      </Link>
    </Button>
  );
  return (
    <>
      {example > 0 && link(example - 1, "← Previous")}
      {example + 1 < examples && link(example + 1, "Next →")}
    </>
  );
}

function CellChoices({
  example: { others, cell, repeat, repeats },
  beside,
}: {
  readonly example: RunExample;
  readonly beside: string | undefined;
}): ReactNode {
  const navigate = useNavigate();
  const choose = (search: {
    readonly cell?: string;
    readonly beside?: string;
    readonly repeat?: number;
  }): void => {
    const kept = { cell, ...(beside === undefined ? {} : { beside }) };
    const next = Object.entries({ ...kept, ...search }).filter(([, value]) => value !== "");
    navigate({ to: ".", search: Object.fromEntries(next), replace: true }).catch(() => undefined);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2 no-print">
      <SelectField
        label="Cell"
        value={cell}
        onChange={(event) => choose({ cell: event.target.value })}
      >
        {others.map(({ cell: id }) => (
          <option key={id}>{id}</option>
        ))}
      </SelectField>
      <SelectField
        label="Beside it"
        value={beside ?? ""}
        onChange={(event) => choose({ beside: event.target.value })}
      >
        <option value="">the reference only</option>
        {others
          .filter(({ cell: id }) => id !== cell)
          .map(({ cell: id }) => (
            <option key={id}>{id}</option>
          ))}
      </SelectField>
      {repeats > 1 && (
        <SelectField
          label="Repeat"
          value={repeat}
          onChange={(event) => choose({ repeat: Number(event.target.value) })}
        >
          {Array.from({ length: repeats }, (_, place) => place).map((place) => (
            <option key={place}>{place}</option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

function Details({ example }: { readonly example: RunExample }): ReactNode {
  const { scores, cellMeans, passages } = example;
  return (
    <Tabs
      label="More about this text"
      tabs={[
        {
          id: "scores",
          label: "Scores",
          content: (
            <Card flush title="Scores of this text" hint="Beside the mean of its cell.">
              {scores.length === 0 ? (
                <p className="p-4 pt-0 text-muted">
                  There is no text, or the run is not scored yet.
                </p>
              ) : (
                <ScoreBreakdown scores={scores} cellMeans={cellMeans} />
              )}
            </Card>
          ),
        },
        {
          id: "passages",
          label: `Passages (${passages.length})`,
          content: <PassageList example={example} />,
        },
        { id: "prompt", label: "Prompt", content: <PromptView example={example} /> },
        { id: "cells", label: "All cells", content: <CellsOfExample example={example} /> },
      ]}
    />
  );
}
