import { type CSSProperties, type ReactNode, useState } from "react";
import type {
  CoverageCell,
  StudyCoverage,
  StudyRater,
  StudyView,
} from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { TextArea } from "../../../design/field.tsx";
import { countFigure } from "../../../design/figures.ts";
import { ProgressBar } from "../../../design/key-figures.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { FormFault } from "../../people/form-fault.tsx";
import { useCloseStudy, useCoverage } from "./organiser-queries.ts";

/** How many ratings each blinded text has, while they come in. */
export function CoverageTab({ view: { study, plan } }: { readonly view: StudyView }): ReactNode {
  const query = useCoverage(study.id);
  return (
    <QueryView query={query} what="The coverage could not be loaded">
      {(coverage) => (
        <div className="grid gap-6">
          <Card
            title={`${countFigure(coverage.complete)} of ${countFigure(coverage.needed)} ratings`}
            hint={`${coverage.active} ${coverage.active === 1 ? "text is" : "texts are"} being read now. Counts only: no marks, no systems.`}
            actions={
              study.status === "open" && <CloseDialog studyId={study.id} coverage={coverage} />
            }
          >
            <ProgressBar
              label="Ratings handed in"
              share={coverage.needed === 0 ? 0 : coverage.complete / coverage.needed}
            />
          </Card>
          <Grid coverage={coverage} each={plan.ratersPerText} />
          <Raters raters={coverage.raters} />
        </div>
      )}
    </QueryView>
  );
}

function Grid({
  coverage: { prompts },
  each,
}: {
  readonly coverage: StudyCoverage;
  readonly each: number;
}): ReactNode {
  return (
    <Card
      title="Texts"
      hint={`One square for each text, in an order that tells nothing of its system: ratings of ${each}, and how many read it now.`}
    >
      <ul className="grid gap-4">
        {prompts.map(({ prompt, texts }) => (
          <li key={prompt} className="grid gap-1 sm:grid-cols-[10rem_1fr]">
            <span className="text-small font-medium break-words">{prompt}</span>
            <ul className="flex flex-wrap gap-2">
              {texts.map((cell) => (
                <li key={cell.text}>
                  <Square cell={cell} each={each} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Square({
  cell: { text, complete, active, lost },
  each,
}: {
  readonly cell: CoverageCell;
  readonly each: number;
}): ReactNode {
  const style = { "--heat": Math.min(1, complete / each) } as CSSProperties;
  return (
    <div
      className="heat grid min-h-12 min-w-16 content-center justify-items-center rounded-small border border-line px-2 py-1 text-ink"
      style={style}
      title={`Text ${text}: ${lost} skipped or run out`}
    >
      <span className="text-small font-semibold tabular-nums">
        {complete} / {each}
        {complete >= each && " ✓"}
      </span>
      <span className="text-mini">
        {active > 0 ? `+ ${active} reading` : ""}
        {active === 0 && lost > 0 ? `${lost} lost` : ""}
      </span>
    </div>
  );
}

const COLUMNS: readonly Column<StudyRater>[] = [
  { id: "rater", heading: "Rater", isRowHeading: true, cell: ({ rater }) => rater },
  {
    id: "submitted",
    heading: "Handed in",
    numeric: true,
    cell: ({ submitted }) => countFigure(submitted),
  },
  { id: "skipped", heading: "Skipped", numeric: true, cell: ({ skipped }) => countFigure(skipped) },
  { id: "expired", heading: "Run out", numeric: true, cell: ({ expired }) => countFigure(expired) },
];

function Raters({ raters }: { readonly raters: readonly StudyRater[] }): ReactNode {
  return (
    <Card flush title="Raters" hint="By the pseudonyms of the export.">
      {raters.length === 0 ? (
        <p className="px-4 pb-4 text-small text-muted">
          Nobody has begun. Raters are invited under “People”.
        </p>
      ) : (
        <Table caption="Raters" columns={COLUMNS} rows={raters} keyOf={({ rater }) => rater} />
      )}
    </Card>
  );
}

function CloseDialog({
  studyId,
  coverage: { complete, needed },
}: {
  readonly studyId: string;
  readonly coverage: StudyCoverage;
}): ReactNode {
  const [deviation, setDeviation] = useState("");
  const close = useCloseStudy(studyId);
  const missing = needed - complete;
  return (
    <Dialog
      trigger={<Button>Close the study…</Button>}
      title="Close the study?"
      description="No rating is taken any more; agreement and export open. It cannot be opened again."
      actions={
        <Button
          tone="danger"
          busy={close.isPending}
          disabled={missing > 0 && deviation.trim() === ""}
          onClick={() => close.mutate(missing > 0 ? { deviation: deviation.trim() } : {})}
        >
          Close the study for good
        </Button>
      }
    >
      <div className="grid gap-4">
        {missing > 0 && (
          <TextArea
            label={`${missing} of ${needed} ratings are missing. Why close all the same?`}
            hint="It is logged and printed in the report."
            rows={4}
            maxLength={4000}
            value={deviation}
            onChange={(event) => setDeviation(event.target.value)}
          />
        )}
        <FormFault error={close.error} />
      </div>
    </Dialog>
  );
}
