import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import {
  type BackupSummary,
  backupServer,
  type KeepServerOptions,
  makeAdminLink,
  restoreServer,
} from "../../server/index.ts";
import { addCommand, type CommandInput, type CommandOutcome } from "../command.ts";
import { argument, PORTS, usage, wholeNumber } from "../options.ts";
import { publicUrlOf, serverHome } from "./serve-command.ts";

const HOME = [
  "--home <folder>",
  "folder of everything that is kept (default: LONGHAND_HOME)",
] as const;

/**
 * Adds `longhand server backup`, `longhand server restore` and `longhand server admin-link`.
 *
 * @param program - The program.
 */
export function addServerCommands(program: Command): void {
  const server = program
    .command("server")
    .summary("back the server up, put a backup back, make a new admin");
  addCommand(server, {
    usage: "backup <file>",
    summary: "write everything that the server keeps to one file, while it runs",
    options: [
      HOME,
      ["--references", "only sealed references and keys, which are kept apart from all else"],
      ["--force", "replace a file that is there already"],
    ],
    examples: [
      "longhand server backup monday.backup.gz",
      "longhand server backup keys.backup.gz --references",
    ],
    run: async (input) => {
      if (input.options["force"] !== true) await refusePresent(argument(input, 0));
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
  addCommand(server, {
    usage: "admin-link",
    summary: "make a single-use link for a new admin, where nobody can sign in as one any more",
    options: [
      HOME,
      ["--port <number>", "port of the server (default: 4321)"],
      ["--public-url <url>", "address by which browsers reach the server, behind a proxy"],
    ],
    examples: ["longhand server admin-link"],
    run: newAdminLink,
  });
}

async function newAdminLink(input: CommandInput): Promise<CommandOutcome> {
  const port = wholeNumber(input, "port", PORTS) ?? 4321;
  const url = publicUrlOf(input) ?? `http://127.0.0.1:${port}`;
  const link = await makeAdminLink({ ...placeOf(input), url, randomBytes });
  const text = `Open this once, within 7 days, to make an admin: ${link.url}`;
  return { json: link, text };
}

async function refusePresent(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) === undefined) return;
  throw usage(`${path} is there already. Name another file, or add --force to replace it.`);
}

function optionsOf(input: CommandInput): KeepServerOptions {
  return { path: argument(input, 0), ...placeOf(input) };
}

function placeOf(input: CommandInput): Omit<KeepServerOptions, "path"> {
  const databaseUrl = input.environment.credential("DATABASE_URL");
  return {
    dataFolder: join(serverHome(input), "server"),
    clock: input.context.clock,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
}

function told(verb: string, summary: BackupSummary): CommandOutcome {
  const { tables, rows, files } = summary;
  return { json: summary, text: `${verb}: ${rows} rows of ${tables} tables, ${files} files.` };
}
