import type { ReactNode } from "react";
import { ApiFault } from "../../api/api-fault.ts";

/** Why a form was refused, said to a screen reader at once; nothing while there is no fault. */
export function FormFault({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  const wait = error instanceof ApiFault ? error.retryAfterSeconds : undefined;
  return (
    <p role="alert" className="text-small font-medium text-bad">
      {error.message}
      {wait === undefined ? "" : ` Try again in ${waitWords(wait)}.`}
    </p>
  );
}

function waitWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
