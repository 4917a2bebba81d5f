import type { Contrast, RunSummary, Verdict } from "../records/index.ts";
import { counted } from "../text/index.ts";
import { baselineNames } from "./baseline-names.ts";
import { cellNames, listed, metricName, nameOf, sentenceStart, taskName } from "./display-names.ts";
import { formatCount, formatP, formatScore } from "./format-number.ts";
import { columnEntry, leadingColumn, metricColumns } from "./metric-columns.ts";
import { settingTitle } from "./tables/table-layout.ts";
import { differenceWords, directionOf, isSeparated, verdictReason } from "./verdict-words.ts";

/** A run told in a few sentences. */
export interface Headline {
  /** What was compared, on what, with which model. */
  readonly compared: string;
  /** What was found, one sentence each, the separated differences first. */
  readonly findings: readonly string[];
  /** What limits the findings: a partial run, pending and failed examples. */
  readonly warnings: readonly string[];
}

/**
 * Tells a run in plain words that claim no more than its numbers do.
 *
 * @param summary - The run.
 * @param minus - The minus sign of its numbers.
 * @returns Sentences of plain text; names in them are as the run holds them.
 */
export function headline(summary: RunSummary, minus = "-"): Headline {
  return {
    compared: comparedSentence(summary),
    findings: findings(summary, minus),
    warnings: warnings(summary),
  };
}

function comparedSentence(summary: RunSummary): string {
  const { cells, dataset } = summary;
  const names = cellNames(summary);
  const settings = cells.map((cell) => nameOf(names, cell.id));
  const who =
    settings.length <= 4 && settings.length > 0
      ? `${sentenceStart(listed(settings))}`
      : counted(settings.length, "setting");
  const verb = settings.length === 1 ? "was run" : "were compared";
  const where = [
    dataset.setting === "unknown" ? "" : `${settingTitle(dataset.setting, dataset.task)} setting`,
    dataset.split === "" ? "" : `${dataset.split} split`,
  ].filter((part) => part !== "");
  const place = where.length === 0 ? "" : ` (${where.join(", ")})`;
  const models = [...new Set(cells.map((cell) => cell.model))];
  const writer = models.length === 0 ? "" : ` Written by ${listed(models)}.`;
  const people = dataset.users > 0 ? ` by ${counted(dataset.users, "author")}` : "";
  return `${who} ${verb} on ${counted(dataset.examples, "example")}${people}: ${taskName(dataset.task)}, ${dataset.name}${place}.${writer}`;
}

function findings(summary: RunSummary, minus: string): readonly string[] {
  if (summary.contrasts.length === 0) return plainMeans(summary);
  const sentences = separatedSentences(summary, minus);
  for (const verdict of ["not-separated", "n-too-small", "not-compared"] as const) {
    sentences.push(...mergedSentences(summary, verdict));
  }
  return sentences;
}

function plainMeans(summary: RunSummary): readonly string[] {
  const names = cellNames(summary);
  const column = leadingColumn(metricColumns(summary));
  if (column === undefined) return ["No metric was run."];
  return summary.cells.flatMap((cell) => {
    const entry = columnEntry(column, cell);
    if (entry?.mean === undefined) return [];
    return `${sentenceStart(nameOf(names, cell.id))} averages ${formatScore(entry.mean)} in ${column.title} over ${counted(entry.scored, "text")}.`;
  });
}

/** More separated differences than this are told in one sentence per metric. */
const MOST_TOLD = 4;

/** Sentences for the separated differences: metrics that agree on two cells share one. */
function separatedSentences(summary: RunSummary, minus: string): string[] {
  const groups = new Map<string, Contrast[]>();
  for (const contrast of summary.contrasts.filter(isSeparated)) {
    const key = JSON.stringify([contrast.cell, contrast.baseline, directionOf(contrast)]);
    groups.set(key, [...(groups.get(key) ?? []), contrast]);
  }
  if (groups.size > MOST_TOLD) return separatedCounts(summary, minus);
  const names = cellNames(summary);
  return [...groups.values()].map((contrasts) => {
    const [first] = contrasts as [Contrast];
    const where = contrasts.map((contrast) => separatedWords(contrast, minus));
    return `${sentenceStart(nameOf(names, first.cell))} scores ${directionOf(first)} than ${nameOf(names, first.baseline)} on ${listed(where)}, over ${pairRange(contrasts)}.`;
  });
}

function separatedWords(contrast: Contrast, minus: string): string {
  return `${metricName(contrast.metric)} (${numbersOf(contrast, minus)})`;
}

function numbersOf(contrast: Contrast, minus: string): string {
  const words = (differenceWords(contrast) ?? "").replaceAll("-", minus);
  const p = contrast.adjustedP === undefined ? "" : `, adjusted p = ${formatP(contrast.adjustedP)}`;
  return words + p;
}

/** How many settings are separated in each metric, and the largest difference. */
function separatedCounts(summary: RunSummary, minus: string): string[] {
  const names = cellNames(summary);
  return metricColumns(summary).flatMap((column) => {
    const family = summary.contrasts.filter((one) => one.signature === column.signature);
    const separated = family.filter(isSeparated);
    const sizeOf = (contrast: Contrast) => Math.abs(contrast.difference ?? 0);
    const [largest] = [...separated].sort((one, other) => sizeOf(other) - sizeOf(one));
    if (largest === undefined) return [];
    const higher = separated.filter((contrast) => directionOf(contrast) === "higher").length;
    const lower = separated.length - higher;
    return `On ${column.title}, ${formatCount(higher)} of ${counted(family.length, "setting")} score higher than ${baselineNames(summary, family)} and ${lower === 0 ? "none" : formatCount(lower)} lower. The largest difference is that of ${nameOf(names, largest.cell)}: ${numbersOf(largest, minus)}.`;
  });
}

/** Sentences for the comparisons that claim nothing: metrics with the same cells share one. */
function mergedSentences(summary: RunSummary, verdict: Verdict): readonly string[] {
  const groups = new Map<string, Contrast[]>();
  for (const metric of new Set(summary.contrasts.map((contrast) => contrast.metric))) {
    const same = summary.contrasts.filter(
      (contrast) => contrast.metric === metric && contrast.verdict === verdict,
    );
    const key = JSON.stringify(same.map((contrast) => [contrast.cell, contrast.baseline]));
    if (same.length > 0) groups.set(key, [...(groups.get(key) ?? []), ...same]);
  }
  return [...groups.values()].map((contrasts) => mergedSentence(contrasts, summary));
}

function mergedSentence(contrasts: readonly Contrast[], summary: RunSummary): string {
  const names = cellNames(summary);
  const unique = (ids: readonly string[]) => [...new Set(ids)].map((id) => nameOf(names, id));
  const cells = unique(contrasts.map((contrast) => contrast.cell));
  const baselines = baselineNames(summary, contrasts);
  const metrics = listed([...new Set(contrasts.map((contrast) => metricName(contrast.metric)))]);
  const compared = new Set(summary.contrasts.map((contrast) => contrast.cell)).size;
  const some =
    cells.length <= 4 ? listed(cells) : `${cells.length} of ${counted(compared, "setting")}`;
  const examples = pairRange(contrasts);
  switch (contrasts[0]?.verdict) {
    case "n-too-small":
      return `${sentenceStart(examples)} are too few to separate ${some} from ${baselines} on ${metrics}${reasons(contrasts)}.`;
    case "not-compared":
      return `${sentenceStart(some)} ${cells.length === 1 ? "is" : "are"} not compared with ${baselines} on ${metrics}${reasons(contrasts)}.`;
    default:
      return cells.length === 1
        ? `With ${examples}, ${some} and ${baselines} are not separated on ${metrics}${reasons(contrasts)}.`
        : `With ${examples}, ${some} are not separated from ${baselines} on ${metrics}${reasons(contrasts)}.`;
  }
}

function pairRange(contrasts: readonly Contrast[]): string {
  const pairs = contrasts.map((contrast) => contrast.pairs);
  const least = pairs.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = pairs.reduce((one, other) => Math.max(one, other), 0);
  return least === most
    ? counted(most, "example")
    : `${formatCount(least)} to ${counted(most, "example")}`;
}

function reasons(contrasts: readonly Contrast[]): string {
  const known = new Set(contrasts.flatMap((contrast) => verdictReason(contrast) ?? []));
  return known.size === 0 ? "" : ` (${[...known].join("; ")})`;
}

function warnings(summary: RunSummary): readonly string[] {
  const total = (count: (cell: RunSummary["cells"][number]) => number) =>
    summary.cells.reduce((sum, cell) => sum + count(cell), 0);
  const planned = total((cell) => cell.planned);
  const pending = total((cell) => cell.pending);
  const failed = total((cell) => cell.failed);
  const sentences: string[] = [];
  if (summary.partial) {
    sentences.push("Partial run: only part of the dataset was asked for.");
  }
  if (pending > 0) {
    sentences.push(
      `Unfinished: ${formatCount(pending)} of ${counted(planned, "planned text")} are pending. Settings with pending texts are not compared.`,
    );
  }
  if (failed > 0) {
    sentences.push(
      `${formatCount(failed)} of ${counted(planned, "planned text")} failed. They are counted below and left out of the means.`,
    );
  }
  return sentences;
}
