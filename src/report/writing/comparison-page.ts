import type { BudgetRegime, WritingComparison } from "../../records/index.ts";
import { figure } from "../html/html-section.ts";
import { inlineText } from "../html/long-text.ts";
import { html, type Markup } from "../html/markup.ts";
import { plainPage } from "../html/plain-page.ts";
import { SERIES_COLOURS } from "../plots/plot-against-k.ts";
import {
  armCurves,
  briefsTable,
  contrastTable,
  meansTable,
  runsTable,
  verdictSentences,
} from "./comparison-tables.ts";
import { pageTable } from "./page-table.ts";
import { plotCurves, plotWritingDifferences } from "./plot-comparison.ts";

/**
 * A comparison of ways of writing as one page with charts: it loads nothing and runs no script.
 *
 * @param comparison - The comparison.
 * @returns An HTML page. The same input gives the same bytes.
 */
export function renderWritingPage(comparison: WritingComparison): string {
  const { name, model, arms, regimes, notes, stopRule, lead, baselines } = comparison;
  const list = (lines: readonly string[]): Markup =>
    html`<ul class="notes">${lines.map((line) => html`<li>${inlineText(line)}</li>`)}</ul>`;
  return plainPage({
    title: `${name} (Longhand)`,
    overline: "Ways of writing compared",
    heading: name,
    content: html`<section><p class="lead">Model ${inlineText(model)}. Claims are about ${lead}, against ${baselines.join(" and ")}; the unit is the brief, seeds are averaged within it.</p>
<h2>What is separated</h2>${list([...verdictSentences(comparison), stopRule.text])}
<h2>What to know first</h2>${list(notes)}
<h2>Ways of writing</h2>${list(arms.map((arm) => `${arm.name}: ${arm.title}`))}</section>
${regimes.map((regime) => regimeSection(comparison, regime))}
<section><h2>Briefs and runs</h2>${pageTable(briefsTable(comparison))}${pageTable(runsTable(comparison))}</section>`,
  });
}

function regimeSection(comparison: WritingComparison, regime: BudgetRegime): Markup {
  const title = regime === "completion" ? "Budget in tokens written" : "Budget in cost";
  return html`<section><h2>${title}</h2>
${pageTable(meansTable(comparison, regime))}
${pageTable(contrastTable(comparison, "primary", regime))}
<div class="figures">${differenceFigures(comparison, regime)}</div>
<h3>Curves by tenth of the document</h3>
<ul class="legend">${comparison.arms.map(({ name }, at) => html`<li class="series-${at % SERIES_COLOURS}">${inlineText(name)}</li>`)}</ul>
<div class="figures">${curveFigures(comparison, regime)}</div>
${pageTable(contrastTable(comparison, "exploratory", regime))}</section>`;
}

function differenceFigures(comparison: WritingComparison, regime: BudgetRegime): Markup[] {
  return comparison.measures
    .filter(({ primary }) => primary)
    .flatMap(({ id, title }) => {
      const contrasts = comparison.contrasts.filter(
        (contrast) => contrast.measure === id && contrast.regime === regime,
      );
      const svg = plotWritingDifferences(contrasts, title);
      if (svg === undefined) return [];
      const caption = `${title}: difference to the baseline`;
      const description = `${caption} with 95 % intervals, one row per pair of arms. The numbers are in the tables.`;
      return [figure({ caption, description, svg })];
    });
}

function curveFigures(comparison: WritingComparison, regime: BudgetRegime): Markup[] {
  return Object.entries(comparison.curveTitles).flatMap(([id, caption]) => {
    const places = new Map(comparison.arms.map(({ name }, at) => [name, at]));
    const curves = armCurves(comparison, id, regime).map((curve) => ({
      ...curve,
      colour: (places.get(curve.arm) ?? 0) % SERIES_COLOURS,
    }));
    const svg = plotCurves(curves);
    if (svg === undefined) return [];
    const description = `${caption} over the tenths of the document, a line per arm. The numbers are in curves.csv.`;
    return [figure({ caption, description, svg })];
  });
}
