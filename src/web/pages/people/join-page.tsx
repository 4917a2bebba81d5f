import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { LinkView } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { useViewer } from "../../api/viewer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { TextField } from "../../design/field.tsx";
import { timeFigure } from "../../design/figures.ts";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { FormFault } from "./form-fault.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAccountChange, useForgetViewer, useLinkView } from "./people-queries.ts";
import { ROLE_HINTS, ROLE_WORDS } from "./role-words.ts";

/** Where a single-use link leads: a first account, an invitation, a new password. */
export function JoinPage(): ReactNode {
  const code = useLocation({ select: ({ hash }) => hash });
  const query = useLinkView(code);
  return (
    <div className="mx-auto grid w-full max-w-lg gap-6">
      {code === "" ? (
        <>
          <PageHeader title="Join" />
          <EmptyState title="The link is not whole">
            <p>Its last part, behind the #, is missing. Copy it once more, from begin to end.</p>
          </EmptyState>
        </>
      ) : (
        <>
          {query.isError && (
            <PageHeader
              title="Join"
              hint="A link works once, within 7 days. Ask whoever sent it for a new one."
            />
          )}
          <QueryView query={query} what="This link does not work (any more)">
            {(link) => <LinkUse code={code} link={link} />}
          </QueryView>
        </>
      )}
    </div>
  );
}

interface LinkUseProps {
  readonly code: string;
  readonly link: LinkView;
}

function LinkUse({ code, link }: LinkUseProps): ReactNode {
  const { data: viewer } = useViewer();
  switch (link.purpose) {
    case "setup":
      return <NewAccount code={code} link={link} title="Set up this server" />;
    case "account":
      return viewer?.account == null ? (
        <NewAccount code={code} link={link} title="You are invited" />
      ) : (
        <MoreRoles code={code} link={link} name={viewer.account.name} />
      );
    case "reset":
      return <NewPassword code={code} />;
    default:
      return (
        <EmptyState title="This link is for another page">
          <p>Open it from the page that it was made for.</p>
        </EmptyState>
      );
  }
}

function RolesOf({ link }: { readonly link: LinkView }): ReactNode {
  return (
    <div className="text-small">
      <p>This link is good for one account, until {timeFigure(link.expiresMs)}. It makes you:</p>
      <ul className="list-disc pl-6">
        {link.roles.map((role) => (
          <li key={role}>
            <strong>{ROLE_WORDS[role]}</strong>: {ROLE_HINTS[role]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function NewAccount({ code, link, title }: LinkUseProps & { readonly title: string }): ReactNode {
  const [given, setGiven] = useState({ name: "", password: "" });
  const register = useAccountChange("register");
  const forget = useForgetViewer();
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    await register.mutateAsync({ code, ...given });
    await navigate({ to: "/", replace: true });
    await forget();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send().catch(() => undefined);
  };
  return (
    <>
      <PageHeader title={title} />
      <Card title="Make your account">
        <form onSubmit={submit} className="grid gap-4">
          <RolesOf link={link} />
          <TextField
            label="Name"
            hint="2 to 40 characters. You sign in with it; raters never see it."
            autoComplete="username"
            required
            minLength={2}
            maxLength={40}
            value={given.name}
            onChange={(event) => setGiven({ ...given, name: event.target.value })}
          />
          <NewPasswordField
            label="Password"
            value={given.password}
            onChange={(password) => setGiven({ ...given, password })}
          />
          <FormFault error={register.error} />
          <Button type="submit" tone="primary" busy={register.isPending}>
            {register.isPending ? "Making it…" : "Make the account"}
          </Button>
        </form>
      </Card>
      <p className="text-small text-muted">
        You have an account here?{" "}
        <Link
          to="/sign-in"
          search={{ next: `/join#${code}` }}
          className="text-accent underline underline-offset-4"
        >
          Sign in first
        </Link>
        , and the roles are added to it.
      </p>
    </>
  );
}

function MoreRoles({ code, link, name }: LinkUseProps & { readonly name: string }): ReactNode {
  const redeem = useAccountChange("redeem");
  const forget = useForgetViewer();
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    await redeem.mutateAsync({ code });
    await navigate({ to: "/", replace: true });
    await forget();
  };
  return (
    <>
      <PageHeader title="You are invited" />
      <Card title={`Add to the account ${name}`}>
        <div className="grid gap-4">
          <RolesOf link={link} />
          <FormFault error={redeem.error} />
          <Button
            tone="primary"
            busy={redeem.isPending}
            onClick={() => {
              send().catch(() => undefined);
            }}
          >
            Add the roles to my account
          </Button>
        </div>
      </Card>
    </>
  );
}

function NewPassword({ code }: { readonly code: string }): ReactNode {
  const [password, setPassword] = useState("");
  const reset = useAccountChange("reset");
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    await reset.mutateAsync({ code, password });
    await navigate({ to: "/sign-in", replace: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send().catch(() => undefined);
  };
  return (
    <>
      <PageHeader title="A new password" hint="It signs you out wherever you are signed in." />
      <Card>
        <form onSubmit={submit} className="grid gap-4">
          <NewPasswordField label="New password" value={password} onChange={setPassword} />
          <FormFault error={reset.error} />
          <Button type="submit" tone="primary" busy={reset.isPending}>
            Set it
          </Button>
        </form>
      </Card>
    </>
  );
}
