import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addVerbs, VERBS } from "./verbs.ts";

const NAMES = VERBS.map(({ usage }) => usage.split(" ")[0] as string);

async function programFor(words: readonly string[]): Promise<Command> {
  const program = new Command("longhand");
  await addVerbs(program, words);
  return program;
}

function listed(program: Command): { readonly term: string; readonly text: string }[] {
  const help = program.createHelp();
  return help.visibleCommands(program).map((command) => ({
    term: help.subcommandTerm(command),
    text: help.subcommandDescription(command),
  }));
}

describe("the verbs of the command line", () => {
  it("are listed alike whether they were loaded or not", async () => {
    const loaded = await programFor(NAMES);
    expect(listed(await programFor([]))).toEqual(listed(loaded));
  });

  it("have their options and verbs where they are asked for, and only there", async () => {
    const { commands } = await programFor(["dataset", "build", "--task", "review"]);
    const [dataset, models] = ["dataset", "models"].map((name) =>
      commands.find((command) => command.name() === name),
    );
    expect(dataset?.commands.map((command) => command.name())).toContain("build");
    expect(models?.commands).toEqual([]);
  });
});
