import { type RatingStudy, type StudyFinding, studyDimensions } from "../records/index.ts";
import { counted, unicodeWords } from "../text/index.ts";
import type { PreparedText } from "./prepare-texts.ts";
import { normaliseSurface, wordCount } from "./surface.ts";

/** How far a text for comparison may be from the median submission, as a share. */
const LENGTH_TOLERANCE = 0.2;

/** Words of the prompt that a text for comparison has to open with. */
const OPENING_WORDS = 50;

/**
 * Finds what one part of a study file says against another: ids that nothing declares or that stand
 * twice, texts that are missing or empty, texts for comparison that are too long, too short, or open
 * differently.
 *
 * @param study - The study.
 * @param texts - Its texts as raters read them.
 * @returns Everything found, errors first; none for a study that may open.
 */
export function checkStudy(study: RatingStudy, texts: readonly PreparedText[]): StudyFinding[] {
  const findings = [
    ...idFindings(study),
    ...textFindings(study, texts),
    ...dimensionFindings(study),
    ...referenceFindings(study, texts),
  ];
  const order = ["error", "warning", "note"];
  return findings.toSorted(
    (left, right) => order.indexOf(left.severity) - order.indexOf(right.severity),
  );
}

function error(code: string, message: string): StudyFinding {
  return { severity: "error", code, message };
}

function warning(code: string, message: string): StudyFinding {
  return { severity: "warning", code, message };
}

function idFindings(study: RatingStudy): StudyFinding[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["systems", study.systems.map(({ id }) => id)],
    ["prompts", study.prompts.map(({ id }) => id)],
    ["dimensions", study.dimensions.map(({ id }) => id)],
    ["controls", study.controls.map(({ id }) => id)],
    ["survey", study.survey.map(({ id }) => id)],
    ["texts", study.texts.map(({ system, prompt }) => `${system} for ${prompt}`)],
    ["reference.texts", study.reference?.texts.map(({ prompt }) => prompt) ?? []],
  ];
  const lacksChoices = study.survey.filter(
    ({ answer, choices }) => (answer === "choice") !== (choices !== undefined),
  );
  return [
    ...lists.flatMap(([name, ids]) =>
      repeated(ids).map((id) => error("repeated-id", `${name}: ${id} stands twice.`)),
    ),
    ...lacksChoices.map(({ id }) =>
      error(
        "survey-choices",
        `survey: ${id} needs choices if, and only if, its answer is \`choice\`.`,
      ),
    ),
  ];
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, place) => values.indexOf(value) < place))];
}

function textFindings(study: RatingStudy, texts: readonly PreparedText[]): StudyFinding[] {
  const systems = new Set(study.systems.map(({ id }) => id));
  const prompts = new Set(study.prompts.map(({ id }) => id));
  const places = [
    ...study.texts.map(({ system, prompt }) => ({
      name: `text of ${system} for ${prompt}`,
      prompt,
    })),
    ...study.controls.map(({ id, prompt }) => ({ name: `control ${id}`, prompt })),
    ...(study.reference?.texts ?? []).map(({ prompt }) => ({ name: "reference text", prompt })),
  ];
  const there = new Set(study.texts.map(({ system, prompt }) => `${system} for ${prompt}`));
  const missing = study.systems.flatMap(({ id }) =>
    study.prompts.map((prompt) => `${id} for ${prompt.id}`).filter((name) => !there.has(name)),
  );
  return [
    ...study.texts
      .filter(({ system }) => !systems.has(system))
      .map(({ system }) => error("unknown-system", `texts: ${system} is not among the systems.`)),
    ...places
      .filter(({ prompt }) => !prompts.has(prompt))
      .map(({ name, prompt }) =>
        error("unknown-prompt", `${name}: ${prompt} is not among the prompts.`),
      ),
    ...texts
      .filter((text) => text.wordCount === 0)
      .map(({ text }) =>
        error("empty-text", `${text} is empty, or no window of the excerpts lies in it.`),
      ),
    ...(missing.length === 0
      ? []
      : [
          warning(
            "missing-texts",
            `${counted(missing.length, "text")} missing: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ", …" : ""}. Prompts without a text of both systems count for neither in a comparison.`,
          ),
        ]),
  ];
}

function dimensionFindings(study: RatingStudy): StudyFinding[] {
  const known = new Set(studyDimensions(study).map(({ id }) => id));
  const named = [
    ...(study.tests.dimensions ?? []).map((id) => ["tests.dimensions", id] as const),
    ...study.controls.flatMap(({ id, expected }) =>
      Object.keys(expected).map((dimension) => [`control ${id}`, dimension] as const),
    ),
    ...Object.keys(study.training?.answers ?? {}).map((id) => ["training.answers", id] as const),
  ];
  return named
    .filter(([, id]) => !known.has(id))
    .map(([place, id]) =>
      error("unknown-dimension", `${place}: ${id} is not among ${[...known].join(", ")}.`),
    );
}

function referenceFindings(study: RatingStudy, texts: readonly PreparedText[]): StudyFinding[] {
  const { reference } = study;
  if (reference === undefined) return [];
  const having = new Set(reference.texts.map(({ prompt }) => prompt));
  const lacking = study.prompts.filter(({ id }) => !having.has(id)).map(({ id }) => id);
  const lacks =
    reference.shown && lacking.length > 0
      ? [
          error(
            "reference-missing",
            `reference.texts: none for ${lacking.join(", ")}; texts for comparison are shown to all raters or to none.`,
          ),
        ]
      : [];
  return [
    ...lacks,
    ...reference.texts.flatMap(({ prompt, text }) => {
      const opening = study.prompts.find(({ id }) => id === prompt)?.text ?? "";
      const words = normaliseSurface(text);
      return [
        ...lengthFindings({ prompt, words }, texts),
        ...openingFindings({ prompt, words }, opening),
      ];
    }),
  ];
}

interface Reference {
  readonly prompt: string;
  readonly words: string;
}

function lengthFindings(
  { prompt, words }: Reference,
  texts: readonly PreparedText[],
): StudyFinding[] {
  const lengths = texts
    .filter((text) => text.prompt === prompt && text.kind === "rated")
    .map((text) => text.wordCount)
    .sort((left, right) => left - right);
  const median = lengths[Math.floor(lengths.length / 2)];
  const length = wordCount(words);
  if (median === undefined || Math.abs(length - median) <= LENGTH_TOLERANCE * median) return [];
  return [
    warning(
      "reference-length",
      `The text for comparison of ${prompt} has ${counted(length, "word")}, the median submission ${counted(median, "word")}: more than 20 % apart.`,
    ),
  ];
}

function openingFindings({ prompt, words }: Reference, opening: string): StudyFinding[] {
  const expected = unicodeWords(opening).slice(0, OPENING_WORDS);
  const found = unicodeWords(words.slice(0, opening.length * 2 + 1000)).slice(0, expected.length);
  if (expected.join(" ") === found.join(" ")) return [];
  return [
    warning(
      "reference-opening",
      `The text for comparison of ${prompt} does not open with the words of the prompt.`,
    ),
  ];
}
