import { OVERALL_COLUMN } from "../../records/index.ts";
import type { SourcedTable } from "../../report/index.ts";
import { makeHumanBoard } from "../human-board.ts";
import type { PlacedStudy } from "./placed-study.ts";
import { countPlace, numberPlace, wordsPlace } from "./report-places.ts";

/**
 * The overall number that a challenge declared in advance, as the board of human marks has it.
 *
 * @param placed - The study.
 * @param nameOf - What a system is called.
 * @returns The table.
 */
export function overallTable(
  { study, pointer, label, suffix }: PlacedStudy,
  nameOf: (system: string) => string,
): SourcedTable {
  const { analysis, plan, tests, seed } = study;
  const { rows } = makeHumanBoard({
    challengeId: "",
    track: "",
    studyId: "",
    analysis,
    systems: study.systems.map(({ id, isHuman }) => ({
      id,
      team: nameOf(id),
      ...(isHuman === undefined ? {} : { isHuman }),
    })),
    dimensions: plan.dimensions.map((id) => ({ id, label: id })),
    tests,
    seed,
    ratersPerText: plan.ratersPerText,
    overall: "mean",
  });
  return {
    source: `${pointer}/analysis/all/texts`,
    table: {
      id: `overall${suffix}`,
      title: `Overall number, as the challenge declared it${label}`,
      rowHeads: ["system"],
      columns: [{ title: "rank" }, { title: "mean over all dimensions" }, { title: "verdict" }],
      rows: rows.map(({ team, marks }) => {
        const mark = marks.find(({ column }) => column === OVERALL_COLUMN);
        const ends =
          mark?.low === undefined || mark.high === undefined
            ? {}
            : { ciLow: mark.low, ciHigh: mark.high };
        return {
          heads: [team],
          places: [
            countPlace(mark?.rank),
            numberPlace(mark?.mean, { decimals: 4, ...ends }),
            wordsPlace(verdictOf(mark?.rank, mark?.inTopGroup)),
          ],
        };
      }),
      notes: [
        "The mean over all dimensions, prompt by prompt; texts by people are not ranked.",
        "Separated from rank 1: signs flipped prompt by prompt, Holm's correction over all systems.",
      ],
    },
  };
}

function verdictOf(rank: number | undefined, inTopGroup: boolean | undefined): string {
  if (rank === undefined) return "not ranked";
  if (rank === 1) return "first";
  return inTopGroup === true ? "not separated from rank 1" : "separated from rank 1";
}
