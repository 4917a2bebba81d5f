import { type ReactNode, useId } from "react";
import type { RatingDimension } from "../../../records/index.ts";
import { classNames } from "../../design/class-names.ts";
import { MARKS } from "./mark-words.ts";

/** What a question with marks from 1 to 5 is given. */
export interface MarkFieldProps {
  /** What is judged. */
  readonly dimension: RatingDimension;
  /** The mark; absent for none. */
  readonly value: number | undefined;
  /** Whether the meaning of all marks stands below. */
  readonly anchors: boolean;
  /** Whether keys answer this question. @defaultValue false */
  readonly active?: boolean;
  /** How the answer stands, beside the name. */
  readonly status?: ReactNode;
  /** Whether nothing can be chosen. @defaultValue false */
  readonly disabled?: boolean;
  /** Takes a mark. */
  readonly onMark: (value: number) => void;
  /** Is told when the reader turns to the question. */
  readonly onTurn?: () => void;
  /** What stands below. */
  readonly children?: ReactNode;
}

/** One question with its five marks. */
export function MarkField(props: MarkFieldProps): ReactNode {
  const { dimension, value, anchors, active = false, status, children, onTurn } = props;
  const { id, label, question } = dimension;
  return (
    <fieldset
      data-question={id}
      onFocus={onTurn}
      className={classNames(
        "grid gap-2 border-l-4 py-1 pl-3",
        active ? "border-accent" : "border-transparent",
      )}
    >
      <legend className="sr-only">
        {label}: {question}
      </legend>
      <div aria-hidden="true" className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{label}</span>
        <span className="text-mini">{status}</span>
      </div>
      <p aria-hidden="true" className="text-small text-muted">
        {question}
      </p>
      <Marks {...props} />
      {anchors ? <AllAnchors dimension={dimension} /> : <Anchors {...{ dimension, value }} />}
      {children}
    </fieldset>
  );
}

function Marks({ dimension, value, disabled = false, onMark }: MarkFieldProps): ReactNode {
  const name = useId();
  return (
    <div className="grid grid-cols-5 gap-1">
      {MARKS.map((mark) => (
        <label key={mark} className="relative">
          <input
            type="radio"
            name={name}
            value={mark}
            checked={value === mark}
            disabled={disabled}
            aria-label={`${mark}: ${dimension.anchors[mark - 1] ?? ""}`}
            onChange={() => onMark(mark)}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span
            aria-hidden="true"
            className="flex min-h-11 items-center justify-center rounded-small border border-edge bg-surface font-semibold peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent peer-hover:border-accent peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-60"
          >
            {mark}
          </span>
        </label>
      ))}
    </div>
  );
}

/** The ends of the scale, or what the chosen mark means. Read aloud with the marks themselves. */
function Anchors({
  dimension: { anchors },
  value,
}: {
  readonly dimension: RatingDimension;
  readonly value: number | undefined;
}): ReactNode {
  const chosen = value === undefined ? undefined : anchors[value - 1];
  if (chosen !== undefined) {
    return (
      <p aria-hidden="true" className="text-small">
        <strong>{value}</strong> {chosen}
      </p>
    );
  }
  return (
    <p aria-hidden="true" className="flex justify-between gap-4 text-mini text-muted">
      <span>1 {anchors[0]}</span>
      <span className="text-right">5 {anchors[4]}</span>
    </p>
  );
}

/** What each of the five marks means. */
export function AllAnchors({
  dimension: { anchors },
}: {
  readonly dimension: RatingDimension;
}): ReactNode {
  return (
    <ol className="grid gap-1 text-small">
      {MARKS.map((mark) => (
        <li key={mark} className="grid grid-cols-[1.5rem_1fr]">
          <strong>{mark}</strong>
          <span>{anchors[mark - 1]}</span>
        </li>
      ))}
    </ol>
  );
}
