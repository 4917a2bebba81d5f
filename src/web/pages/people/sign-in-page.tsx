import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiFault } from "../../api/api-fault.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { TextField } from "../../design/field.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { FormFault } from "./form-fault.tsx";
import { passkeySupport } from "./passkey-prompt.ts";
import { usePasskeySignIn } from "./passkey-queries.ts";
import { type SignInRequest, useAccountChange, useForgetViewer } from "./people-queries.ts";
import { signInRoute } from "./people-routes.tsx";

const EMPTY = { name: "", password: "", code: "" };

/** Signing in with name and password, and with the digits of an app where one is set up. */
export function SignInPage(): ReactNode {
  const { next = "/" } = signInRoute.useSearch();
  const [given, setGiven] = useState(EMPTY);
  const signIn = useAccountChange("login");
  const forget = useForgetViewer();
  const navigate = useNavigate();
  const needsCode = isAboutCode(signIn.error);
  const arrive = async (): Promise<void> => {
    await forget();
    await navigate({ href: next });
  };
  const send = async (): Promise<void> => {
    await signIn.mutateAsync(requestOf(given));
    await arrive();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send().catch(() => undefined);
  };
  const change = (part: Partial<typeof EMPTY>): void => setGiven({ ...given, ...part });
  return (
    <div className="mx-auto grid w-full max-w-md gap-6">
      <PageHeader title="Sign in" />
      <Card>
        <form onSubmit={submit} className="grid gap-4">
          <TextField
            label="Name"
            autoComplete="username"
            required
            value={given.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={given.password}
            onChange={(event) => change({ password: event.target.value })}
          />
          {needsCode && (
            <TextField
              label="Six digits of your app"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]{6}"
              required
              value={given.code}
              onChange={(event) => change({ code: event.target.value.trim() })}
            />
          )}
          <FormFault error={signIn.error} />
          <Button type="submit" tone="primary" busy={signIn.isPending}>
            {signIn.isPending ? "Signing in…" : "Sign in"}
          </Button>
        </form>
        {passkeySupport() === "ready" && <PasskeySignIn onDone={arrive} />}
      </Card>
      <p className="text-small text-muted">
        No account, or the password is gone? Accounts and new passwords come by a link: ask whoever
        invited you for one.
      </p>
    </div>
  );
}

/** Signing in without name and password. */
function PasskeySignIn({ onDone }: { readonly onDone: () => Promise<void> }): ReactNode {
  const signIn = usePasskeySignIn();
  const send = async (): Promise<void> => {
    await signIn.mutateAsync(undefined);
    await onDone();
  };
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-4">
      <FormFault error={signIn.error} />
      <Button
        busy={signIn.isPending}
        onClick={() => {
          send().catch(() => undefined);
        }}
      >
        {signIn.isPending ? "Answer your device…" : "Sign in with a passkey"}
      </Button>
    </div>
  );
}

function isAboutCode(error: Error | null): boolean {
  if (!(error instanceof ApiFault)) return false;
  return error.code === "second-factor-needed" || error.code === "wrong-second-factor";
}

function requestOf({ name, password, code }: typeof EMPTY): SignInRequest {
  return { name, password, ...(code === "" ? {} : { secondFactorCode: code }) };
}
