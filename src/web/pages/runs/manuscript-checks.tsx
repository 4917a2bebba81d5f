import type { ReactNode } from "react";
import type { WritingFactView, WritingIssueView, WritingView } from "../../../records/index.ts";
import { Badge, type BadgeTone } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";

const ORIGIN_WORDS: Readonly<Record<WritingFactView["origin"], string>> = {
  author: "the author",
  data: "data",
  plan: "the plan",
  text: "the text",
};

const FACT_COLUMNS: readonly Column<WritingFactView>[] = [
  {
    id: "fact",
    heading: "Fact",
    isRowHeading: true,
    cell: ({ subject, attribute, value }) => (
      <span className="block min-w-48">
        {subject === "" ? "" : `${subject}, `}
        {attribute}: <strong>{value}</strong>
      </span>
    ),
  },
  { id: "origin", heading: "Said by", cell: ({ origin }) => ORIGIN_WORDS[origin] },
  {
    id: "quote",
    heading: "Words",
    cell: ({ quote, node }) =>
      quote === undefined ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="block min-w-56 font-reading">
          “{quote}” <span className="font-mono text-mini text-muted">{node}</span>
        </span>
      ),
  },
  {
    id: "span",
    heading: "Holds",
    numeric: true,
    cell: ({ span: [from, to] }) => (
      <span className="whitespace-nowrap">
        {Math.round(100 * from)}–{Math.round(100 * to)} %
      </span>
    ),
  },
];

/** What holds in a document. */
export function FactTable({
  writing: { facts, contradictions },
}: {
  readonly writing: WritingView;
}): ReactNode {
  if (facts.length === 0) {
    return (
      <EmptyState title="No facts yet">
        <p>Facts of the brief stand here, and what accepted parts say.</p>
      </EmptyState>
    );
  }
  const named = new Map(facts.map((fact) => [fact.id, fact]));
  const said = (id: string): string => {
    const fact = named.get(id);
    return fact === undefined ? id : `${fact.subject} ${fact.attribute}: ${fact.value}`;
  };
  return (
    <div className="grid gap-4">
      {contradictions.length > 0 && (
        <Notice tone="warn" title="Facts that cannot both hold">
          <ul className="list-disc pl-4">
            {contradictions.map(({ fact, other }) => (
              <li key={`${fact}|${other}`}>
                {said(fact)} — {said(other)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Card flush title="Facts">
        <Table
          caption="Facts of the document"
          columns={FACT_COLUMNS}
          rows={facts}
          keyOf={({ id }) => id}
        />
      </Card>
    </div>
  );
}

const SERIOUS = 4;
const MEDIUM = 3;

function severityTone(severity: number): BadgeTone {
  if (severity >= SERIOUS) return "bad";
  return severity >= MEDIUM ? "warn" : "neutral";
}

/** What is wrong with a document, the gravest first, and what it does not mention. */
export function IssueList({
  writing: { issues, mentions },
}: {
  readonly writing: WritingView;
}): ReactNode {
  const { misses } = mentions;
  if (issues.length === 0 && misses.length === 0) {
    return (
      <EmptyState title="Nothing open">
        <p>Every check that could run found nothing, and every mention is in its place.</p>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      {misses.length > 0 && (
        <Notice tone="warn" title="Asked for and not mentioned">
          <ul className="list-disc pl-4">
            {misses.map(({ text, node }) => (
              <li key={`${node}|${text}`}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ul className="grid gap-3">
        {issues.map((issue, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: issues have no names
          <li key={place}>
            <Issue issue={issue} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Issue({
  issue: { type, severity, message, quotes, node },
}: {
  readonly issue: WritingIssueView;
}): ReactNode {
  return (
    <div className="grid gap-2 rounded-card border border-line bg-surface p-4 shadow-raised">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={severityTone(severity)}>{type}</Badge>
        <span>{message}</span>
        <span className="font-mono text-mini text-muted">{node}</span>
      </p>
      {quotes.map((quote, place) => (
        <blockquote
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be quoted twice
          key={place}
          className="border-l-2 border-line pl-3 font-reading"
        >
          {quote}
        </blockquote>
      ))}
    </div>
  );
}
