import type { ReactNode } from "react";
import type { RaterStudy } from "../../../records/index.ts";
import { AllAnchors } from "./mark-field.tsx";

/** Instructions of a study, and what each mark of each question means. */
export function HowToRate({ study }: { readonly study: RaterStudy }): ReactNode {
  const { instructions, dimensions, isExcerpts } = study;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose whitespace-pre-line">{instructions}</p>
      {isExcerpts && (
        <p className="max-w-prose text-muted">
          You read excerpts: […] stands where a part is left out, at the same places in all texts.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {dimensions.map((dimension) => (
          <section key={dimension.id} className="grid content-start gap-1">
            <h3 className="font-semibold">{dimension.label}</h3>
            <p className="text-small text-muted">{dimension.question}</p>
            <AllAnchors dimension={dimension} />
          </section>
        ))}
      </div>
    </div>
  );
}
