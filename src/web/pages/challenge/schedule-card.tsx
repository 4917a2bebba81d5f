import type { ReactNode } from "react";
import {
  CHALLENGE_DATE_NAMES,
  type ChallengeDateName,
  type ChallengeView,
  type DateChange,
  type ShownMoment,
  type SignedDeviation,
} from "../../../records/index.ts";
import { Card } from "../../design/card.tsx";
import { timeFigure } from "../../design/figures.ts";
import { type Column, Table } from "../../design/table.tsx";
import { DATE_WORDS, utcFigure } from "./challenge-words.ts";

interface DateRow {
  readonly name: ChallengeDateName;
  readonly moment: ShownMoment;
}

const COLUMNS: readonly Column<DateRow>[] = [
  { id: "what", heading: "What", isRowHeading: true, cell: ({ name }) => DATE_WORDS[name] },
  { id: "utc", heading: "UTC", cell: ({ moment }) => <Time>{moment.utc}</Time> },
  {
    id: "aoe",
    heading: <abbr title="Anywhere on Earth, UTC−12">AoE</abbr>,
    cell: ({ moment }) => <Time>{moment.aoe}</Time>,
  },
  {
    id: "local",
    heading: `Your time (${Intl.DateTimeFormat().resolvedOptions().timeZone})`,
    cell: ({ moment }) => <Time>{timeFigure(moment.atMs)}</Time>,
  },
];

function Time({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}

/** The schedule in three zones. */
export function ScheduleCard({ dates }: Pick<ChallengeView, "dates">): ReactNode {
  const rows = CHALLENGE_DATE_NAMES.map((name) => ({ name, moment: dates[name] }));
  return (
    <Card flush title="Dates" hint="The last second belongs to what closes then.">
      <div className="hidden sm:block">
        <Table caption="Dates" columns={COLUMNS} rows={rows} keyOf={({ name }) => name} />
      </div>
      <ul className="grid gap-4 p-4 sm:hidden">
        {rows.map((row) => (
          <li key={row.name} className="grid gap-1">
            <DateLines row={row} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A date on a narrow window: three columns would run out of sight. */
function DateLines({ row: { name, moment } }: { readonly row: DateRow }): ReactNode {
  return (
    <>
      <p className="font-medium">{DATE_WORDS[name]}</p>
      <p className="text-small text-muted tabular-nums">{moment.utc}</p>
      <p className="text-small text-muted tabular-nums">{moment.aoe}</p>
      <p className="text-small text-muted tabular-nums">{timeFigure(moment.atMs)}, your time</p>
    </>
  );
}

interface DateChangesProps {
  readonly changes: readonly DateChange[];
  readonly deviations: readonly SignedDeviation[];
}

/** Dates that were moved and steps that departed from the plan, each with its reason. */
export function DateChanges({ changes, deviations }: DateChangesProps): ReactNode {
  if (changes.length + deviations.length === 0) return null;
  return (
    <Card title="Changes to the plan">
      <ul className="grid gap-4">
        {changes.map((change) => (
          <li key={`${change.name}/${change.changedAtMs}`} className="grid gap-1">
            <p className="font-medium">
              {DATE_WORDS[change.name]}: {utcFigure(change.oldMs)} → {utcFigure(change.newMs)}
            </p>
            <Reason atMs={change.changedAtMs}>{change.reason}</Reason>
          </li>
        ))}
        {deviations.map(({ act, reason, signedAtMs }) => (
          <li key={`${act}/${signedAtMs}`} className="grid gap-1">
            <p className="font-medium">
              {act === "freeze" ? "Board frozen" : "Results published"} before a condition held
            </p>
            <Reason atMs={signedAtMs}>{reason}</Reason>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Reason({
  atMs,
  children,
}: {
  readonly atMs: number;
  readonly children: string;
}): ReactNode {
  return (
    <p className="text-small whitespace-pre-line text-muted">
      {children} <span className="whitespace-nowrap">({utcFigure(atMs)})</span>
    </p>
  );
}
