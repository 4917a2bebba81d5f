import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChallengeView, HumanBoard, HumanBoardQuery } from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import { apiAddress, apiPath } from "../../api/client.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField } from "../../design/field.tsx";
import { FactList } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState } from "../../design/states.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { useHumanBoard } from "./challenge-queries.ts";
import { humanBoardRoute } from "./challenge-routes.tsx";
import { utcFigure } from "./challenge-words.ts";
import { HumanBoardTable } from "./human-board-table.tsx";

/** Marks by people: a board of its own, beside the automatic one. */
export function HumanBoardPage(): ReactNode {
  const { challengeId } = humanBoardRoute.useParams();
  const search = humanBoardRoute.useSearch();
  const { data } = useHumanBoard(challengeId, search);
  const address = (format: "csv" | "html"): string =>
    apiAddress(apiPath("challenges", challengeId, "human-board"), { ...search, format });
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page="Marks by people"
      hint="What people said who read the texts without knowing who wrote them."
      actions={
        data !== undefined && (
          <>
            <Button asChild small>
              <a href={address("html")}>Without scripts</a>
            </Button>
            <Button asChild small>
              <a href={address("csv")} download={`${challengeId}-human.csv`}>
                Download CSV
              </a>
            </Button>
          </>
        )
      }
    >
      {(challenge) => <BoardView challenge={challenge} search={search} />}
    </ChallengeFrame>
  );
}

interface BoardViewProps {
  readonly challenge: ChallengeView;
  readonly search: HumanBoardQuery;
}

function BoardView({ challenge, search }: BoardViewProps): ReactNode {
  const query = useHumanBoard(challenge.id, search);
  if (query.error instanceof ApiFault && query.error.code === "not-published") {
    return (
      <EmptyState title="Not published yet">
        <p>Marks by people are shown here once the study is over and the results are published.</p>
      </EmptyState>
    );
  }
  return (
    <QueryView query={query} what="The board could not be loaded">
      {(board) => (
        <>
          <Choices challenge={challenge} board={board} search={search} />
          <p className="flex flex-wrap items-center gap-2 text-small text-muted">
            {board.publishedAtMs === undefined ? (
              <Badge tone="warn">not published: organisers only</Badge>
            ) : (
              <Badge tone="good">published</Badge>
            )}
            <span>
              {board.raterCount} raters, {board.ratersPerText} planned for each text
            </span>
          </p>
          <HumanBoardTable board={board} />
          <Notice title="How to read this board">
            <ul className="grid gap-1">
              {board.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Notice>
          <Card title="What the numbers are">
            <Facts board={board} />
          </Card>
        </>
      )}
    </QueryView>
  );
}

function Choices({
  challenge,
  board,
  search,
}: BoardViewProps & { readonly board: HumanBoard }): ReactNode {
  const navigate = useNavigate({ from: humanBoardRoute.fullPath });
  const go = (changed: Readonly<Record<string, string | undefined>>): void => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined),
    );
    navigate({ search: next, replace: true }).catch(() => undefined);
  };
  return (
    <div className="grid items-end gap-4 no-print sm:grid-cols-2 lg:grid-cols-3">
      {challenge.tracks.length > 1 && (
        <SelectField
          label="Track"
          value={board.track}
          onChange={({ target }) => go({ track: target.value, order: undefined })}
        >
          {challenge.tracks.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="In the order of"
        value={board.order}
        onChange={({ target }) => go({ order: target.value })}
      >
        <option value="name">Name</option>
        {board.columns.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {board.flaggedRaters > 0 && (
        <SelectField
          label="Raters"
          value={board.raters}
          onChange={({ target }) => go({ raters: target.value })}
        >
          <option value="all">All</option>
          <option value="unflagged">Without those that the planned rule leaves out</option>
        </SelectField>
      )}
    </div>
  );
}

function Facts({ board }: { readonly board: HumanBoard }): ReactNode {
  return (
    <FactList
      facts={[
        { label: "Marks", value: "From 1 to 5; the mean over prompts of the means of texts." },
        {
          label: "Intervals",
          value: "95 % by resampling prompts, from five prompts on; rank intervals likewise.",
        },
        {
          label: "Tests",
          value: `Labels of systems are permuted within a prompt; Holm’s correction over pairs and dimensions; level ${board.alpha}.`,
        },
        {
          label: "Plan of the study",
          value: <code className="font-mono text-mini break-all">{board.planHash}</code>,
        },
        ...(board.publishedAtMs === undefined
          ? []
          : [{ label: "Published", value: utcFigure(board.publishedAtMs) }]),
      ]}
    />
  );
}
