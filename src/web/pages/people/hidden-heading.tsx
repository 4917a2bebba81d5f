import type { ReactNode } from "react";

/** The heading of a column of buttons: heard, not seen. It scrolls with its table. */
export function HiddenHeading({ children }: { readonly children: string }): ReactNode {
  return (
    <span className="relative block">
      <span className="sr-only">{children}</span>
    </span>
  );
}
