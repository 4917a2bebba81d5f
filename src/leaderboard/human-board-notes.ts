import { type HumanBoardColumn, OVERALL_COLUMN, type RatingAnalysis } from "../records/index.ts";

/** What the notes are made from. */
interface NotesInput {
  /** What the ratings came to. */
  readonly analysis: RatingAnalysis;
  /** The overall number that was declared in advance; absent for none. */
  readonly overall?: "mean";
  /** Scores by judge models; absent for none. */
  readonly judged?: readonly unknown[];
}

/**
 * What a reader of the board of human marks must know.
 *
 * @param input - What the board is made from.
 * @param found - Its columns, and how many raters the planned rule leaves out.
 * @returns Sentences.
 */
export function humanBoardNotes(
  { overall, judged = [], analysis }: NotesInput,
  { columns, flagged }: { readonly columns: readonly HumanBoardColumn[]; readonly flagged: number },
): string[] {
  const low = columns.filter(({ id, isLow }) => isLow && id !== OVERALL_COLUMN);
  return [
    "The score of a text is the mean of its raters, that of a system the mean over prompts; intervals are 95 % by resampling prompts.",
    overall === undefined
      ? "There is no overall number: the challenge declared none. Each column has ranks of its own."
      : "The overall number is the mean over all dimensions, as the challenge declared in advance.",
    "Not separated: the declared test (labels permuted within a prompt, Holm's correction over pairs and dimensions) finds no difference from rank 1.",
    ...(low.length === 0
      ? []
      : [`Low agreement of raters: ${low.map(({ label }) => label).join(", ")}.`]),
    ...(flagged === 0
      ? []
      : [
          `${flagged} of ${analysis.raters.length} raters are left out by the planned rule in the second set of results.`,
        ]),
    ...analysis.deviations.slice(0, 5),
    ...(analysis.deviations.length > 5
      ? [`${analysis.deviations.length - 5} more texts depart from the planned number of ratings.`]
      : []),
    ...(judged.length === 0
      ? []
      : ["Scores by judge models stand beside the marks for comparison; they never rank."]),
  ];
}
