import type { RunSummary } from "../../records/index.ts";
import { terminalSafe } from "../../text/index.ts";
import { baselineNames } from "../baseline-names.ts";
import { countWords, unscoredWords } from "../count-words.ts";
import { cellNames, nameOf } from "../display-names.ts";
import { footnotes } from "../footnotes.ts";
import { formatScore } from "../format-number.ts";
import { headline } from "../headline.ts";
import { columnEntry } from "../metric-columns.ts";
import { scoreTable } from "../shown-score.ts";
import { contrastSection } from "./contrast-section.ts";
import { scoreSection, type TerminalSection } from "./score-section.ts";
import { terminalInk } from "./terminal-ink.ts";
import { wrapText } from "./wrap-text.ts";

/** How the terminal report is drawn. */
export interface TerminalReportOptions {
  /** Whether the terminal shows colour. Colour only repeats what the words say. */
  readonly colour: boolean;
  /** Width of the terminal, in columns; below 40 it is taken for 40. */
  readonly widthColumns: number;
}

/**
 * Draws a run for a terminal: what was found in words, the scores with their intervals, every
 * count, the paired differences, and the notes needed to judge them.
 *
 * @param summary - The run. Names in it may come from anyone; none can steer the terminal.
 * @param options - Colour and width.
 * @returns Lines of text, ending with a line break.
 *
 * @example
 * ```ts
 * import type { RunSummary } from "longhand/records";
 * import { renderTerminalReport } from "longhand/report";
 *
 * declare const summary: RunSummary;
 * process.stdout.write(renderTerminalReport(summary, { colour: true, widthColumns: 100 }));
 * ```
 */
export function renderTerminalReport(summary: RunSummary, options: TerminalReportOptions): string {
  const section = openSection(safeSummary(summary), options);
  const { ink } = section;
  const against = baselineNames(section.summary);
  const parts = [
    ink.strong(section.summary.name),
    foundSection(section),
    `${ink.strong("Mean scores")} ${ink.quiet("[95 % interval]")}\n${scoreSection(section)}`,
    reasonSection(section),
    titled(ink.strong(`Paired differences against ${against}`), contrastSection(section)),
    titled(ink.strong("Notes"), noteSection(section)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function openSection(summary: RunSummary, options: TerminalReportOptions): TerminalSection {
  return {
    summary,
    table: scoreTable(summary),
    names: cellNames(summary),
    ink: terminalInk(options.colour),
    widthColumns: Math.max(40, options.widthColumns),
  };
}

function titled(title: string, body: string): string {
  return body === "" ? "" : `${title}\n${body}`;
}

function foundSection({ summary, ink, widthColumns }: TerminalSection): string {
  const { compared, findings, warnings } = headline(summary);
  return [
    wrapText(compared, { widthColumns }),
    ...findings.map((finding) => wrapText(finding, { widthColumns, first: "- ", rest: "  " })),
    ...warnings.map((warning) =>
      ink.warning(wrapText(warning, { widthColumns, first: "! ", rest: "  " })),
    ),
  ].join("\n");
}

/** Why texts are missing, odd traits, and means with failures as 0: only where there are any. */
function reasonSection({ summary, table, names, widthColumns }: TerminalSection): string {
  const lines = summary.cells.flatMap((cell) => {
    const flags = countWords(cell.flags);
    const unscored = unscoredWords(cell);
    const facts = [
      cell.failed > 0 ? `failed: ${countWords(cell.failures)}` : "",
      unscored === "" ? "" : `unscored: ${unscored}`,
      flags === "" ? "" : `flags: ${flags}`,
      cell.noSignal > 0 ? `nothing relevant found: ${cell.noSignal}` : "",
      cell.overflowed > 0 ? `prompts cut to fit: ${cell.overflowed}` : "",
      ...table.columns.flatMap((column) => {
        const mean = columnEntry(column, cell)?.meanWithFailures;
        if (cell.failed === 0 || mean === undefined) return [];
        return `${column.title} with failures as 0: ${formatScore(mean)}`;
      }),
      ...table.columns.flatMap((column) => {
        const reason = columnEntry(column, cell)?.reason;
        return reason === undefined ? [] : `${column.title}: ${reason}`;
      }),
    ].filter((fact) => fact !== "");
    if (facts.length === 0) return [];
    const text = `${nameOf(names, cell.id)}: ${facts.join(" · ")}`;
    return wrapText(text, { widthColumns, first: "", rest: "  " });
  });
  return lines.join("\n");
}

function noteSection({ summary, table, ink, widthColumns }: TerminalSection): string {
  const notes = [
    ...footnotes(summary, table, { best: ink.bestSign }).map(
      ({ about, says }) => `${about}: ${says}`,
    ),
    ...summary.notes,
  ];
  return notes
    .map((note) => ink.quiet(wrapText(note, { widthColumns, first: "  ", rest: "    " })))
    .join("\n");
}

/** A copy of the run in which no text can steer a terminal. */
function safeSummary(summary: RunSummary): RunSummary {
  return mapTexts(summary, (text) => terminalSafe(text).replace(/\s+/g, " ")) as RunSummary;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
  );
}
