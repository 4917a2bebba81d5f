export { autocorrelationCsv } from "./autocorrelation/autocorrelation-csv.ts";
export { renderAutocorrelationPage } from "./autocorrelation/autocorrelation-page.ts";
export type {
  AutocorrelationSeries,
  VariantSeries,
} from "./autocorrelation/autocorrelation-series.ts";
export { seriesByVariant } from "./autocorrelation/autocorrelation-series.ts";
export { renderAutocorrelationSvg } from "./autocorrelation/autocorrelation-svg.ts";
export { renderGapelmaperTable } from "./autocorrelation/autocorrelation-table.ts";
export type { CellFormat } from "./exports/export-cells.ts";
export { exportCells, importCells } from "./exports/export-cells.ts";
export type { ItemFormat } from "./exports/export-items.ts";
export { exportItems, importItems } from "./exports/export-items.ts";
export type { ReportRun } from "./html/html-notes.ts";
export type { HtmlReportInput } from "./html/html-report.ts";
export { renderHtmlReport } from "./html/html-report.ts";
export { svgToPng } from "./plots/svg-to-png.ts";
export type { TerminalReportOptions } from "./terminal/terminal-report.ts";
export { renderTerminalReport } from "./terminal/terminal-report.ts";
