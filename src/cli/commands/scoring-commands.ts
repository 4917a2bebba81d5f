import type { Command } from "commander";
import { listMetrics } from "../../pipeline/doors/scores.ts";
import { addCommand, type CommandDefinition } from "../command.ts";
import { oneOf } from "../options.ts";
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
 * Adds `longhand scoring …`.
 *
 * @param program - The program.
 */
export function addScoringCommands(program: Command): void {
  const group = program.command("scoring").description("metrics, and scores of finished texts");
  addCommand(group, { ...scoreCommand, usage: "run <file>" });
  addCommand(group, metrics);
}
