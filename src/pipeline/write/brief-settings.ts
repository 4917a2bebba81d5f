import { type AdapterName, parseModelSpec, readModelSettings } from "../../models/index.ts";
import { type DataProblem, parseStrictYaml, partOfSource } from "../../storage/index.ts";
import { type Brief, invalidBrief } from "../../writing/index.ts";

/** A model of a brief, and where its settings stand. */
interface WrittenSettings {
  readonly path: readonly string[];
  readonly model: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Checks the settings of the models that a brief names, before one of them is opened.
 *
 * @param brief - The brief, as it was read.
 * @param text - Its file's text.
 * @param file - Its file's name, for messages.
 * @throws LonghandError `invalid-brief`, listing each fault with file and line; `unknown-model`.
 */
export function checkBriefSettings(brief: Brief, text: string, file: string): void {
  const source = parseStrictYaml(text, "a brief");
  const problems: DataProblem[] = [];
  for (const { path, model, settings } of settingsIn(brief)) {
    const adapter: AdapterName = parseModelSpec(model).adapter;
    problems.push(...readModelSettings(adapter, partOfSource(source, path, settings)).problems);
  }
  if (problems.length > 0) throw invalidBrief(file, problems);
}

function settingsIn({ model, modelSettings, models }: Brief): WrittenSettings[] {
  const roles = ["planner", "writer", "checker"] as const;
  return [
    { path: ["modelSettings"], model, settings: modelSettings },
    ...roles.flatMap((role) => {
      const choice = models[role];
      if (choice === undefined) return [];
      return [{ path: ["models", role, "settings"], ...choice, settings: choice.settings }];
    }),
  ];
}
