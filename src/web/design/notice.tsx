import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** What a notice is about. */
export type NoticeTone = "info" | "warn";

/** A sentence or two that the reader must know, beside what they are about. */
export function Notice({
  tone = "info",
  title,
  children,
}: {
  /** What it is about. @defaultValue "info" */
  readonly tone?: NoticeTone;
  /** Its first words, set bold. */
  readonly title?: string;
  /** The sentences. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div
      className={classNames(
        "rounded-card border-l-4 px-4 py-3 text-small",
        tone === "warn" ? "border-warn bg-warn-soft" : "border-accent bg-accent-soft",
      )}
    >
      {title !== undefined && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
