import { Slot } from "radix-ui";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** How much a button stands out: one `primary` a view, `danger` for what cannot be undone. */
export type ButtonTone = "primary" | "plain" | "quiet" | "danger";

/** What a button is given. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** How much it stands out. @defaultValue "plain" */
  readonly tone?: ButtonTone;
  /** Whether it is set in small type, for tables and toolbars. @defaultValue false */
  readonly small?: boolean;
  /** Whether the work it started is still going on: it then cannot be pressed again. @defaultValue false */
  readonly busy?: boolean;
  /** Whether its only child, a link, takes its looks. @defaultValue false */
  readonly asChild?: boolean;
}

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary:
    "border-accent bg-accent text-on-accent hover:bg-accent-strong hover:border-accent-strong",
  plain: "border-edge bg-surface text-ink hover:bg-sunken",
  quiet: "border-transparent bg-transparent text-ink hover:bg-sunken",
  danger: "border-bad bg-surface text-bad hover:bg-bad-soft",
};

/** A button, or a link that looks like one. */
export function Button(props: ButtonProps): ReactNode {
  const { tone = "plain", small = false, busy = false, asChild = false, ...rest } = props;
  const className = classNames(
    "inline-flex items-center justify-center gap-2 rounded-small border font-medium transition-colors",
    "disabled:opacity-60 aria-disabled:opacity-60",
    small ? "min-h-8 px-3 py-1 text-small" : "min-h-11 px-4 py-2 text-base",
    TONES[tone],
    rest.className,
  );
  if (asChild) return <Slot.Root {...rest} className={className} />;
  return (
    <button
      type="button"
      {...rest}
      className={className}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
    />
  );
}
