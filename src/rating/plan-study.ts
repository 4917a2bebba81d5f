import { randomStream } from "../foundation/index.ts";
import {
  type RatingPlan,
  type RatingStudy,
  type StudyFinding,
  studyDimensions,
} from "../records/index.ts";
import { powerAdvice, smallestN } from "../statistics/index.ts";
import { counted } from "../text/index.ts";
import { checkStudy } from "./check-study.ts";
import { designStudy } from "./design-study.ts";
import { ENOUGH_TEXTS, expectedAlphaWidth, SIMULATED_RATERS } from "./expected-width.ts";
import { type PreparedText, prepareTexts } from "./prepare-texts.ts";
import type { StudyDesign } from "./study-design.ts";

/** Words that a person reads in a minute. */
const READING_WORDS_A_MINUTE = 240;

/** A study that is ready to open, or says what keeps it closed. */
export interface PlannedStudy {
  /** What it will be. */
  readonly plan: RatingPlan;
  /** Who reads what. */
  readonly design: StudyDesign;
  /** The texts as raters read them, by the keys of the design. */
  readonly texts: readonly PreparedText[];
}

/**
 * Plans a study: checks it, makes its texts alike, designs who reads what, and says what its size can
 * show and what it costs. The hash covers all that is declared, the texts and the design.
 *
 * @param study - The study as its file declares it.
 * @param hashOf - SHA-256 of the canonical JSON of a value.
 * @returns Plan, design and texts; what is wrong stands in the plan's findings.
 *
 * @example
 * ```ts
 * import { planStudy } from "longhand/rating";
 * import { ratingStudySchema } from "longhand/records";
 * import { canonicalJson, sha256 } from "longhand/storage";
 *
 * const study = ratingStudySchema.parse({
 *   name: "two-writers",
 *   title: "Two writers",
 *   systems: [{ id: "outline" }, { id: "rolling" }],
 *   prompts: [{ id: "p1", text: "The lamp went out." }],
 *   texts: [
 *     { system: "outline", prompt: "p1", text: "The lamp went out. She waited." },
 *     { system: "rolling", prompt: "p1", text: "The lamp went out. He laughed." },
 *   ],
 * });
 * const { plan } = planStudy(study, (value) => sha256(canonicalJson(value)));
 * console.log(plan.power.text, plan.work.hours);
 * ```
 */
export function planStudy(study: RatingStudy, hashOf: (value: unknown) => string): PlannedStudy {
  const texts = prepareTexts(study);
  const faults = checkStudy(study, texts);
  const sized = sizeOf(study, texts);
  const design = designStudy({
    texts: designTexts(texts, "rated"),
    controls: designTexts(texts, "control"),
    ratersPerText: study.ratersPerText,
    random: randomStream(study.seed, "rating-design"),
    ...sized,
  });
  const words = new Map(texts.map(({ text, wordCount }) => [text, wordCount]));
  const rowWords = design.rows.map((row) =>
    row.reduce((sum, { text }) => sum + (words.get(text) as number), 0),
  );
  const all = rowWords.reduce((sum, each) => sum + each, 0);
  const readings = design.rows.reduce((sum, row) => sum + row.length, 0);
  const mostHours = hoursOf(Math.max(...rowWords));
  const power = powerOf(study);
  const rated = texts.filter(({ kind }) => kind === "rated").length;
  const controlReadings = readings - rated * study.ratersPerText;
  return {
    design,
    texts,
    plan: {
      hash: hashOf({ study, design }),
      name: study.name,
      systems: study.systems.length,
      prompts: study.prompts.length,
      texts: rated,
      ratersPerText: study.ratersPerText,
      dimensions: studyDimensions(study).map(({ id }) => id),
      design: { kind: design.kind, raters: design.rows.length, ...loadsOf(design) },
      controlReadings,
      work: { readings, words: all, hours: hoursOf(all), mostHours },
      power,
      agreement: agreementAdvice(rated, study.ratersPerText),
      findings: [...faults, ...sizeFindings(study, { power, mostHours, rated, controlReadings })],
    },
  };
}

function designTexts(
  texts: readonly PreparedText[],
  kind: PreparedText["kind"],
): StudyDesign["texts"] {
  return texts
    .filter((text) => text.kind === kind)
    .map(({ text, system, prompt, teams }) => ({ text, system, prompt, kind, teams }));
}

function hoursOf(words: number): number {
  return words / READING_WORDS_A_MINUTE / 60;
}

/** People and kind of design: as declared, else as many whole prompts, or texts, as fit the hours. */
function sizeOf(
  study: RatingStudy,
  texts: readonly PreparedText[],
): { readonly kind: StudyDesign["kind"]; readonly raters: number } {
  const rated = texts.filter(({ kind }) => kind === "rated");
  const { ratersPerText, prompts, raters } = study;
  const hours = rated.reduce((sum, { wordCount }) => sum + hoursOf(wordCount), 0);
  const hoursPerPrompt = hours / prompts.length;
  const promptReadings = prompts.length * ratersPerText;
  const fits = hoursPerPrompt <= raters.maxHours && (raters.count ?? 0) <= promptReadings;
  const fitting = fits ? "complete" : "incomplete";
  const kind = study.design === "auto" ? fitting : study.design;
  const unit =
    kind === "complete"
      ? { hours: hoursPerPrompt, readings: promptReadings, least: 1 }
      : { hours: hours / rated.length, readings: rated.length * ratersPerText, least: 2 };
  const each = Math.max(unit.least, Math.floor(raters.maxHours / Math.max(unit.hours, 1e-9)));
  const needed = Math.ceil(unit.readings / each);
  return { kind, raters: Math.max(ratersPerText, raters.count ?? needed) };
}

function loadsOf(design: StudyDesign): {
  readonly fewestTexts: number;
  readonly mostTexts: number;
  readonly fewestMeetings: number;
  readonly mostMeetings: number;
} {
  const kinds = new Map(design.texts.map(({ text, kind }) => [text, kind]));
  const loads = design.rows.map(
    (row) => row.filter(({ text }) => kinds.get(text) === "rated").length,
  );
  return {
    fewestTexts: Math.min(...loads),
    mostTexts: Math.max(...loads),
    fewestMeetings: design.fewestMeetings,
    mostMeetings: design.mostMeetings,
  };
}

function powerOf(study: RatingStudy): RatingPlan["power"] {
  const systems = study.systems.length;
  const pairs = (systems * (systems - 1)) / 2;
  const dimensions = study.tests.dimensions?.length ?? studyDimensions(study).length;
  const { alpha } = study.tests;
  const comparisons = pairs * dimensions;
  const n = study.prompts.length;
  const advice = powerAdvice({ n, contrasts: comparisons, alpha, unit: "prompts" });
  const neededForOneDimension = smallestN(pairs, alpha);
  return {
    comparisons,
    smallestP: advice.smallestP,
    neededPrompts: advice.neededN,
    neededForOneDimension,
    possible: advice.possible,
    text: `${advice.text} One dimension alone, ${counted(pairs, "pair")} of ${systems} systems, needs ${neededForOneDimension}.`,
  };
}

function agreementAdvice(texts: number, ratersPerText: number): RatingPlan["agreement"] {
  const plan = `Plan ${ENOUGH_TEXTS} texts or more before quoting alpha as evidence.`;
  if (ratersPerText !== SIMULATED_RATERS) {
    return {
      text: `No simulation says how wide the interval of alpha will be with ${counted(ratersPerText, "rater")} of each text. ${plan}`,
    };
  }
  const expectedWidth = Math.round(expectedAlphaWidth(texts) * 100) / 100;
  const text = `With ${counted(texts, "text")} the interval of alpha will be about ${expectedWidth} wide.`;
  return { expectedWidth, text: texts >= ENOUGH_TEXTS ? text : `${text} ${plan}` };
}

function sizeFindings(
  study: RatingStudy,
  size: {
    readonly power: RatingPlan["power"];
    readonly mostHours: number;
    readonly rated: number;
    readonly controlReadings: number;
  },
): StudyFinding[] {
  const findings: StudyFinding[] = [];
  const { count } = study.raters;
  if (count !== undefined && count < study.ratersPerText) {
    findings.push({
      severity: "error",
      code: "too-few-raters",
      message: `raters.count is ${count}, but each text needs ${study.ratersPerText} different people.`,
    });
  }
  if (!size.power.possible) {
    findings.push({ severity: "warning", code: "low-power", message: size.power.text });
  }
  if (size.mostHours > study.raters.maxHours) {
    findings.push({
      severity: "warning",
      code: "long-work",
      message: `One person reads ${size.mostHours.toFixed(1)} hours, more than ${study.raters.maxHours}: raise raters.count or set design: incomplete.`,
    });
  }
  if (study.controls.length > 0 && size.controlReadings === 0) {
    findings.push({
      severity: "warning",
      code: "no-controls",
      message:
        "The study is too small for control texts: they may be a tenth of all readings at most.",
    });
  }
  if (size.rated < ENOUGH_TEXTS) {
    findings.push({
      severity: "note",
      code: "few-texts",
      message: `With ${counted(size.rated, "text")} the interval of Krippendorff's alpha is wide; ${ENOUGH_TEXTS} or more are better.`,
    });
  }
  return findings;
}
