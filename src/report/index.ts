export { autocorrelationCsv } from "./autocorrelation/autocorrelation-csv.ts";
export { renderAutocorrelationPage } from "./autocorrelation/autocorrelation-page.ts";
export type {
  AutocorrelationSeries,
  VariantSeries,
} from "./autocorrelation/autocorrelation-series.ts";
export { seriesByVariant } from "./autocorrelation/autocorrelation-series.ts";
export { renderAutocorrelationSvg } from "./autocorrelation/autocorrelation-svg.ts";
export { renderGapelmaperTable } from "./autocorrelation/autocorrelation-table.ts";
export { documentHtml } from "./document/document-html.ts";
export { documentLatex } from "./document/document-latex.ts";
export { documentMarkdown } from "./document/document-markdown.ts";
export type { DocumentSection, ReportDocument, SourcedTable } from "./document/report-document.ts";
export { csvLine } from "./exports/csv-text.ts";
export { escapeLatex } from "./exports/escape-latex.ts";
export type { CellFormat } from "./exports/export-cells.ts";
export { exportCells, importCells } from "./exports/export-cells.ts";
export type { ItemFormat } from "./exports/export-items.ts";
export { exportItems, importItems, itemHead, itemLine } from "./exports/export-items.ts";
export type { HubRow } from "./exports/hub-dataset.ts";
export { hubCard, hubLine, importHubRows } from "./exports/hub-dataset.ts";
export type { JunitCase } from "./exports/junit-report.ts";
export { junitReport } from "./exports/junit-report.ts";
export type { ReportRun } from "./html/html-notes.ts";
export type { HtmlReportInput } from "./html/html-report.ts";
export { renderHtmlReport } from "./html/html-report.ts";
export { svgToPng } from "./plots/svg-to-png.ts";
export type { CellComparer, CellGain, CellPair } from "./tables/compared-cells.ts";
export type { DatasetFigures, DatasetPart, TableLengths } from "./tables/dataset-table.ts";
export { datasetTable } from "./tables/dataset-table.ts";
export type { PaperTablesInput, ResultTableId, TableStatistics } from "./tables/paper-tables.ts";
export { paperTables, RESULT_TABLES } from "./tables/paper-tables.ts";
export { reportTablesOf } from "./tables/render/report-tables.ts";
export { tableCsv } from "./tables/render/tables-csv.ts";
export type { TablesPage } from "./tables/render/tables-html.ts";
export { tablesHtml } from "./tables/render/tables-html.ts";
export { tablesJson } from "./tables/render/tables-json.ts";
export { tablesLatex } from "./tables/render/tables-latex.ts";
export type { TablePrint } from "./tables/render/tables-markdown.ts";
export { tablesMarkdown } from "./tables/render/tables-markdown.ts";
export type { ResultTable, TableColumn, TablePlace, TableRow } from "./tables/result-table.ts";
export type { TableCell } from "./tables/table-cell.ts";
export { tableCells } from "./tables/table-cell.ts";
export type { LayoutOptions } from "./tables/table-layout.ts";
export { settingTitle } from "./tables/table-layout.ts";
export type { TerminalReportOptions } from "./terminal/terminal-report.ts";
export { renderTerminalReport } from "./terminal/terminal-report.ts";
export {
  writingContrastsCsv,
  writingCurvesCsv,
  writingScoresCsv,
} from "./writing/comparison-csv.ts";
export { renderWritingMarkdown, renderWritingTerminal } from "./writing/comparison-markdown.ts";
export { renderWritingPage } from "./writing/comparison-page.ts";
export { writingSections } from "./writing/comparison-sections.ts";
export type {
  PanelPageInput,
  PanelPageRow,
  PanelPageScore,
  PanelPageSection,
} from "./writing/panel-page.ts";
export { renderPanelPage } from "./writing/panel-page.ts";
