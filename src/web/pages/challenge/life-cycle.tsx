import type { ReactNode } from "react";
import type { SubmissionState, SubmissionView } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { classNames } from "../../design/class-names.ts";
import { counted, STATE_TONES, STATE_WORDS, waitFigure } from "./challenge-words.ts";

const USUAL: readonly SubmissionState[] = ["received", "validating", "queued", "scoring", "scored"];

/** The states that a submission passes through, up to where it ends. */
function pathOf(state: SubmissionState): readonly SubmissionState[] {
  if (state === "rejected") return ["received", "validating", "rejected"];
  if (state === "failed") return ["received", "validating", "queued", "scoring", "failed"];
  if (state === "withdrawn") return [...USUAL, "withdrawn"];
  return USUAL;
}

/** Where a submission stands on its way, and how long it will still wait. */
export function LifeCycle({ submission }: { readonly submission: SubmissionView }): ReactNode {
  const { state, queuePosition, expectedWaitMs, selected } = submission;
  const path = pathOf(state);
  const at = path.indexOf(state);
  return (
    <Card
      title="Where it stands"
      actions={
        <span className="flex gap-1">
          <Badge tone={STATE_TONES[state]}>{state}</Badge>
          {selected && <Badge tone="good">selected as final</Badge>}
        </span>
      }
    >
      <div className="grid gap-4">
        <ol className="flex flex-wrap gap-2" aria-label="Way of the submission">
          {path.map((step, place) => (
            <li
              key={step}
              aria-current={place === at ? "step" : undefined}
              className={classNames(
                "rounded-full border px-3 py-1 text-small",
                place < at && "border-line bg-sunken",
                place === at && "border-accent bg-accent-soft font-semibold text-accent-strong",
                place > at && "border-dashed border-edge text-muted",
              )}
            >
              {step}
            </li>
          ))}
        </ol>
        <p aria-live="polite">
          {STATE_WORDS[state]}
          {queuePosition !== undefined && ` ${counted(queuePosition, "job")} before it`}
          {expectedWaitMs !== undefined && `, ${waitFigure(expectedWaitMs)} to wait`}
          {queuePosition !== undefined && "."}
        </p>
      </div>
    </Card>
  );
}
