import type { Command } from "commander";
import { listMetrics } from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition } from "../command.ts";
import { oneOf } from "../options.ts";
import { addPromptCommands } from "./prompt-commands.ts";
import { addRetrievalCommands } from "./retrieval-commands.ts";
import { scoreCommand } from "./score-command.ts";

const metrics: CommandDefinition = {
  usage: "list",
  summary: "every metric with its range and signature",
  options: [["--profile <name>", "longhand or longlamp-paper (default: longhand)"]],
  examples: ["longhand scoring list --json"],
  run: async (input) => {
    const profile = oneOf(input, "profile", ["longhand", "longlamp-paper"] as const);
    return listMetrics(profile === undefined ? {} : { profile });
  },
};

/**
 * Adds the stages that have one or two verbs: retrieval, prompt, scoring.
 *
 * @param program - The program.
 */
export function addStageCommands(program: Command): void {
  addRetrievalCommands(program);
  addPromptCommands(program);
  const scoring = program.command("scoring").description("metrics, and scores of finished texts");
  addCommand(scoring, { ...scoreCommand, usage: "run <file>" });
  addCommand(scoring, metrics);
}
