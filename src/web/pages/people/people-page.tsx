import { type FormEvent, type ReactNode, useState } from "react";
import { ACCOUNT_ROLES, type AccountRole, type AccountView } from "../../../records/index.ts";
import { PagedView } from "../../api/paged-view.tsx";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { timeFigure } from "../../design/figures.ts";
import { PageHeader } from "../../design/page-header.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { BackupsCard } from "./backups-card.tsx";
import { CopyLine } from "./copy-line.tsx";
import { FormFault } from "./form-fault.tsx";
import { HiddenHeading } from "./hidden-heading.tsx";
import { useAccounts, useInvitations, useResetLink } from "./people-queries.ts";
import { ROLE_HINTS, ROLE_WORDS } from "./role-words.ts";

/** Inviting people; for admins, all accounts and backups. */
export function PeoplePage(): ReactNode {
  const { data: viewer } = useViewer();
  const isAdmin = mayDo(viewer, "manage-accounts");
  return (
    <>
      <PageHeader
        title="People"
        hint="Accounts are made with single-use links: give each person one, by whatever way you trust."
      />
      <Invitations roles={isAdmin ? ACCOUNT_ROLES : ["participant", "rater"]} />
      {isAdmin && <Accounts />}
      {isAdmin && <BackupsCard />}
    </>
  );
}

function Invitations({ roles }: { readonly roles: readonly AccountRole[] }): ReactNode {
  const [chosen, setChosen] = useState<readonly AccountRole[]>(["rater"]);
  const [count, setCount] = useState(1);
  const invite = useInvitations();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate({ roles: chosen, count });
  };
  const toggle = (role: AccountRole): void => {
    setChosen(roles.filter((one) => (one === role) !== chosen.includes(one)));
  };
  return (
    <Card title="Invite" hint="Each link makes one account, within 7 days.">
      <form onSubmit={submit} className="grid gap-4">
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 text-small font-medium">As</legend>
          {roles.map((role) => (
            <CheckField
              key={role}
              label={ROLE_WORDS[role]}
              hint={ROLE_HINTS[role]}
              checked={chosen.includes(role)}
              onChange={() => toggle(role)}
            />
          ))}
        </fieldset>
        <div className="max-w-xs">
          <TextField
            label="How many links"
            type="number"
            min={1}
            max={100}
            required
            value={count}
            onChange={(event) => setCount(Number(event.target.value))}
          />
        </div>
        <FormFault error={invite.error} />
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={invite.isPending}
            disabled={chosen.length === 0}
          >
            Make links
          </Button>
        </div>
        {invite.data?.items.map(({ id, url }, place) => (
          <CopyLine key={id} label={`Link ${place + 1}; it is shown this once`} text={url} />
        ))}
      </form>
    </Card>
  );
}

function Accounts(): ReactNode {
  const query = useAccounts();
  const reset = useResetLink();
  const columns: readonly Column<AccountView>[] = [
    { id: "name", heading: "Name", isRowHeading: true, cell: ({ name }) => name },
    {
      id: "roles",
      heading: "Roles",
      cell: ({ roles }) => roles.map((role) => ROLE_WORDS[role]).join(", ") || "–",
    },
    { id: "factor", heading: "Second factor", cell: (account) => <Factor account={account} /> },
    { id: "made", heading: "Made", numeric: true, cell: ({ createdMs }) => timeFigure(createdMs) },
    {
      id: "reset",
      heading: <HiddenHeading>New password</HiddenHeading>,
      numeric: true,
      cell: ({ id, name, deletedMs }) =>
        deletedMs === null && (
          <Button
            small
            className="whitespace-nowrap"
            aria-label={`Password link for ${name}`}
            onClick={() => reset.mutate(id)}
          >
            Password link
          </Button>
        ),
    },
  ];
  return (
    <Card flush title="Accounts">
      <div className="grid gap-4 pb-4">
        <PagedView query={query} what="The accounts could not be loaded" unit="accounts">
          {(pages) => (
            <Table
              caption="Accounts"
              columns={columns}
              rows={pages.flatMap(({ items }) => items)}
              keyOf={({ id }) => id}
            />
          )}
        </PagedView>
        <div className="grid gap-2 px-4">
          <FormFault error={reset.error} />
          {reset.data !== undefined && (
            <CopyLine label="Link for a new password; shown this once" text={reset.data.url} />
          )}
        </div>
      </div>
    </Card>
  );
}

function Factor({ account }: { readonly account: AccountView }): ReactNode {
  if (account.deletedMs !== null) return <Badge>deleted</Badge>;
  return account.hasSecondFactor ? <Badge tone="good">set up</Badge> : <Badge>none</Badge>;
}
