import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { TeamView } from "../../../../records/index.ts";
import { apiPath } from "../../../api/client.ts";
import { PagedView } from "../../../api/paged-view.tsx";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge, type BadgeTone } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { EmptyState, ErrorPanel } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { anyAnswer, useChallengeChange } from "../challenge-queries.ts";
import { counted, utcFigure } from "../challenge-words.ts";
import { type Registration, useRegistrations, useTeams } from "./organise-queries.ts";

const TONES: Readonly<Record<Registration["registration"], BadgeTone>> = {
  waiting: "warn",
  approved: "good",
  refused: "bad",
};

/** A decision about somebody who has registered. */
interface Decision {
  readonly accountId: string;
  readonly decision: "approved" | "refused";
}

/** Teams, who takes part, and approving those who wait. */
export function TeamsPart({ challengeId }: { readonly challengeId: string }): ReactNode {
  const query = useRegistrations(challengeId);
  const decide = useChallengeChange(challengeId, ({ accountId, decision }: Decision) => ({
    method: "POST",
    path: apiPath("challenges", challengeId, "registrations", accountId),
    body: { decision },
    schema: anyAnswer,
  }));
  return (
    <div className="grid grid-cols-1 gap-6">
      <Teams challengeId={challengeId} />
      {decide.error && <ErrorPanel error={decide.error} what="The decision was not taken" />}
      <QueryView query={query} what="The registrations could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nobody has registered yet">
              <p>Invite people with the role “participant” on the page People, and tell them.</p>
            </EmptyState>
          ) : (
            <Card flush title={`${items.length} registered`} hint="The latest first.">
              <Table
                caption="Registrations"
                columns={columnsOf(decide)}
                rows={items}
                keyOf={({ accountId }) => accountId}
              />
            </Card>
          )
        }
      </QueryView>
    </div>
  );
}

function Teams({ challengeId }: { readonly challengeId: string }): ReactNode {
  const query = useTeams(challengeId);
  return (
    <PagedView query={query} what="The teams could not be loaded" unit="teams">
      {(pages) => {
        const teams = pages.flatMap(({ items }) => items);
        // Without a team the list of those who have registered says all there is to say.
        if (teams.length === 0) return null;
        const isWhole = pages.at(-1)?.nextCursor === null;
        return (
          <Card
            flush
            title={isWhole ? counted(teams.length, "team") : "Teams"}
            hint="The latest first."
          >
            <Table caption="Teams" columns={TEAM_COLUMNS} rows={teams} keyOf={({ id }) => id} />
          </Card>
        );
      }}
    </PagedView>
  );
}

const TEAM_COLUMNS: readonly Column<TeamView>[] = [
  {
    id: "name",
    heading: "Team",
    isRowHeading: true,
    cell: ({ name, test }) => (
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {test && <Badge tone="neutral">test team, unranked</Badge>}
      </span>
    ),
  },
  {
    id: "members",
    heading: "Members",
    cell: ({ members }) => members.map(({ name }) => name).join(", "),
  },
  {
    id: "locked",
    heading: "Joining",
    cell: ({ locked }) => (locked ? "closed: has submitted" : "open by invitation"),
  },
];

function columnsOf(
  decide: UseMutationResult<unknown, Error, Decision>,
): readonly Column<Registration>[] {
  return [
    { id: "name", heading: "Name", isRowHeading: true, cell: ({ name }) => name },
    {
      id: "state",
      heading: "State",
      cell: ({ registration }) => <Badge tone={TONES[registration]}>{registration}</Badge>,
    },
    {
      id: "decide",
      heading: "Decide",
      cell: (registration) => <DecideButtons registration={registration} decide={decide} />,
    },
    {
      id: "at",
      heading: "Registered",
      cell: ({ registeredAtMs }) => (
        <span className="whitespace-nowrap tabular-nums">{utcFigure(registeredAtMs)}</span>
      ),
    },
  ];
}

interface DecideButtonsProps {
  readonly registration: Registration;
  readonly decide: UseMutationResult<unknown, Error, Decision>;
}

function DecideButtons({ registration: row, decide }: DecideButtonsProps): ReactNode {
  const { accountId, name, registration } = row;
  return (
    <span className="flex flex-wrap gap-2">
      {registration !== "approved" && (
        <Button
          small
          disabled={decide.isPending}
          aria-label={`Approve ${name}`}
          onClick={() => decide.mutate({ accountId, decision: "approved" })}
        >
          Approve
        </Button>
      )}
      {registration !== "refused" && (
        <Button
          small
          tone="danger"
          disabled={decide.isPending}
          aria-label={`Refuse ${name}`}
          onClick={() => decide.mutate({ accountId, decision: "refused" })}
        >
          Refuse
        </Button>
      )}
    </span>
  );
}
