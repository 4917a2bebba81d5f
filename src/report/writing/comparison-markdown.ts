import type { WritingComparison } from "../../records/index.ts";
import { escapeMarkdown } from "../exports/escape-markdown.ts";
import { drawTable } from "../terminal/terminal-table.ts";
import {
  briefsTable,
  contrastTable,
  curveTable,
  meansTable,
  runsTable,
  type TextTable,
  verdictSentences,
} from "./comparison-tables.ts";

/**
 * A comparison of ways of writing as Markdown: what is separated and what is not, then every number.
 *
 * @param comparison - The comparison.
 * @returns Markdown. The same input gives the same bytes.
 */
export function renderWritingMarkdown(comparison: WritingComparison): string {
  const { name, model, arms, regimes, curveTitles, notes, stopRule, lead, baselines } = comparison;
  const list = (lines: readonly string[]): string =>
    lines.map((line) => `- ${escapeMarkdown(line)}`).join("\n");
  const blocks = [
    `# ${escapeMarkdown(name)}: ways of writing compared`,
    escapeMarkdown(
      `Model ${model}. Claims are about ${lead}, against ${baselines.join(" and ")}; the unit is the brief, seeds are averaged within it.`,
    ),
    "## What is separated",
    list([...verdictSentences(comparison), stopRule.text]),
    "## What to know first",
    list(notes),
    "## Ways of writing",
    list(arms.map((arm) => `${arm.name}: ${arm.title}`)),
    "## Means",
    ...regimes.map((regime) => markdownTable(meansTable(comparison, regime))),
    "## Primary contrasts",
    ...regimes.map((regime) => markdownTable(contrastTable(comparison, "primary", regime))),
    "## Further contrasts",
    ...regimes.map((regime) => markdownTable(contrastTable(comparison, "exploratory", regime))),
    "## Curves",
    ...regimes.flatMap((regime) =>
      Object.keys(curveTitles).map((id) => markdownTable(curveTable(comparison, id, regime))),
    ),
    "## Briefs and runs",
    markdownTable(briefsTable(comparison)),
    markdownTable(runsTable(comparison)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function markdownTable({ caption, head, rows, right }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  const rule = `| ${head.map((_, index) => (right.has(index) ? "---:" : "---")).join(" | ")} |`;
  return [`**${escapeMarkdown(caption)}**`, "", line(head), rule, ...rows.map(line)].join("\n");
}

/**
 * A comparison as a terminal shows it: the verdicts, the means and the stop rule.
 *
 * @param comparison - The comparison.
 * @returns Lines of text.
 */
export function renderWritingTerminal(comparison: WritingComparison): string {
  const { regimes, notes, stopRule } = comparison;
  const tables = regimes.flatMap((regime) => {
    const means = meansTable(comparison, regime);
    const contrasts = contrastTable(comparison, "primary", regime);
    return [means.caption, drawTable(means), "", contrasts.caption, drawTable(contrasts), ""];
  });
  return [
    ...tables,
    ...verdictSentences(comparison),
    stopRule.text,
    "",
    ...notes.map((note) => `Note: ${note}`),
  ].join("\n");
}
