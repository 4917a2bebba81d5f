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
        `${name}, ${split}: ${number(examples)} examples × ${number(perDataset)} cells × ${repeat}`,
    ),
    `${number(calls)} calls for texts`,
    ...(sideCalls.most === 0
      ? []
      : [
          `About ${number(sideCalls.about)} calls for summaries and styles, at most ${number(sideCalls.most)}`,
        ]),
    ...(rerankCalls.most === 0
      ? []
      : [
          `About ${number(rerankCalls.about)} calls to re-rank passages, at most ${number(rerankCalls.most)}`,
        ]),
    ...cells.map(({ cell, promptTokens: tokens, sampledFailures }) => {
      const length = tokens === undefined ? "no prompt" : `${range(tokens)} tokens a prompt`;
      const failures = sampledFailures > 0 ? `, ${sampledFailures} sampled prompts failed` : "";
      return `  ${cell}: ${length}${failures}`;
    }),
    ...(promptTokens === undefined
      ? []
      : [
          `${range(promptTokens)} tokens read (by sampled prompts), at most ${number(outputTokens.most)} written`,
        ]),
    costLine(preview),
    `${number(tests.contrastsPerMetric)} contrasts per metric; ${tests.permutations} permutations, ${tests.neededPermutations} needed for any claim`,
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
