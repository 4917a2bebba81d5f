import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { VIEWER_KEY } from "../../api/viewer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { useToast } from "../../design/toast.tsx";
import { FormFault } from "./form-fault.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAccountChange, useForgetViewer } from "./people-queries.ts";

const EMPTY = { password: "", newPassword: "" };

/** Changes the password, which ends all other sessions. */
export function PasswordCard(): ReactNode {
  const [given, setGiven] = useState(EMPTY);
  const change = useAccountChange("password");
  const client = useQueryClient();
  const show = useToast();
  const send = async (): Promise<void> => {
    await change.mutateAsync(given);
    setGiven(EMPTY);
    // The session is a new one, and so is what changes have to carry.
    await client.invalidateQueries({ queryKey: VIEWER_KEY });
    show({ title: "Password changed", text: "You are signed out everywhere else." });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send().catch(() => undefined);
  };
  return (
    <Card title="Password" hint="A new password signs you out on all other devices.">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Password now"
          type="password"
          autoComplete="current-password"
          required
          value={given.password}
          onChange={(event) => setGiven({ ...given, password: event.target.value })}
        />
        <NewPasswordField
          label="New password"
          value={given.newPassword}
          onChange={(newPassword) => setGiven({ ...given, newPassword })}
        />
        <FormFault error={change.error} />
        <div>
          <Button type="submit" busy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Deletes the account, after a question. */
export function DeleteAccountCard(): ReactNode {
  const [password, setPassword] = useState("");
  const remove = useAccountChange("delete-account");
  const forget = useForgetViewer();
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    await remove.mutateAsync({ password });
    await navigate({ to: "/" });
    await forget();
  };
  return (
    <Card
      title="Leave"
      hint="What you rated and handed in stays, without your name."
      actions={
        <Dialog
          trigger={<Button tone="danger">Delete my account…</Button>}
          title="Delete your account?"
          description="Your name, password and keys are gone at once and cannot be brought back. Ratings and texts stay under a pseudonym."
          actions={
            <Button
              tone="danger"
              busy={remove.isPending}
              disabled={password === ""}
              onClick={() => {
                send().catch(() => undefined);
              }}
            >
              Delete it for good
            </Button>
          }
        >
          <div className="grid gap-3">
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <FormFault error={remove.error} />
          </div>
        </Dialog>
      }
    >
      <p className="text-small text-muted">You can be invited again with a new account.</p>
    </Card>
  );
}
