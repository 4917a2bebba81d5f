import { counted } from "../../text/index.ts";
import type { PreviewJson, PreviewRange } from "./preview-json.ts";

/**
 * The preview of a run for the terminal.
 *
 * @param preview - The preview as data.
 * @returns Lines of text.
 */
export function previewText(preview: PreviewJson): string {
  const { datasets, cells, repeat, calls, sideCalls, rerankCalls, promptTokens, outputTokens } =
    preview;
  const { tests } = preview;
  const perDataset = cells.length / datasets.length;
  return [
    ...datasets.map(
      ({ name, split, examples }) =>
        `${name}, ${split}: ${counted(examples, "example")} × ${counted(perDataset, "cell")} × ${repeat}`,
    ),
    `${counted(calls, "call")} for texts`,
    ...(sideCalls.most === 0
      ? []
      : [
          `About ${counted(sideCalls.about, "call")} for summaries and styles, at most ${number(sideCalls.most)}`,
        ]),
    ...(rerankCalls.most === 0
      ? []
      : [
          `About ${counted(rerankCalls.about, "call")} to re-rank passages, at most ${number(rerankCalls.most)}`,
        ]),
    ...cells.map(({ cell, promptTokens: tokens, sampledFailures }) => {
      const length = tokens === undefined ? "no prompt" : `${range(tokens)} tokens a prompt`;
      const failures =
        sampledFailures > 0 ? `, ${counted(sampledFailures, "sampled prompt")} failed` : "";
      return `  ${cell}: ${length}${failures}`;
    }),
    ...(promptTokens === undefined
      ? []
      : [
          `${range(promptTokens)} tokens read (by sampled prompts), at most ${number(outputTokens.most)} written`,
        ]),
    costLine(preview),
    ...preview.warnings.map((warning) => `warning: ${warning}`),
    `${counted(tests.contrastsPerMetric, "contrast")} per metric; ${counted(tests.permutations, "permutation")}, ${tests.neededPermutations} needed for any claim`,
  ].join("\n");
}

function costLine({ costUsd, unpriced }: PreviewJson): string {
  if (costUsd === undefined) return `Cost unknown: no price for ${unpriced.join(", ")}`;
  const { least, most } = costUsd;
  return `Cost: ${least.toFixed(2)} to ${most.toFixed(2)} US dollars`;
}

function range({ least, most }: PreviewRange): string {
  return least === most ? number(least) : `${number(least)}–${number(most)}`;
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en");
}
