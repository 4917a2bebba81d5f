import { createHash } from "node:crypto";
import type { ExampleView, RunSummary } from "../../records/index.ts";
import { cellNames } from "../display-names.ts";
import { scoreTable } from "../shown-score.ts";
import { againstKSection } from "./html-against-k.ts";
import { contrastsSection } from "./html-contrasts.ts";
import { countsSection } from "./html-counts.ts";
import { examplesSection } from "./html-examples.ts";
import { header, navigation, sizeWords } from "./html-header.ts";
import { heatSection } from "./html-heat.ts";
import { notesSection, type ReportRun } from "./html-notes.ts";
import { scoresSection } from "./html-scores.ts";
import type { HtmlSection } from "./html-section.ts";
import { html, type Markup } from "./markup.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** What the HTML report shows. */
export interface HtmlReportInput {
  /** The run. */
  readonly summary: RunSummary;
  /** The examples to browse: all, or a sample. The report says how many of how many they are. */
  readonly examples: readonly ExampleView[];
  /** Where the run is and how it was made. */
  readonly run: ReportRun;
}

/**
 * Makes the report of a run as one HTML page that stands by itself: it loads nothing, its policy
 * forbids any script and style but its own, and it can be read with scripts switched off, printed,
 * in light and dark, and on a telephone.
 *
 * @param input - The run, the examples to browse, and where the run is.
 * @returns The page. The same input gives the same bytes.
 *
 * @example
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import type { ExampleView, RunSummary } from "longhand/records";
 * import { renderHtmlReport } from "longhand/report";
 *
 * declare const summary: RunSummary;
 * declare const examples: ExampleView[];
 * const page = renderHtmlReport({ summary, examples, run: { name: summary.name } });
 * writeFileSync("report.html", page);
 * ```
 */
export function renderHtmlReport(input: HtmlReportInput): string {
  const { summary, examples } = input;
  const section = { summary, examples, names: unbrokenNames(summary), table: scoreTable(summary) };
  const parts = pageParts(section, input.run);
  const links = parts.map(({ id, title }) => [id, title] as const);
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${summary.name}: ${sizeWords(summary)} (Longhand report)</title>
<style>${{ source: PAGE_STYLE }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<div class="page">
${header(summary)}
${navigation(links)}
<main id="main" tabindex="-1">
${parts.map(({ content }) => content)}
</main>
<footer><p>Made by Longhand. This page stands by itself and loads nothing.</p></footer>
</div>
<script>${{ source: PAGE_SCRIPT }}</script>
</body>
</html>
`.source;
}

/** Names of the cells in which `k = 4` stays on one line. */
function unbrokenNames(summary: RunSummary): ReadonlyMap<string, string> {
  const names = [...cellNames(summary)];
  return new Map(names.map(([id, name]) => [id, name.replaceAll(" = ", "\u00a0=\u00a0")]));
}

interface PagePart {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

function pageParts(section: HtmlSection, run: ReportRun): readonly PagePart[] {
  const parts: readonly (readonly [string, string, Markup | undefined])[] = [
    ["scores", "Scores", scoresSection(section)],
    ["differences", "Differences", contrastsSection(section)],
    ["against-k", "Scores against k", againstKSection(section)],
    ["heat", "Heat maps", heatSection(section)],
    ["counts", "Counts", countsSection(section)],
    ["examples", "Examples", examplesSection(section)],
    ["notes", "Method and notes", notesSection(section, run)],
  ];
  return parts.flatMap(([id, title, content]) =>
    content === undefined ? [] : [{ id, title, content }],
  );
}

/** Allows this page's own style sheet and script, by their content, and nothing else at all. */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${sourceHash(PAGE_STYLE)}'`,
    `script-src '${sourceHash(PAGE_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sourceHash(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}
