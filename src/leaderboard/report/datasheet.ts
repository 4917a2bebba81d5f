import type {
  ArchivedStudy,
  Datasheet,
  DatasheetAnswer,
  DatasheetCriterion,
  ReportableArchive,
} from "../../records/index.ts";
import { ratingCounts } from "./rating-section.ts";
import { fixed } from "./report-places.ts";

/**
 * Fills in the Human Evaluation Datasheet (HEDS) 3.0 for each rating study of an archive, as far as the
 * archive knows the answers. What only the organisers know is null, and listed.
 *
 * @param archive - The archive.
 * @returns One sheet for each study, its answers by the numbers of the questions.
 */
export function datasheetsOf(archive: ReportableArchive): Datasheet[] {
  return archive.studies.map((study) => {
    const answers = [
      ...referenceAnswers(archive),
      ...systemAnswers(archive, study),
      ...sampleAnswers(study),
      ...raterAnswers(study),
      ...designAnswers(study),
      ...ethicsAnswers(),
    ];
    const criteria = study.plan.dimensions.map((dimension) => criterionOf(study, dimension));
    const isOpen = ({ answer }: DatasheetAnswer): boolean => answer === null;
    const open = [...answers, ...criteria.flatMap((one) => one.answers)]
      .filter(isOpen)
      .map(({ question }) => question);
    return { study: study.plan.name, answers, criteria, open: [...new Set(open)] };
  });
}

function say(
  question: string,
  about: string,
  answer: DatasheetAnswer["answer"] = null,
): DatasheetAnswer {
  return { question, about, answer };
}

function referenceAnswers({ challenge, address, texts }: ReportableArchive): DatasheetAnswer[] {
  return [
    say("1.1", "main reference", `Report of the challenge "${challenge.title}"`),
    say(
      "1.2",
      "supplementary resources",
      [
        "archive of the challenge",
        ...(address === undefined ? [] : [address]),
        texts.length === 0 ? "no text is passed on" : `${texts.length} texts passed on by licence`,
      ].join("; "),
    ),
    say("1.3", "people to ask"),
  ];
}

function systemAnswers(
  { challenge }: ReportableArchive,
  { systems, instrument }: ArchivedStudy,
): DatasheetAnswer[] {
  const people = systems.filter(({ isHuman }) => isHuman === true).length;
  const language = instrument?.language ?? null;
  return [
    say("2.1", "input of the systems", "text: a prompt"),
    say(
      "2.2",
      "output of the systems",
      people === 0
        ? "text: a document"
        : `text: a document; ${people} of ${systems.length} writers are people`,
    ),
    say("2.3", "task of the systems", challenge.description),
    say("2.4", "language of the input", language),
    say("2.5", "language of the output", language),
  ];
}

function sampleAnswers({ plan, systems }: ArchivedStudy): DatasheetAnswer[] {
  return [
    say("3.1.1", "texts of each system", plan.texts / systems.length),
    say("3.1.2", "choice of the texts"),
    say("3.1.3", "statistical power", plan.power.text),
  ];
}

function raterAnswers(study: ArchivedStudy): DatasheetAnswer[] {
  const { pay = null, recruitment = null, languageLevel, instrument } = study;
  const { raters, levels } = ratingCounts(study);
  const stated = levels.map(([level, count]) => `${level}: ${count}`).join("; ");
  const asked = languageLevel === undefined ? "" : `Asked for: ${languageLevel} `;
  return [
    say("3.2.1", "number of raters", raters),
    say("3.2.2.1", "whether raters are experts"),
    say("3.2.2.2", "pay of the raters", pay),
    say("3.2.2.3", "whether the organisers knew raters before"),
    say(
      "3.2.2.4",
      "whether organisers rated",
      "No: accounts of organisers do not rate by default.",
    ),
    say("3.2.3", "recruitment of the raters", recruitment),
    say("3.2.4", "training of the raters", trainingText(instrument)),
    say(
      "3.2.5",
      "other traits of the raters",
      `${asked}Level of the language as stated: ${stated}`,
    ),
  ];
}

function trainingText(instrument: ArchivedStudy["instrument"]): string | null {
  if (instrument === undefined) return null;
  const practice = instrument.training
    ? "One text was rated for practice; the answers of the organisers were explained."
    : "There was no text for practice.";
  return `${practice} Instructions: ${instrument.instructions}`;
}

function designAnswers({ plan, exclusion, instrument }: ArchivedStudy): DatasheetAnswer[] {
  return [
    say(
      "3.3.1",
      "preregistration",
      `The plan was fixed before the first rating by its SHA-256: ${plan.hash}`,
    ),
    say("3.3.2", "collection of answers", "pages of Longhand, which save every answer at once"),
    say(
      "3.3.3",
      "quality assurance",
      [
        `${plan.controlReadings} readings of control texts were planned.`,
        "Readings faster than 900 words a minute, equal marks throughout and missed controls are flagged.",
        `By a rule of the plan a rater with ${exclusion.minTexts} texts or more is left out of a second set of results from a share of ${exclusion.tooFastShare} fast or ${exclusion.straightLiningShare} equally marked texts on, or from ${exclusion.controlMisses} missed controls on.`,
      ].join(" "),
    ),
    say("3.3.4", "what raters see", interfaceText(instrument)),
    say("3.3.5", "freedom in time", "Raters choose when to read, may pause, and go on elsewhere."),
    say("3.3.6", "questions and comments of raters"),
    say("3.3.7", "place of the evaluation", "a place of the raters' choice"),
    say("3.3.8", "conditions of the evaluation", "not controlled"),
  ];
}

function interfaceText(instrument: ArchivedStudy["instrument"]): string | null {
  if (instrument === undefined) return null;
  const { reading, lengthShown, referenceShown } = instrument;
  return [
    `One text at a time, ${reading === "full" ? "in full" : "in the same excerpts for all systems"}, beside its prompt, without the name of its writer.`,
    lengthShown ? "Its length is shown." : "Its length is not shown.",
    referenceShown ? "A text by a person stands beside it." : "No other text stands beside it.",
  ].join(" ");
}

function ethicsAnswers(): DatasheetAnswer[] {
  return [
    say("5.1", "approval by an ethics committee"),
    say("5.2", "personal data"),
    say("5.3", "special categories of personal data"),
    say("5.4", "impact assessments"),
  ];
}

function criterionOf(study: ArchivedStudy, dimension: string): DatasheetCriterion {
  const told = study.instrument?.dimensions.find(({ id }) => id === dimension);
  const scale = told?.anchors.map((anchor, at) => `${at + 1}: ${anchor}`).join(" ") ?? null;
  const { permutations, alpha } = study.tests;
  return {
    dimension,
    answers: [
      say("4.1.1", "type of quality"),
      say("4.1.2", "aspect of the output"),
      say("4.1.3", "frame of reference"),
      say("4.2.1", "objective or subjective", "subjective"),
      say("4.2.2", "absolute or relative", "absolute"),
      say("4.2.3", "intrinsic or extrinsic", "intrinsic"),
      say("4.3.1", "name shown to raters", told?.label ?? null),
      say("4.3.2", "definition shown to raters", scale),
      say("4.3.3", "values of the scale", 5),
      say("4.3.4", "list of values", "1, 2, 3, 4, 5, or that the text cannot be judged"),
      say("4.3.5", "form of the scale", "multiple choice: one of the marks"),
      say("4.3.6", "task without a scale", "N/A"),
      say("4.3.7", "question as shown", told?.question ?? null),
      say("4.3.8", "form of elicitation", "direct quality estimation"),
      say(
        "4.3.9",
        "from answers to scores",
        "mean of the raters of a text, then mean over the prompts of a system",
      ),
      say(
        "4.3.10",
        "effect size and significance",
        `difference of means with a 95 % interval by resampling prompts; two-sided permutation of labels within prompts (${permutations} permutations), Holm's correction, level ${alpha}`,
      ),
      ...agreementAnswers(study, dimension),
    ],
  };
}

function agreementAnswers({ analysis }: ArchivedStudy, dimension: string): DatasheetAnswer[] {
  const alpha = analysis.agreement.find((one) => one.dimension === dimension)?.alpha;
  return [
    say("4.3.11.1", "agreement between raters: method", "Krippendorff's alpha for ordinal data"),
    say(
      "4.3.11.2",
      "agreement between raters: score",
      alpha?.status === "defined"
        ? fixed(alpha.value, 3)
        : `undefined (${alpha?.reason ?? "none"})`,
    ),
    say("4.3.12.1", "agreement of a rater over time: method", "not assessed"),
    say("4.3.12.2", "agreement of a rater over time: score", "not assessed"),
  ];
}
