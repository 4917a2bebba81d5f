import type { Command } from "commander";
import {
  copySideTemplate,
  listSideTemplates,
  renderExamplePrompt,
  showSideTemplate,
} from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { oneOf, textOption, usage } from "../options.ts";
import { EXAMPLE_OPTIONS, exampleOptions } from "./example-options.ts";

const MODES = ["plain", "summary", "style", "both"] as const;

const render: CommandDefinition = {
  usage: "render <dataset>",
  summary: "the exact prompt of one example; the mode plain needs no model",
  options: [
    ...EXAMPLE_OPTIONS,
    ["--mode <name>", `prompt mode: ${MODES.join(", ")} (default: plain)`],
    [
      "--model <name>",
      "model that writes summaries and styles (default: fake, which costs nothing)",
    ],
    ["--summary-template <file>", "side template in the place of summary/v1"],
    ["--style-template <file>", "side template in the place of style/v1"],
    ["--no-style-passages", "leave the passages out in the modes style and both"],
  ],
  examples: [
    "longhand prompt render sotu-passage --k 1",
    "longhand prompt render data/passage-user --family llama",
    "longhand prompt render sotu-passage --mode both --k 2 --json",
  ],
  run: (input) => {
    const mode = oneOf(input, "mode", MODES);
    const model = textOption(input, "model");
    const summary = textOption(input, "summaryTemplate");
    const style = textOption(input, "styleTemplate");
    const options = {
      ...exampleOptions(input),
      ...(mode === undefined ? {} : { mode }),
      ...(model === undefined ? {} : { model }),
      templates: {
        ...(summary === undefined ? {} : { summary }),
        ...(style === undefined ? {} : { style }),
      },
      ...(input.options["stylePassages"] === false ? { stylePassages: false as const } : {}),
    };
    return renderExamplePrompt(options, input.context);
  },
};

const templates: CommandDefinition = {
  usage: "templates <action> [name]",
  summary: "templates of summaries and styles: list, show or copy",
  options: [["--out <file>", "copy: the file to write"]],
  examples: [
    "longhand prompt templates list",
    "longhand prompt templates show summary/v1",
    "longhand prompt templates copy style/v1 --out my-style.yaml",
  ],
  run: async (input) => {
    const action = String(input.args[0]);
    if (action === "list") return listSideTemplates();
    if (action === "show") return showSideTemplate(nameIn(input));
    if (action !== "copy") {
      throw usage(`Templates can be listed, shown or copied, got ${action}.`);
    }
    const out = textOption(input, "out");
    if (out === undefined) throw usage("copy needs --out.");
    return copySideTemplate(nameIn(input), out);
  },
};

function nameIn({ args }: CommandInput): string {
  if (args[1] === undefined) throw usage("Name a template, for instance summary/v1.");
  return String(args[1]);
}

/**
 * Adds `longhand prompt …`.
 *
 * @param program - The program.
 */
export function addPromptCommands(program: Command): void {
  const group = program.command("prompt").description("look at prompts and their templates");
  for (const command of [render, templates]) addCommand(group, command);
}
