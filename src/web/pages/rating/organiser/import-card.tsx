import { type ReactNode, useState } from "react";
import { z } from "zod";
import { type LineProblem, ratingProblemSchema } from "../../../../records/index.ts";
import { ApiFault } from "../../../api/api-fault.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { countFigure } from "../../../design/figures.ts";
import { ErrorPanel } from "../../../design/states.tsx";
import { useToast } from "../../../design/toast.tsx";
import { DropZone } from "../../challenge/drop-zone.tsx";
import { ProblemList } from "../../challenge/problem-list.tsx";
import { useImportRatings } from "./rater-queries.ts";

/** Brings ratings of a file into an open study, all of them or none. */
export function ImportCard({ studyId }: { readonly studyId: string }): ReactNode {
  const [file, setFile] = useState<File>();
  const show = useToast();
  const bring = useImportRatings(studyId);
  const problems = problemsOf(bring.error);
  return (
    <Card
      title="Import"
      hint="A file that this study exported, for instance after a backup was put back. All of it comes in, or nothing."
    >
      <div className="grid gap-4">
        <DropZone
          label="Ratings"
          hint="JSON Lines, as the export writes them; 64 MiB at most."
          accept=".jsonl"
          onFiles={([given]) => {
            bring.reset();
            setFile(given);
          }}
        />
        {problems.length > 0 ? (
          <ProblemList problems={problems} problemCount={countOf(bring.error, problems.length)} />
        ) : (
          bring.error && <ErrorPanel error={bring.error} what="Nothing was brought in" />
        )}
        {file !== undefined && problems.length === 0 && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 break-words">{file.name}</p>
            <Button
              tone="primary"
              busy={bring.isPending}
              onClick={() =>
                bring.mutate(file, {
                  onSuccess: ({ raters, readings, answers }) => {
                    show({
                      title: "The ratings are in",
                      text: `${countFigure(raters)} raters, ${countFigure(readings)} readings, ${countFigure(answers)} answers.`,
                    });
                    setFile(undefined);
                  },
                })
              }
            >
              Bring the ratings in
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** What is wrong with the file, line by line; none for other faults. */
function problemsOf(error: Error | null): readonly LineProblem[] {
  const given = error instanceof ApiFault ? error.details?.["problems"] : undefined;
  const parsed = z.array(ratingProblemSchema).safeParse(given);
  if (!parsed.success) return [];
  return parsed.data.map(({ line, problem }) => ({
    code: "invalid-line",
    message: problem,
    ...(line === undefined ? {} : { line }),
  }));
}

function countOf(error: Error | null, shown: number): number {
  const count = error instanceof ApiFault ? error.details?.["problemCount"] : undefined;
  return typeof count === "number" ? count : shown;
}
