import type { QualityPanelRow } from "../../scoring/index.ts";
import type { PanelSection, RunPanel } from "./panel-run.ts";

/** Measures that each section is shown with; all of them stand on the page and in the JSON. */
const SECTION_MEASURES = ["rep-4", "sentence-length-cv", "readability", "coherence-sentences"];

/**
 * A panel as lines of text.
 *
 * @param panel - The panel.
 * @returns One line a measure, a section and a curve; an alarm is marked.
 */
export function panelLines({
  run,
  words,
  rows,
  sections,
  curves,
  notes,
  page,
}: RunPanel): string[] {
  return [
    `${run}: ${words.toLocaleString("en")} words.`,
    ...rows.map(rowLine),
    "By section:",
    ...sections.map(sectionLine),
    "By tenth of the document:",
    ...Object.entries(curves).map(
      ([id, points]) =>
        `  ${id}: ${points.map((value) => (value === null ? "–" : shown(value))).join("  ")}`,
    ),
    ...notes,
    ...(page === undefined ? [] : [`Page with charts: ${page}`]),
  ];
}

function rowLine({ title, score, usual, alarm, isAlarming }: QualityPanelRow): string {
  const range = usual === undefined ? "" : `, usual ${usual[0]}–${usual[1]}`;
  const limit = alarm === undefined ? "" : `, alarm ${alarm.side} ${alarm.limit}`;
  return `${isAlarming === true ? "!" : " "} ${title}: ${valueText(score)}${range}${limit}`;
}

function sectionLine({ heading, words, rows }: PanelSection): string {
  const shownRows = SECTION_MEASURES.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const values = shownRows.map(({ id, score }) => `${id} ${valueText(score)}`);
  const alarms = rows.filter(({ isAlarming }) => isAlarming === true).map(({ title }) => title);
  const marked = alarms.length === 0 ? "" : `; ! ${alarms.join(", ")}`;
  const name = heading.length > 60 ? `${heading.slice(0, 59)}…` : heading;
  return `  ${name} (${words} words): ${values.join(", ")}${marked}`;
}

function valueText(score: QualityPanelRow["score"]): string {
  return score.status === "scored" ? shown(score.value) : `unscored (${score.reason})`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}
