import type { ReactNode } from "react";
import { classNames } from "../../design/class-names.ts";
import type { Step } from "./stage-props.ts";

const STEPS: readonly { readonly id: Step; readonly label: string }[] = [
  { id: "consent", label: "Consent" },
  { id: "instructions", label: "Instructions" },
  { id: "training", label: "Training" },
  { id: "rating", label: "Texts" },
  { id: "survey", label: "Questions" },
  { id: "done", label: "Thanks" },
];

/** The way through a study, and where one is. */
export function StudySteps({ current }: { readonly current: Step }): ReactNode {
  const at = STEPS.findIndex(({ id }) => id === current);
  return (
    <ol aria-label="Steps of the study" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
      {STEPS.map(({ id, label }, place) => (
        <li
          key={id}
          aria-current={place === at ? "step" : undefined}
          className={classNames(
            "border-b-2 px-1 pb-1",
            place === at ? "border-accent font-semibold" : "border-transparent text-muted",
          )}
        >
          {place < at ? "✓ " : `${place + 1} `}
          {label}
          {place < at && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
