import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { VIEWER_KEY } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { TextField } from "../../design/field.tsx";
import { useToast } from "../../design/toast.tsx";
import { FormFault } from "./form-fault.tsx";
import { PasswordForm } from "./password-form.tsx";
import { type SecondFactorSecret, useAccountChange, useNewSecondFactor } from "./people-queries.ts";

/** Sets up or removes the six digits of an app. */
export function SecondFactorCard({ isSetUp }: { readonly isSetUp: boolean }): ReactNode {
  const begin = useNewSecondFactor();
  return (
    <Card
      title="Second factor"
      hint="Six digits from an app on your phone, asked for beside the password."
      actions={isSetUp ? <Badge tone="good">set up</Badge> : <Badge>not set up</Badge>}
    >
      {isSetUp && <RemoveForm />}
      {!isSetUp && begin.data === undefined && (
        <PasswordForm
          button="Set it up"
          busy={begin.isPending}
          error={begin.error}
          onSend={(password) => begin.mutate(password)}
        />
      )}
      {!isSetUp && begin.data !== undefined && <ConfirmForm made={begin.data} />}
    </Card>
  );
}

function RemoveForm(): ReactNode {
  const remove = useAccountChange("second-factor/remove");
  const client = useQueryClient();
  const send = async (password: string): Promise<void> => {
    await remove.mutateAsync({ password });
    await client.invalidateQueries({ queryKey: VIEWER_KEY });
  };
  return (
    <PasswordForm
      button="Remove it"
      busy={remove.isPending}
      error={remove.error}
      onSend={(password) => {
        send(password).catch(() => undefined);
      }}
    />
  );
}

function ConfirmForm({ made }: { readonly made: SecondFactorSecret }): ReactNode {
  const [code, setCode] = useState("");
  const confirm = useAccountChange("second-factor/confirm");
  const client = useQueryClient();
  const show = useToast();
  const send = async (): Promise<void> => {
    await confirm.mutateAsync({ code });
    await client.invalidateQueries({ queryKey: VIEWER_KEY });
    show({ title: "Second factor set up" });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send().catch(() => undefined);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-1 text-small">
        <p>Add this key to your app; it is shown this once.</p>
        <code className="rounded-small bg-sunken px-3 py-2 font-mono break-all">{made.secret}</code>
        <a href={made.uri} className="text-accent underline underline-offset-4">
          Open it in an app on this device
        </a>
      </div>
      <TextField
        label="Six digits that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        required
        value={code}
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <FormFault error={confirm.error} />
      <div>
        <Button type="submit" tone="primary" busy={confirm.isPending}>
          Done
        </Button>
      </div>
    </form>
  );
}
