import { terminalSafe } from "../../text/index.ts";

/** One planned text as a test case. */
export interface JunitCase {
  /** Cell of the grid: the suite it belongs to. */
  readonly cell: string;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
  /** `failed`: no usable text; `pending`: not done yet; `done`: a text, scored or not. */
  readonly status: "done" | "failed" | "pending";
  /** Why it failed. */
  readonly reason?: string;
  /** Scores by metric; a metric that could not judge the text is absent. */
  readonly scores: Readonly<Record<string, number>>;
}

/**
 * A run as a JUnit report: a suite per setting, a case per planned text. A text without a usable
 * result is a failure, one that was not made yet is skipped; a low score is neither.
 *
 * @param name - Name of the run.
 * @param cases - Its planned texts.
 * @returns XML source; characters that XML cannot hold show as `\u001b`-style escapes.
 */
export function junitReport(name: string, cases: readonly JunitCase[]): string {
  const suites = new Map<string, JunitCase[]>();
  for (const one of cases) {
    const suite = suites.get(one.cell);
    if (suite === undefined) suites.set(one.cell, [one]);
    else suite.push(one);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}" ${counts(cases)}>`,
    ...[...suites].map(([cell, own]) => suiteSource(cell, own)),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteSource(cell: string, cases: readonly JunitCase[]): string {
  return [
    `  <testsuite name="${escapeXml(cell)}" ${counts(cases)}>`,
    ...cases.map(caseSource),
    "  </testsuite>",
  ].join("\n");
}

function counts(cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ status }) => status === "failed").length;
  const skipped = cases.filter(({ status }) => status === "pending").length;
  return `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
}

function caseSource({ cell, exampleId, repeat, status, reason, scores }: JunitCase): string {
  const name = repeat === 0 ? exampleId : `${exampleId} (repeat ${repeat})`;
  const properties = Object.entries(scores).map(
    ([metric, value]) => `<property name="${escapeXml(metric)}" value="${value}"/>`,
  );
  const inside = [
    properties.length === 0 ? "" : `<properties>${properties.join("")}</properties>`,
    status === "failed" ? `<failure message="${escapeXml(reason ?? "failed")}"/>` : "",
    status === "pending" ? '<skipped message="pending"/>' : "",
  ].join("");
  return `    <testcase classname="${escapeXml(cell)}" name="${escapeXml(name)}">${inside}</testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escapeXml(text: string): string {
  return terminalSafe(text)
    .replace(/[\p{Cs}\ufffe\uffff]/gu, "\ufffd")
    .replace(/[&<>"'\n\r\t]/g, (character) => ENTITIES[character] ?? character);
}
