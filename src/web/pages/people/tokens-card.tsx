import { type FormEvent, type ReactNode, useState } from "react";
import { TOKEN_SCOPES, type TokenScope, type TokenView } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CheckField, SelectField, TextField } from "../../design/field.tsx";
import { timeFigure } from "../../design/figures.ts";
import { type Column, Table } from "../../design/table.tsx";
import { CopyLine } from "./copy-line.tsx";
import { FormFault } from "./form-fault.tsx";
import { HiddenHeading } from "./hidden-heading.tsx";
import { useDeleteToken, useNewToken, useTokens } from "./people-queries.ts";
import { SCOPE_WORDS } from "./role-words.ts";

/** Keys with which programs do what their owner may do. */
export function TokensCard(): ReactNode {
  const tokens = useTokens();
  const remove = useDeleteToken();
  const columns: readonly Column<TokenView>[] = [
    { id: "name", heading: "Name", isRowHeading: true, cell: ({ name }) => name },
    { id: "scopes", heading: "Good for", cell: ({ scopes }) => scopes.join(", ") },
    { id: "ends", heading: "Ends", numeric: true, cell: ({ expiresMs }) => timeFigure(expiresMs) },
    {
      id: "used",
      heading: "Last used",
      numeric: true,
      cell: ({ lastUsedMs }) => (lastUsedMs === null ? "never" : timeFigure(lastUsedMs)),
    },
    {
      id: "delete",
      heading: <HiddenHeading>Delete</HiddenHeading>,
      numeric: true,
      cell: ({ id, name }) => (
        <Button
          small
          tone="danger"
          aria-label={`Delete the key ${name}`}
          busy={remove.isPending && remove.variables === id}
          onClick={() => remove.mutate(id)}
        >
          Delete
        </Button>
      ),
    },
  ];
  return (
    <Card
      title="Keys for programs"
      hint={
        <>
          API tokens, for <code className="font-mono">longhand submit</code> for instance. One never
          does more than you may.
        </>
      }
    >
      <div className="grid gap-6">
        <QueryView query={tokens} what="Your keys could not be loaded">
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-small text-muted">You have none.</p>
            ) : (
              <Table
                caption="Your keys for programs"
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
              />
            )
          }
        </QueryView>
        <FormFault error={remove.error} />
        <NewToken />
      </div>
    </Card>
  );
}

function NewToken(): ReactNode {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["read"]);
  const [days, setDays] = useState(90);
  const make = useNewToken();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate({ name, scopes, days }, { onSuccess: () => setName("") });
  };
  const toggle = (scope: TokenScope): void => {
    setScopes(TOKEN_SCOPES.filter((one) => (one === scope) !== scopes.includes(one)));
  };
  return (
    <form onSubmit={submit} className="grid gap-4 border-t border-line pt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name of a new key"
          hint="What it is for."
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Ends after"
          hint="It then stops working."
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          <option value={7}>7 days</option>
          <option value={30}>30 days</option>
          <option value={90}>90 days</option>
          <option value={365}>365 days</option>
        </SelectField>
      </div>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1 text-small font-medium">Good for</legend>
        {TOKEN_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={SCOPE_WORDS[scope]}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </fieldset>
      <FormFault error={make.error} />
      <div>
        <Button type="submit" busy={make.isPending} disabled={scopes.length === 0}>
          Make a key
        </Button>
      </div>
      {make.data !== undefined && (
        <CopyLine label="The new key; it is shown this once" text={make.data.token} />
      )}
    </form>
  );
}
