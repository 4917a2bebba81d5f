import type { RatingStudy } from "../records/index.ts";
import type { DesignText } from "./study-design.ts";
import { excerptOf, normaliseSurface, wordCount } from "./surface.ts";

/** A text as raters read it. */
export interface PreparedText extends DesignText {
  /** The words: surface made equal, cut to the windows of the plan. */
  readonly words: string;
  /** How many words that are. */
  readonly wordCount: number;
}

/**
 * The texts of a study as raters read them, controls among them: surface made equal, the same windows
 * of all. Keys are `<system>/<prompt>` and `control/<id>`.
 *
 * @param study - The study.
 * @returns The texts in the order of the file, controls last.
 */
export function prepareTexts(study: RatingStudy): PreparedText[] {
  const systemTeams = new Map(study.systems.map(({ id, team }) => [id, team]));
  const promptTeams = new Map(study.prompts.map(({ id, team }) => [id, team]));
  const prepared = (text: string): Pick<PreparedText, "words" | "wordCount"> => {
    const whole = normaliseSurface(text);
    const { reading } = study;
    const words = reading.mode === "full" ? whole : excerptOf(whole, reading.windows);
    return { words, wordCount: wordCount(words) };
  };
  const rated = study.texts.map(({ system, prompt, text }): PreparedText => {
    const teams = [systemTeams.get(system), promptTeams.get(prompt)].flatMap((team) => team ?? []);
    return {
      text: textKey(system, prompt),
      system,
      prompt,
      kind: "rated",
      teams,
      ...prepared(text),
    };
  });
  const controls = study.controls.map(
    ({ id, prompt, text }): PreparedText => ({
      text: `control/${id}`,
      system: `control/${id}`,
      prompt,
      kind: "control",
      teams: [],
      ...prepared(text),
    }),
  );
  return [...rated, ...controls];
}

/**
 * Key of a text in a plan.
 *
 * @param system - Id of the system.
 * @param prompt - Id of the prompt.
 * @returns `<system>/<prompt>`.
 */
function textKey(system: string, prompt: string): string {
  return `${system}/${prompt}`;
}

/**
 * Names by which a text could give its writer away: names, teams and telltales of systems, and ids
 * that are no plain words.
 *
 * @param study - The study.
 * @returns The names.
 */
export function telltaleNames(study: Pick<RatingStudy, "systems">): string[] {
  return study.systems.flatMap(({ id, name, team, telltales = [], isHuman }) => [
    ...(/[^a-z]/.test(id) ? [id] : []),
    ...(name === undefined || isHuman === true ? [] : [name]),
    ...(team === undefined ? [] : [team]),
    ...telltales,
  ]);
}
