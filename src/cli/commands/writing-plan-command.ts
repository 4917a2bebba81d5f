import { stat } from "node:fs/promises";
import { planOfRun } from "../../pipeline/index.ts";
import type { CommandDefinition } from "../command.ts";
import { argument, textOption } from "../options.ts";
import { copied, PLANNED_OPTIONS, planOutcome, refuseOptions, start } from "./write-start.ts";

/** Options that shape a run that begins. */
const OF_A_BRIEF = ["model", "strategy", "order", "repair", "without", "tokensPerSecond"] as const;

/** `longhand writing plan`: the plan alone. */
export const writingPlanCommand: CommandDefinition = {
  usage: "plan <brief-or-run>",
  summary: "make the plan of a document as a file to edit; or take an edited plan over into a run",
  options: [
    ...PLANNED_OPTIONS,
    ["--out <file>", "put a copy of the plan here"],
    ["--from <file>", "an edited plan file to take over into the run"],
    ["--accept-changes", "write anew what the edited plan touches"],
  ],
  examples: [
    "longhand writing plan brief.yaml",
    "longhand writing plan brief.yaml --model fake --json",
    "longhand writing plan write-story-01k3 --from plan.yaml",
  ],
  run: async (input) => {
    const plan = textOption(input, "from");
    const isFile = (await stat(argument(input, 0)).catch(() => undefined))?.isFile() === true;
    if (plan === undefined && (isFile || /\.(?:ya?ml|json)$/i.test(argument(input, 0)))) {
      refuseOptions(input, ["acceptChanges"], "is for a run whose plan is taken over with --from");
      return await start(input, true);
    }
    refuseOptions(input, OF_A_BRIEF, "is for a brief; a run keeps what it began with");
    const out = textOption(input, "out");
    const taken = await planOfRun(
      argument(input, 0),
      {
        acceptChanges: input.options["acceptChanges"] === true,
        ...(plan === undefined ? {} : { plan }),
        ...(out === undefined ? {} : { out }),
      },
      input.context,
    );
    const { run, path, planCopy } = taken;
    return await planOutcome(run, { plan: path, ...copied(planCopy) }, input);
  },
};
