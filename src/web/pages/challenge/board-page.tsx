import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Board, BoardQuery, ChallengeView, ShownTrack } from "../../../records/index.ts";
import { apiAddress, apiPath } from "../../api/client.ts";
import type { LiveState } from "../../api/live-query.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { Notice } from "../../design/notice.tsx";
import { BoardFacts, LeadNotice, RescoringNotice } from "./board-parts.tsx";
import { RankedTable, UnrankedTable } from "./board-tables.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { useBoard } from "./challenge-queries.ts";
import { boardRoute } from "./challenge-routes.tsx";
import { utcFigure } from "./challenge-words.ts";

/** The board of a challenge, live. */
export function BoardPage(): ReactNode {
  const { challengeId } = boardRoute.useParams();
  const search = boardRoute.useSearch();
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page="Board"
      actions={
        <Button asChild small>
          <a
            href={apiAddress(apiPath("challenges", challengeId, "leaderboard"), {
              ...search,
              format: "csv",
            })}
            download={`${challengeId}-board.csv`}
          >
            Download CSV
          </a>
        </Button>
      }
    >
      {(challenge, live) => <BoardView challenge={challenge} live={live} search={search} />}
    </ChallengeFrame>
  );
}

interface BoardViewProps {
  readonly challenge: ChallengeView;
  readonly live: LiveState;
  readonly search: BoardQuery;
}

function BoardView({ challenge, live, search }: BoardViewProps): ReactNode {
  const query = useBoard(challenge.id, search);
  const track = challenge.tracks.find(({ id }) => id === search.track) ?? challenge.tracks[0];
  return (
    <>
      {track !== undefined && (
        <Choices challenge={challenge} track={track} search={search} board={query.data} />
      )}
      <QueryView query={query} what="The board could not be loaded">
        {(board) => (
          <>
            <State board={board} live={live} isPast={search.asOf !== undefined} />
            <RescoringNotice board={board} />
            <LeadNotice board={board} />
            {board.notes.length > 0 && (
              <Notice title="How to read this board">
                <ul className="grid gap-1">
                  {board.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <RankedTable board={board} />
            <UnrankedTable board={board} />
            <Card title="What the numbers are">
              <BoardFacts board={board} />
            </Card>
          </>
        )}
      </QueryView>
    </>
  );
}

const LIVE_WORDS: Readonly<Record<LiveState, string>> = {
  live: "live",
  connecting: "connecting…",
  lost: "connection lost, trying again",
  off: "not live",
};

function State({
  board: { asOfMs, frozen, part, referenceVersion },
  live,
  isPast,
}: {
  readonly board: Board;
  readonly live: LiveState;
  readonly isPast: boolean;
}): ReactNode {
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-muted">
      {isPast ? (
        <Badge tone="warn">past board</Badge>
      ) : (
        <Badge tone={live === "live" ? "good" : "neutral"}>{LIVE_WORDS[live]}</Badge>
      )}
      {frozen && <Badge tone="accent">frozen</Badge>}
      <Badge>{part} part</Badge>
      <Badge>scores version {referenceVersion}</Badge>
      <span>As of {utcFigure(asOfMs)}</span>
    </p>
  );
}

interface ChoicesProps {
  readonly challenge: ChallengeView;
  readonly track: ShownTrack;
  readonly search: BoardQuery;
  readonly board: Board | undefined;
}

function Choices({ challenge, track, search, board }: ChoicesProps): ReactNode {
  const navigate = useNavigate({ from: boardRoute.fullPath });
  const go = (changed: Readonly<Partial<Record<keyof BoardQuery, string | undefined>>>): void => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined),
    );
    navigate({ search: next, replace: true }).catch(() => undefined);
  };
  const primary = track.metrics.find((metric) => metric.primary === true) ?? track.metrics[0];
  return (
    <div className="grid items-end gap-4 no-print sm:grid-cols-2 lg:grid-cols-4">
      {challenge.tracks.length > 1 && (
        <SelectField
          label="Track"
          value={track.id}
          onChange={({ target }) => go({ track: target.value, metric: undefined })}
        >
          {challenge.tracks.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Metric"
        value={search.metric ?? primary?.id ?? ""}
        onChange={({ target }) => go({ metric: target.value })}
      >
        {track.metrics.map(({ id, primary: ranks }) => (
          <option key={id} value={id}>
            {ranks === true ? `${id} (ranks the board)` : id}
          </option>
        ))}
      </SelectField>
      {challenge.frozen && (
        <SelectField
          label="Part of the test items"
          value={search.part ?? board?.part ?? "private"}
          onChange={({ target }) => go({ part: target.value })}
        >
          <option value="private">Private</option>
          <option value="public">Public</option>
        </SelectField>
      )}
      <PastField asOf={search.asOf} onChange={(asOf) => go({ asOf })} />
    </div>
  );
}

function PastField({
  asOf,
  onChange,
}: {
  readonly asOf: string | undefined;
  readonly onChange: (asOf: string | undefined) => void;
}): ReactNode {
  const [written, setWritten] = useState(asOf?.slice(0, 16) ?? "");
  return (
    <form
      className="flex flex-wrap items-end gap-2 sm:col-span-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(written === "" ? undefined : `${written}:00Z`);
      }}
    >
      <div className="min-w-0">
        <TextField
          label="As of (UTC)"
          type="datetime-local"
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
      </div>
      <Button type="submit">Show</Button>
      {asOf !== undefined && (
        <Button
          tone="quiet"
          onClick={() => {
            setWritten("");
            onChange(undefined);
          }}
        >
          Now
        </Button>
      )}
    </form>
  );
}
