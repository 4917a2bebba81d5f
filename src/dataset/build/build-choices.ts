import type { BenchmarkProfile, Setting } from "../../records/index.ts";
import type { BuildRules } from "./build-rules.ts";
import type { TaskRecipe } from "./task-recipe.ts";

/** What the card says about choices. */
export interface ChoiceRequest {
  readonly recipe: TaskRecipe;
  readonly rules: BuildRules;
  readonly setting: Setting;
  readonly profile: BenchmarkProfile;
}

/** What was settled where the paper is silent or contradicts itself, and what the profile changes. */
export function buildChoices(request: ChoiceRequest): string[] {
  const { recipe, setting } = request;
  const settled = recipe.choices.filter((choice) => (choice.setting ?? setting) === setting);
  return [...settled.map(({ text }) => text), ...ruleChoices(request), roundingChoice(request)];
}

function ruleChoices({ recipe, rules, setting, profile }: ChoiceRequest): string[] {
  const has = (rule: keyof BuildRules): boolean =>
    recipe.options.some((option) => option.rule === rule);
  const isDated = setting === "temporal" && recipe.temporalBy === "date";
  return [
    `Profile ${profile}.`,
    rules.duplicates === "drop"
      ? "A person's documents with equal texts (Unicode form NFC, single spaces) are dropped but for the first, before people are counted."
      : "Documents with equal texts are kept.",
    rules.targetCopies === "drop"
      ? "Copies of a target are taken out of its profile and counted."
      : "Copies of a target stay in its profile; the checks report them as warnings.",
    rules.storedOrder
      ? "Profiles stand in the order of the source; of equal dates the later in the source is the newer."
      : "Profiles are ordered by date, undated documents first, then by id.",
    ...(isDated && !rules.storedOrder
      ? ["Equal dates are ordered by id, the larger the newer."]
      : []),
    ...(isDated ? ["Undated documents are never targets and count as oldest in profiles."] : []),
    ...(has("authorKey")
      ? [
          `Authors are told apart by ${rules.authorKey === "id" ? "id, by name without one" : "name"}.`,
        ]
      : []),
    ...(has("descriptionHtml") ? [htmlChoice(rules)] : []),
    ...(has("keywords") ? [keywordChoice(rules)] : []),
  ];
}

function htmlChoice({ descriptionHtml, descriptionJoin }: BuildRules): string {
  const join = descriptionJoin === "space" ? "joined by a space" : "written as a Python list";
  return descriptionHtml === "text"
    ? `Descriptions are the text of their HTML, entities decoded, ${join}.`
    : `Tags are cut out of descriptions, entities stay, ${join}.`;
}

function keywordChoice({ keywords, keywordForm }: BuildRules): string {
  const form = keywordForm === "raw" ? "pasted as they are" : "parsed to five";
  return `Keywords: ${keywords}, ${form}.`;
}

function roundingChoice({ setting }: ChoiceRequest): string {
  return setting === "user"
    ? "Splits are rounded in two steps: held out = ⌈(v+t)·n⌉, test = ⌈held out · t/(v+t)⌉."
    : "A share that is kept is rounded to the nearest whole number, at least 1.";
}
