import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useViewer } from "../../api/viewer.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/states.tsx";

/** What a page shows to those who have to sign in as somebody else, or at all. */
export function SignInFirst({
  as: role,
  children,
}: {
  /** The role that one needs, for instance `participant`. */
  readonly as: string;
  /** What is behind the door. */
  readonly children: ReactNode;
}): ReactNode {
  const next = useLocation({ select: ({ href }) => href });
  const { data: viewer } = useViewer();
  if (viewer?.account != null) {
    return (
      <EmptyState title="Not for this account">
        {children}
        <p>
          {viewer.account.name} does not have the role “{role}”. An organiser can give it away by a
          link.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Sign in first"
      action={
        <Button asChild tone="primary">
          <Link to="/sign-in" search={{ next }}>
            Sign in
          </Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
