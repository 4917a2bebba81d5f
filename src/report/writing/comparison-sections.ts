import type {
  BudgetRegime,
  ReportSection,
  ReportTable,
  WritingComparison,
} from "../../records/index.ts";
import { minus } from "../html/html-scores.ts";
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
 * A comparison of ways of writing as sections of text and tables, for a page.
 *
 * @param comparison - The comparison.
 * @returns What is separated, what to know, the arms, each budget, the briefs and the runs.
 */
export function writingSections(comparison: WritingComparison): readonly ReportSection[] {
  const { model, lead, baselines, notes, arms, stopRule, regimes } = comparison;
  return [
    {
      id: "separated",
      title: "What is separated",
      points: [...verdictSentences(comparison), stopRule.text],
      tables: [],
    },
    {
      id: "know",
      title: "What to know first",
      points: [
        `Model ${model}. Claims are about ${lead}, against ${baselines.join(" and ")}; the unit is the brief, seeds are averaged within it.`,
        ...notes,
      ],
      tables: [],
    },
    {
      id: "arms",
      title: "Ways of writing",
      points: arms.map(({ name, title }) => `${name}: ${title}`),
      tables: [],
    },
    ...regimes.map((regime) => regimeSection(comparison, regime)),
    {
      id: "runs",
      title: "Briefs and runs",
      points: [],
      tables: [
        tableOf("briefs", briefsTable(comparison)),
        tableOf("documents", runsTable(comparison)),
      ],
    },
  ];
}

function regimeSection(comparison: WritingComparison, regime: BudgetRegime): ReportSection {
  const curves = Object.keys(comparison.curveTitles).map((id) =>
    tableOf(`${regime}-curve-${id}`, curveTable(comparison, id, regime)),
  );
  return {
    id: `budget-${regime}`,
    title: regime === "completion" ? "Budget in tokens written" : "Budget in cost",
    points: [],
    tables: [
      tableOf(`${regime}-means`, meansTable(comparison, regime)),
      tableOf(`${regime}-primary`, contrastTable(comparison, "primary", regime)),
      ...curves.filter(({ rows }) => rows.length > 0),
      tableOf(`${regime}-exploratory`, contrastTable(comparison, "exploratory", regime)),
    ],
  };
}

function tableOf(id: string, { caption, head, rows, right }: TextTable): ReportTable {
  const [first = "", ...rest] = head;
  return {
    id,
    title: caption,
    rowHeads: [first],
    columns: rest.map((title, at) => ({ title, numeric: right.has(at + 1) })),
    rows: rows.map(([name = "", ...cells]) => ({
      heads: [name],
      places: cells.map((text) => ({ text: minus(text) })),
    })),
    notes: [],
  };
}
