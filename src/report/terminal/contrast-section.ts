import type { Contrast } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { baselinesDiffer } from "../baseline-names.ts";
import { metricName, nameOf } from "../display-names.ts";
import { ABSENT, formatCount, formatP } from "../format-number.ts";
import {
  differenceWords,
  directionOf,
  isSeparated,
  verdictReason,
  verdictWords,
} from "../verdict-words.ts";
import type { TerminalSection } from "./score-section.ts";
import type { TerminalInk } from "./terminal-ink.ts";
import { drawnWidth, drawTable, type TerminalTable } from "./terminal-table.ts";
import { wrapText } from "./wrap-text.ts";

/**
 * The paired differences of every cell against its baseline: a table where it fits, else a list.
 *
 * @param section - What to draw.
 * @returns Lines of text; an empty text if nothing was compared.
 */
export function contrastSection(section: TerminalSection): string {
  const { contrasts } = section.summary;
  if (contrasts.length === 0) return "";
  for (const lines of ["one", "two"] as const) {
    const drawn = drawTable(contrastTable(section, lines));
    if (drawnWidth(drawn) <= section.widthColumns) return drawn;
  }
  return contrasts.map((contrast) => listedContrast(contrast, section)).join("\n");
}

function contrastTable(section: TerminalSection, lines: "one" | "two"): TerminalTable {
  // Intervals and reasons begin with a bracket: there the line is broken, if it must be.
  const fold = (words: string) => (lines === "one" ? words : words.replace(/ (?=[[(])/, "\n"));
  const { names, ink, summary } = section;
  const several = baselinesDiffer(summary);
  return {
    head: [
      "metric",
      "setting",
      ...(several ? ["against"] : []),
      "pairs",
      "difference",
      "p",
      "adj. p",
      "verdict",
    ],
    rows: summary.contrasts.map((contrast) => [
      metricName(contrast.metric),
      nameOf(names, contrast.cell),
      ...(several ? [nameOf(names, contrast.baseline)] : []),
      formatCount(contrast.pairs),
      fold(differenceWords(contrast) ?? ABSENT),
      shownP(contrast.p),
      shownP(contrast.adjustedP),
      fold(inkedVerdict(contrast, ink)),
    ]),
    right: new Set(several ? [3] : [2]),
  };
}

function listedContrast(contrast: Contrast, section: TerminalSection): string {
  const { names, ink, widthColumns } = section;
  const title = `${metricName(contrast.metric)}: ${nameOf(names, contrast.cell)} against ${nameOf(names, contrast.baseline)}`;
  const words = `${differenceWords(contrast) ?? ABSENT}, p ${shownP(contrast.p)}, adjusted p ${shownP(contrast.adjustedP)}, ${counted(contrast.pairs, "pair")}: ${inkedVerdict(contrast, ink)}`;
  return [
    wrapText(title, { widthColumns, first: "", rest: "  " }),
    wrapText(words, { widthColumns, first: "  " }),
  ].join("\n");
}

function inkedVerdict(contrast: Contrast, ink: TerminalInk): string {
  const words = verdictWords(contrast);
  if (isSeparated(contrast)) return ink[directionOf(contrast)](words);
  const reason = verdictReason(contrast);
  return reason === undefined ? words : `${words} (${reason})`;
}

function shownP(p: number | undefined): string {
  return p === undefined ? ABSENT : formatP(p);
}
