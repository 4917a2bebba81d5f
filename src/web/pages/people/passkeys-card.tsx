import { type ReactNode, useState } from "react";
import type { PasskeyView } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { TextField } from "../../design/field.tsx";
import { timeFigure } from "../../design/figures.ts";
import { Notice } from "../../design/notice.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { useToast } from "../../design/toast.tsx";
import { FormFault } from "./form-fault.tsx";
import { HiddenHeading } from "./hidden-heading.tsx";
import { passkeySupport } from "./passkey-prompt.ts";
import { useNewPasskey, usePasskeys, useRemovePasskey } from "./passkey-queries.ts";
import { PasswordForm } from "./password-form.tsx";

/** Passkeys: adding one, and removing them. */
export function PasskeysCard(): ReactNode {
  const passkeys = usePasskeys();
  const remove = useRemovePasskey();
  const columns: readonly Column<PasskeyView>[] = [
    {
      id: "name",
      heading: "Name",
      isRowHeading: true,
      cell: ({ name, createdMs }) => (
        <div className="grid gap-1">
          <span>{name}</span>
          <span className="text-muted">since {timeFigure(createdMs)}</span>
        </div>
      ),
    },
    {
      id: "used",
      heading: "Last used",
      numeric: true,
      cell: ({ lastUsedMs }) => (lastUsedMs === null ? "never" : timeFigure(lastUsedMs)),
    },
    {
      id: "remove",
      heading: <HiddenHeading>Remove</HiddenHeading>,
      numeric: true,
      cell: ({ id, name }) => (
        <Button
          small
          tone="danger"
          aria-label={`Remove the passkey ${name}`}
          busy={remove.isPending && remove.variables === id}
          onClick={() => remove.mutate(id)}
        >
          Remove
        </Button>
      ),
    },
  ];
  return (
    <Card
      title="Passkeys"
      hint="Sign in with the fingerprint, face or PIN of a device. One takes the place of password and digits."
    >
      <div className="grid gap-6">
        <QueryView query={passkeys} what="Your passkeys could not be loaded">
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-small text-muted">You have added none yet.</p>
            ) : (
              <Table
                caption="Your passkeys"
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
              />
            )
          }
        </QueryView>
        <FormFault error={remove.error} />
        <NewPasskey />
      </div>
    </Card>
  );
}

function NewPasskey(): ReactNode {
  const support = passkeySupport();
  const [name, setName] = useState("");
  const make = useNewPasskey();
  const show = useToast();
  if (support !== "ready") return <NoPasskeys reason={support} />;
  const send = (password: string): void => {
    make.mutate(
      { name, password },
      {
        onSuccess: () => {
          setName("");
          show({ title: "Passkey added" });
        },
      },
    );
  };
  return (
    <div className="border-t border-line pt-4">
      <PasswordForm
        button={make.isPending ? "Answer your device…" : "Add a passkey"}
        busy={make.isPending}
        error={make.error}
        onSend={send}
      >
        <TextField
          label="Name of a new passkey"
          hint="What it lies on, for instance “laptop”."
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </PasswordForm>
    </div>
  );
}

/** Why passkeys cannot be added here, and where they can. */
function NoPasskeys({ reason }: { readonly reason: "browser" | "address" }): ReactNode {
  if (reason === "browser") {
    return (
      <Notice title="This browser cannot use passkeys">
        <p>Open this page in another browser, or over https, to add one.</p>
      </Notice>
    );
  }
  return (
    <Notice title="Passkeys belong to names, not to addresses">
      <p>
        Open this server by its name to add one; on this machine that is <LocalName />. You have to
        sign in once more there.
      </p>
    </Notice>
  );
}

function LocalName(): ReactNode {
  const { port } = globalThis.location;
  const address = `http://localhost${port === "" ? "" : `:${port}`}`;
  return (
    <a href={`${address}/account`} className="text-accent underline underline-offset-4">
      {address}
    </a>
  );
}
