import { type DoctorFinding, examineMachine, examineRun } from "../../pipeline/index.ts";
import type { CommandDefinition } from "../command.ts";
import { usage } from "../options.ts";

const MARKS = { ok: "ok     ", warning: "warning", problem: "PROBLEM" } as const;

/** `longhand doctor`: the machine, or a run. */
export const doctorCommand: CommandDefinition = {
  usage: "doctor [run]",
  summary: "look at this machine, or at a run's folder",
  options: [["--repair", "move damaged lines of the run's log aside; nothing is deleted"]],
  examples: ["longhand doctor", "longhand doctor sotu-grid-01k3 --repair"],
  run: async ({ args, options, context }) => {
    const repair = options["repair"] === true;
    if (args[0] === undefined && repair) throw usage("--repair needs a run.");
    const findings =
      args[0] === undefined
        ? await examineMachine(context)
        : await examineRun(String(args[0]), { repair }, context);
    return {
      json: { findings },
      text: findings.map(lineOf).join("\n"),
      exitCode: findings.some(({ status }) => status === "problem") ? 1 : 0,
    };
  },
};

function lineOf({ check, status, found, hint }: DoctorFinding): string {
  return `${MARKS[status]}  ${check}: ${found}${hint === undefined ? "" : `\n         ${hint}`}`;
}
