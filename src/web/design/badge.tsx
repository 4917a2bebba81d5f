import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** What a badge means. */
export type BadgeTone = "neutral" | "accent" | "good" | "warn" | "bad";

const TONES: Readonly<Record<BadgeTone, string>> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent-strong",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

/** What a badge is given. */
export interface BadgeProps {
  /** What it means. @defaultValue "neutral" */
  readonly tone?: BadgeTone;
  /** More words, shown when pointed at. */
  readonly title?: string;
  /** Its words: colour alone says nothing. */
  readonly children: ReactNode;
}

/** A word or number that says how something stands. */
export function Badge({ tone = "neutral", title, children }: BadgeProps): ReactNode {
  return (
    <span
      title={title}
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2 text-mini font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
