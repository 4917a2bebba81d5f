import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ACCOUNT_ROLES } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { useViewer, type Viewer } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { FormFault } from "./form-fault.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { DeleteAccountCard, PasswordCard } from "./password-card.tsx";
import { useAccountChange, useForgetViewer } from "./people-queries.ts";
import { ROLE_WORDS } from "./role-words.ts";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TokensCard } from "./tokens-card.tsx";

/** The own account: password, second factor, passkeys, sessions, keys for programs. */
export function AccountPage(): ReactNode {
  const query = useViewer();
  return (
    <QueryView query={query} what="Your account could not be loaded">
      {(viewer) => (viewer.account === null ? <NoAccount /> : <Account viewer={viewer} />)}
    </QueryView>
  );
}

function NoAccount(): ReactNode {
  return (
    <>
      <PageHeader title="Account" />
      <EmptyState
        title="You are not signed in"
        action={
          <Button asChild tone="primary">
            <Link to="/sign-in" search={{ next: "/account" }}>
              Sign in
            </Link>
          </Button>
        }
      >
        <p>Accounts are made with a link from the organisers.</p>
      </EmptyState>
    </>
  );
}

function Account({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const { account, roles, waitingRoles, hasSecondFactor } = viewer;
  const held = ACCOUNT_ROLES.filter((role) => roles.includes(role));
  return (
    <>
      <PageHeader
        title={account?.name ?? "Account"}
        badges={held.map((role) => (
          <Badge key={role} tone="accent">
            {ROLE_WORDS[role]}
          </Badge>
        ))}
        actions={<SignOut />}
      />
      {waitingRoles.length > 0 && (
        <Notice tone="warn" title="Set up a second factor">
          <p>
            {waitingRoles.map((role) => ROLE_WORDS[role]).join(" and ")}: you have these rights once
            a second factor is set up, or you sign in with a passkey.
          </p>
        </Notice>
      )}
      <div className="grid items-start gap-6 md:grid-cols-2 [&>*]:min-w-0">
        <PasswordCard />
        <SecondFactorCard isSetUp={hasSecondFactor} />
      </div>
      <PasskeysCard />
      <SessionsCard />
      <TokensCard />
      <DeleteAccountCard />
    </>
  );
}

function SignOut(): ReactNode {
  const signOut = useAccountChange("logout");
  const forget = useForgetViewer();
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    await signOut.mutateAsync(undefined);
    await navigate({ to: "/sign-in" });
    await forget();
  };
  return (
    <>
      <Button
        busy={signOut.isPending}
        onClick={() => {
          send().catch(() => undefined);
        }}
      >
        Sign out
      </Button>
      <FormFault error={signOut.error} />
    </>
  );
}
