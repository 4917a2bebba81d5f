import type { ReactNode } from "react";
import type { Board, BoardRow } from "../../../records/index.ts";
import { countFigure, scoreFigure } from "../../design/figures.ts";
import { FactList, ProgressBar } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";
import { utcFigure } from "./challenge-words.ts";

/** Who leads: one that is separated from all others, or a group that is not. */
export function LeadNotice({ board }: { readonly board: Board }): ReactNode {
  const top = board.ranked.filter(({ inTopGroup }) => inTopGroup === true);
  const names = top.map(({ team }) => team).join(", ");
  switch (board.lead) {
    case "none":
      return null;
    case "winner":
      return (
        <Notice title={`Winner on this measure: ${names}`}>
          <p>It is separated from every other team.</p>
        </Notice>
      );
    case "top-group":
      return (
        <Notice title={`Top group: ${names}`}>
          <p>
            {top.length === 1
              ? "There is nobody to separate it from yet."
              : "These teams are not separated from rank 1: the order among them may be chance."}
          </p>
        </Notice>
      );
  }
}

/** That everything is being scored again: which version is shown, which one comes, how far it is. */
export function RescoringNotice({ board }: { readonly board: Board }): ReactNode {
  const { rescoring, referenceVersion } = board;
  if (rescoring === undefined) return null;
  const { version, startedAtMs, done, total } = rescoring;
  return (
    <Notice tone="warn" title="Everything is being scored again">
      <div className="grid gap-2">
        <p>
          {countFigure(done)} of {countFigure(total)} submissions have scores of version {version},
          begun {utcFigure(startedAtMs)}. Until all have, this board shows version{" "}
          {referenceVersion}; then it switches in one step.
        </p>
        <ProgressBar label="Scored again" share={total === 0 ? 1 : done / total} />
      </div>
    </Notice>
  );
}

/** The settings behind a board's numbers. */
export function BoardFacts({ board }: { readonly board: Board }): ReactNode {
  const { metric, direction, signature, referenceVersion, asOfMs, part } = board;
  const best = direction === "higher" ? "Higher is better" : "Lower is better";
  return (
    <FactList
      facts={[
        { label: "Metric", value: `${metric}. ${best}.` },
        {
          label: "Signature",
          value:
            signature === undefined ? (
              "Known once something is scored"
            ) : (
              <code className="font-mono text-mini break-all">{signature}</code>
            ),
        },
        { label: "Part of the test items", value: part },
        { label: "Version of the scores", value: String(referenceVersion) },
        { label: "As of", value: utcFigure(asOfMs) },
        {
          label: "Intervals",
          value:
            "95 % over test items. Rank intervals come from drawing the items anew, 10,000 times. Scores are rounded to four decimals before they are ranked; equal ones share a rank.",
        },
      ]}
    />
  );
}

/** A score with its interval. */
export function ScoreCell({ row }: { readonly row: BoardRow }): ReactNode {
  const { shown, low, high } = row;
  return (
    <span className="grid">
      <span className="font-semibold">{shown ?? "–"}</span>
      {low !== undefined && high !== undefined && (
        <span className="text-mini text-muted">
          {scoreFigure(low)} – {scoreFigure(high)}
        </span>
      )}
    </span>
  );
}

/** A team with its system, and what the metric says beside its number. */
export function TeamCell({ row }: { readonly row: BoardRow }): ReactNode {
  const facts = Object.entries(row.facts ?? {});
  return (
    <span className="grid min-w-24">
      <span className="break-words">{row.team}</span>
      <span className="text-mini font-normal break-words text-muted">{row.system}</span>
      {facts.length > 0 && (
        <span className="text-mini font-normal text-muted">
          {facts.map(([name, value]) => `${name} ${value}`).join(" · ")}
        </span>
      )}
    </span>
  );
}
