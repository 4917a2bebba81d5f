import { type ReactNode, useState } from "react";
import type { WritingView } from "../../../records/index.ts";
import { apiPath } from "../../api/client.ts";
import { type LiveState, useLiveQuery } from "../../api/live-query.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge, type BadgeTone } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { countFigure, timeFigure } from "../../design/figures.ts";
import { FactList, KeyFigures, ProgressBar } from "../../design/key-figures.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { ReadingText } from "../../design/reading.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { FactTable, IssueList } from "./manuscript-checks.tsx";
import { ManuscriptText } from "./manuscript-text.tsx";
import { PlanTree } from "./plan-tree.tsx";
import { useWriting } from "./run-queries.ts";
import { manuscriptRoute } from "./run-routes.tsx";

/** A document: its plan beside its text, its facts, what is wrong with it; live while it is written. */
export function ManuscriptPage(): ReactNode {
  const { runId } = manuscriptRoute.useParams();
  const query = useWriting(runId);
  const live = useLiveQuery({
    path: apiPath("writings", runId, "events"),
    queryKey: ["writings", runId],
    events: ["writing-changed"],
    enabled: query.data !== undefined && query.data.state !== "finished",
  });
  const writing = query.data;
  return (
    <>
      <PageHeader
        title={writing?.title ?? (writing === undefined ? runId : capital(writing.kind))}
        hint={<span className="line-clamp-2">{writing?.goal ?? ""}</span>}
        crumbs={[{ label: "Runs", to: "/runs" }]}
        badges={writing === undefined ? undefined : <States writing={writing} live={live} />}
      />
      <QueryView query={query} what="The document could not be loaded">
        {(found) => <Manuscript writing={found} />}
      </QueryView>
    </>
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

const STATE_TONES: Readonly<Record<WritingView["state"], BadgeTone>> = {
  planning: "accent",
  writing: "accent",
  finished: "good",
  cancelled: "warn",
  stopped: "warn",
};

function States({
  writing: { state },
  live,
}: {
  readonly writing: WritingView;
  readonly live: LiveState;
}): ReactNode {
  return (
    <span className="flex gap-1">
      <Badge tone={STATE_TONES[state]}>{state}</Badge>
      {live === "live" && <Badge tone="good">live</Badge>}
      {live === "lost" && <Badge tone="warn">connection lost, trying again</Badge>}
    </span>
  );
}

function Manuscript({ writing }: { readonly writing: WritingView }): ReactNode {
  const { words, targetWords, leaves, issues, facts, mentions, state } = writing;
  return (
    <>
      <KeyFigures
        figures={[
          { label: `Words of ${countFigure(targetWords)}`, value: countFigure(words) },
          { label: `Parts of ${countFigure(leaves.planned)}`, value: countFigure(leaves.written) },
          { label: `Mentions of ${mentions.required}`, value: mentions.hit },
          { label: "Open issues", value: issues.length },
        ]}
      />
      {state !== "finished" && <ProgressBar label="Words written" share={words / targetWords} />}
      <Tabs
        label="Views of the document"
        tabs={[
          { id: "text", label: "Text", content: <PlanAndText writing={writing} /> },
          {
            id: "facts",
            label: `Facts (${facts.length})`,
            content: <FactTable writing={writing} />,
          },
          {
            id: "checks",
            label: `Checks (${issues.length})`,
            content: <IssueList writing={writing} />,
          },
          { id: "about", label: "About", content: <AboutDocument writing={writing} /> },
        ]}
      />
    </>
  );
}

function AboutDocument({ writing }: { readonly writing: WritingView }): ReactNode {
  const { goal, kind, models, tokens, calls, startedAtMs, id } = writing;
  return (
    <Card title="What it was asked for">
      <div className="grid gap-6">
        <ReadingText text={goal} />
        <FactList
          facts={[
            { label: "Kind", value: kind },
            { label: "Models", value: models.join(", ") },
            { label: "Begun", value: timeFigure(startedAtMs) },
            {
              label: "Calls",
              value: `${countFigure(calls.finished)} finished, ${countFigure(calls.failed)} failed`,
            },
            {
              label: "Tokens",
              value: `${countFigure(tokens.in)} read, ${countFigure(tokens.out)} written`,
            },
            { label: "Folder", value: <span className="font-mono text-mini">{id}</span> },
          ]}
        />
      </div>
    </Card>
  );
}

const SCALES = [0.9, 1, 1.15, 1.3] as const;

function PlanAndText({ writing }: { readonly writing: WritingView }): ReactNode {
  const [scale, setScale] = useState(1);
  return (
    <div className="grid items-start gap-6 md:grid-cols-[18rem_1fr] lg:grid-cols-[22rem_1fr] [&>*]:min-w-0">
      <PlanTree nodes={writing.nodes} />
      <div className="grid gap-4">
        <label className="flex items-center gap-2 text-small text-muted no-print">
          Size of the type
          <select
            value={scale}
            onChange={(event) => setScale(Number(event.target.value))}
            className="min-h-8 rounded-small border border-edge bg-surface px-2"
          >
            {SCALES.map((value) => (
              <option key={value} value={value}>
                {Math.round(100 * value)} %
              </option>
            ))}
          </select>
        </label>
        <ManuscriptText writing={writing} scale={scale} />
      </div>
    </div>
  );
}
