import type { Command } from "commander";
import { addCommand, type CommandDefinition } from "./command.ts";

/** A word behind `longhand`: a verb, or a stage with verbs. */
export interface Verb {
  /** The word, and the arguments of a verb. */
  readonly usage: string;
  /** What it is for, as the list of all of them tells. */
  readonly summary: string;
  /** Loads what it needs, and adds it with all its options. */
  readonly add: (program: Command) => Promise<unknown>;
}

/** All of them, in the order in which the help lists them. */
export const VERBS: readonly Verb[] = [
  {
    usage: "quickstart",
    summary: "the main job, once: a small local model writes with and without a person's own texts",
    add: verb(async () => (await import("./commands/quickstart-command.ts")).quickstartCommand),
  },
  {
    usage: "run [experiment]",
    summary: "carry out an experiment file: retrieve, generate, score, report",
    add: verb(async () => (await import("./commands/run-command.ts")).runCommand),
  },
  {
    usage: "write <brief>",
    summary: "plan and write a document of any length from a brief, and export it",
    add: verb(async () => (await import("./commands/write-command.ts")).writeCommand),
  },
  {
    usage: "score <file>",
    summary: "score finished texts: JSON Lines, a JSON array or CSV of id, prediction, reference",
    add: verb(async () => (await import("./commands/score-command.ts")).scoreCommand),
  },
  {
    usage: "gapelmaper <files...>",
    summary: "how the likeness of words falls with their distance in texts: value, table, plots",
    add: verb(async () => (await import("./commands/gapelmaper-command.ts")).gapelmaperCommand),
  },
  {
    usage: "serve",
    summary: "your runs in the browser, rating studies and challenges: starts the server",
    add: verb(async () => (await import("./commands/serve-command.ts")).serveCommand),
  },
  {
    usage: "demo",
    summary:
      "the server with challenges, a rating study and runs to click through, made on the spot",
    add: verb(async () => (await import("./commands/demo-command.ts")).demoCommand),
  },
  {
    usage: "server",
    summary: "back the server up, put a backup back, make a new admin",
    add: async (program) =>
      (await import("./commands/server-commands.ts")).addServerCommands(program),
  },
  {
    usage: "compare <first> [second]",
    summary: "compare two files of scores, two runs, or the cells of one run",
    add: verb(async () => (await import("./commands/compare-command.ts")).compareCommand),
  },
  {
    usage: "doctor [run]",
    summary: "look at this machine, or at a run's folder",
    add: verb(async () => (await import("./commands/doctor-command.ts")).doctorCommand),
  },
  {
    usage: "corpus",
    summary: "people's past documents: import, check, describe",
    add: async (program) =>
      (await import("./commands/corpus-commands.ts")).addCorpusCommands(program),
  },
  {
    usage: "dataset",
    summary: "build, import, export, check and describe datasets",
    add: async (program) =>
      (await import("./commands/dataset-commands.ts")).addDatasetCommands(program),
  },
  {
    usage: "retrieval",
    summary: "look at what retrievers find",
    add: async (program) =>
      (await import("./commands/retrieval-commands.ts")).addRetrievalCommands(program),
  },
  {
    usage: "prompt",
    summary: "look at prompts and their templates",
    add: async (program) =>
      (await import("./commands/prompt-commands.ts")).addPromptCommands(program),
  },
  {
    usage: "scoring",
    summary: "metrics, and scores of finished texts",
    add: async (program) =>
      (await import("./commands/scoring-commands.ts")).addScoringCommands(program),
  },
  {
    usage: "rating",
    summary: "studies in which people rate texts, blind",
    add: async (program) =>
      (await import("./commands/rating-commands.ts")).addRatingCommands(program),
  },
  {
    usage: "report [sources...]",
    summary: "write a run's report; print tables as the paper has them; export",
    add: async (program) =>
      (await import("./commands/report-commands.ts")).addReportCommands(program),
  },
  {
    usage: "generation",
    summary: "go on with, retry and look at runs; the reply cache",
    add: async (program) =>
      (await import("./commands/generation-commands.ts")).addGenerationCommands(program),
  },
  {
    usage: "models",
    summary: "list, get, check and remove models",
    add: async (program) =>
      (await import("./commands/models-commands.ts")).addModelsCommands(program),
  },
  {
    usage: "writing",
    summary: "the long writer, step by step",
    add: async (program) =>
      (await import("./commands/write-command.ts")).addWritingCommands(program),
  },
  {
    usage: "submit <file>",
    summary: "hand texts in to a challenge: checked here by the same rules, then sent",
    add: verb(async () => (await import("./commands/submit-commands.ts")).submitCommand),
  },
  {
    usage: "submissions",
    summary: "what your team has handed in to a challenge",
    add: verb(async () => (await import("./commands/submit-commands.ts")).submissionsCommand),
  },
  {
    usage: "leaderboard",
    summary: "shared tasks: check a challenge file, check and hand in submissions, archive, report",
    add: async (program) =>
      (await import("./commands/leaderboard-commands.ts")).addLeaderboardCommands(program),
  },
];

function verb(load: () => Promise<CommandDefinition>): Verb["add"] {
  return async (program) => addCommand(program, await load());
}

/**
 * Adds all verbs to the program: those that are asked for as they are, of the others only name and
 * summary. To load them all would take a second.
 *
 * @param program - The program.
 * @param words - The words of the command line; a verb that is among them counts as asked for.
 */
export async function addVerbs(program: Command, words: readonly string[]): Promise<void> {
  for (const { usage, summary, add } of VERBS) {
    const [name = ""] = usage.split(" ");
    if (words.includes(name)) await add(program);
    else program.command(usage).summary(summary).option("--json");
  }
  for (const group of program.commands) {
    const hasOwn = group.options.some(({ long }) => long === "--json");
    if (group.commands.length > 0 && !hasOwn)
      group.option("--json", "print one JSON object on stdout");
  }
}
