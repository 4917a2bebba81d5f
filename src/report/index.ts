export type { CellFormat } from "./exports/export-cells.ts";
export { exportCells, importCells } from "./exports/export-cells.ts";
export type { ItemFormat } from "./exports/export-items.ts";
export { exportItems, importItems } from "./exports/export-items.ts";
export type { ReportRun } from "./html/html-notes.ts";
export type { HtmlReportInput } from "./html/html-report.ts";
export { renderHtmlReport } from "./html/html-report.ts";
export type { TerminalReportOptions } from "./terminal/terminal-report.ts";
export { renderTerminalReport } from "./terminal/terminal-report.ts";
