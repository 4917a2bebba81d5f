import type { ReactNode } from "react";
import type { LineProblem } from "../../../records/index.ts";
import { Card } from "../../design/card.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { counted } from "./challenge-words.ts";

interface NumberedProblem extends LineProblem {
  readonly key: string;
}

const LINE: Column<NumberedProblem> = {
  id: "line",
  heading: "Line",
  numeric: true,
  cell: ({ line }) => line ?? "–",
};
const FILE: Column<NumberedProblem> = {
  id: "file",
  heading: "File",
  cell: ({ file }) => (
    <span className="block min-w-28 font-mono text-mini break-all">{file ?? "–"}</span>
  ),
};
const WHAT: Column<NumberedProblem> = {
  id: "what",
  heading: "What is wrong",
  isRowHeading: true,
  cell: ({ message }) => <span className="font-normal break-words">{message}</span>,
};
const CODE: Column<NumberedProblem> = {
  id: "code",
  heading: "Code",
  cell: ({ code }) => <code className="font-mono text-mini text-muted">{code}</code>,
};

/** Most problems that the page shows: a table of more helps nobody. */
const MOST_SHOWN = 500;

/** Everything that is wrong with a file, all lines at once. */
export function ProblemList({
  problems,
  problemCount,
}: {
  readonly problems: readonly LineProblem[];
  /** All problems, those that are not listed counted in. */
  readonly problemCount: number;
}): ReactNode {
  const shown = problems.slice(0, MOST_SHOWN).map((problem, place) => ({
    ...problem,
    key: `${place}`,
  }));
  const hasFiles = problems.some(({ file }) => file !== undefined);
  const more = problemCount - shown.length;
  return (
    <Card
      flush
      title={counted(problemCount, "problem")}
      hint={more > 0 ? `The first ${shown.length} are listed.` : "All of them are listed."}
    >
      <Table
        caption="Problems of the file"
        columns={hasFiles ? [FILE, LINE, WHAT, CODE] : [LINE, WHAT, CODE]}
        rows={shown}
        keyOf={({ key }) => key}
      />
    </Card>
  );
}
