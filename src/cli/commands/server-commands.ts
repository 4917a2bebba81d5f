import { join } from "node:path";
import type { Command } from "commander";
import {
  type BackupSummary,
  backupServer,
  type KeepServerOptions,
  restoreServer,
} from "../../server/index.ts";
import { addCommand, type CommandInput, type CommandOutcome } from "../command.ts";
import { argument } from "../options.ts";
import { serverHome } from "./serve-command.ts";

const HOME = [
  "--home <folder>",
  "folder of everything that is kept (default: LONGHAND_HOME)",
] as const;

/**
 * Adds `longhand server backup` and `longhand server restore`.
 *
 * @param program - The program.
 */
export function addServerCommands(program: Command): void {
  const server = program.command("server").summary("back the server up, and put a backup back");
  addCommand(server, {
    usage: "backup <file>",
    summary: "write everything that the server keeps to one file, while it runs",
    options: [
      HOME,
      ["--references", "only sealed references and keys, which are kept apart from all else"],
    ],
    examples: [
      "longhand server backup monday.backup.gz",
      "longhand server backup keys.backup.gz --references",
    ],
    run: async (input) => {
      const part = input.options["references"] === true ? "references" : "server";
      return told("Backed up", await backupServer({ ...optionsOf(input), part }));
    },
  });
  addCommand(server, {
    usage: "restore <file>",
    summary: "put a backup back into an empty server that does not run",
    options: [HOME],
    examples: ["longhand server restore monday.backup.gz --home new-home"],
    run: async (input) => told("Restored", await restoreServer(optionsOf(input))),
  });
}

function optionsOf(input: CommandInput): KeepServerOptions {
  const databaseUrl = input.environment.credential("DATABASE_URL");
  return {
    path: argument(input, 0),
    dataFolder: join(serverHome(input), "server"),
    clock: input.context.clock,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
}

function told(verb: string, summary: BackupSummary): CommandOutcome {
  const { tables, rows, files } = summary;
  return { json: summary, text: `${verb}: ${rows} rows of ${tables} tables, ${files} files.` };
}
