import { z } from "zod";
import { randomStream } from "../foundation/index.ts";
import {
  type ChallengeStudyRequest,
  type RatingDimension,
  type RatingStudy,
  type ResolvedChallenge,
  ratingDimensionSchema,
  ratingStudySchema,
  type StudyFinding,
  type StudyPrompt,
  type StudySystem,
  type StudyText,
  USUAL_STUDY_PROMPTS,
} from "../records/index.ts";
import { wordedDimensions } from "./known-dimensions.ts";

/** A submission whose texts are to be rated. */
export interface RatedSubmission {
  /** The submission. */
  readonly submissionId: string;
  /** Name of its team. */
  readonly team: string;
  /** Name of the system. */
  readonly system: string;
  /** Its texts by item. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What {@link studyOfChallenge} needs. */
export interface ChallengeStudyInput {
  /** The challenge. */
  readonly challenge: Pick<ResolvedChallenge, "id" | "title" | "study" | "split">;
  /** The track. */
  readonly track: Pick<ResolvedChallenge["tracks"][number], "id" | "title" | "metrics">;
  /** The test items of the track, in the order of their file. */
  readonly items: readonly {
    /** Its id. */
    readonly itemId: string;
    /** What systems got. */
    readonly prompt: string;
  }[];
  /** The best submissions, best first. */
  readonly submissions: readonly RatedSubmission[];
  /** What the organiser asked for. */
  readonly request: ChallengeStudyRequest;
}

/** A study, or what keeps it from being made. */
export type ChallengeStudyResult =
  | {
      /** The study with its texts. */
      readonly study: RatingStudy;
    }
  | {
      /** Errors, all at once. */
      readonly findings: readonly StudyFinding[];
    };

/** Fields that follow from the challenge, so that no setting may change them. */
const FIXED_FIELDS = [
  "challengeId",
  "track",
  "systems",
  "prompts",
  "texts",
  "reference",
  "ratersPerText",
] as const;

/**
 * Puts together the rating study of a track: the best submissions on test items, as the challenge file
 * declares it. Every metric of the track is declared for the comparison with the marks; nobody of a
 * team gets that team's texts, and names of teams and systems count as telltales.
 *
 * @param input - Challenge, items, submissions, and the organiser's wishes.
 * @returns The study, or what is wrong.
 */
export function studyOfChallenge(input: ChallengeStudyInput): ChallengeStudyResult {
  const { challenge, track, request, submissions } = input;
  const items = chosenItems(input);
  const settings = request.settings ?? {};
  const own = ownDimensions(settings);
  const worded = wordedDimensions(challenge.study.dimensions, own.dimensions);
  const findings = [
    ...own.findings,
    ...worded.missing.map((id) =>
      fault(
        "dimension-words",
        `The challenge asks for ${id}: settings.dimensions has to say its label, question and five anchors.`,
      ),
    ),
    ...FIXED_FIELDS.filter((field) => field in settings).map((field) =>
      fault("fixed-field", `settings.${field}: it follows from the challenge and cannot be set.`),
    ),
    ...itemFindings(input),
    ...(submissions.length < 2
      ? [fault("too-few-submissions", "A study compares two ranked submissions or more.")]
      : []),
  ];
  if (findings.length > 0) return { findings };
  const prompts = promptsOf(items);
  const parsed = ratingStudySchema.safeParse({
    name: `${challenge.id}-${track.id}`.slice(0, 64),
    title: `${challenge.title}: ${track.title}`.slice(0, 200),
    seed: request.seed ?? challenge.split.seed,
    ...settings,
    raters: {
      participants: challenge.study.participantsMayRate,
      ...(settings["raters"] as object | undefined),
    },
    tests: {
      metrics: track.metrics.map(({ id }) => id),
      ...(settings["tests"] as object | undefined),
    },
    dimensions: worded.dimensions,
    challengeId: challenge.id,
    track: track.id,
    ratersPerText: challenge.study.ratersPerText,
    prompts: [...prompts.values()],
    ...writersOf(input, prompts),
    ...referenceOf(request, prompts),
  });
  if (parsed.success) return { study: parsed.data };
  return {
    findings: parsed.error.issues.map(({ path, message }) =>
      fault("invalid-setting", `settings.${path.join(".")}: ${message}`),
    ),
  };
}

function fault(code: string, message: string): StudyFinding {
  return { severity: "error", code, message };
}

function ownDimensions(settings: Readonly<Record<string, unknown>>): {
  readonly dimensions: readonly RatingDimension[];
  readonly findings: readonly StudyFinding[];
} {
  const parsed = z.array(ratingDimensionSchema).safeParse(settings["dimensions"] ?? []);
  if (parsed.success) return { dimensions: parsed.data, findings: [] };
  const findings = parsed.error.issues.map(({ path, message }) =>
    fault("invalid-setting", `settings.dimensions.${path.join(".")}: ${message}`),
  );
  return { dimensions: [], findings };
}

type Items = ChallengeStudyInput["items"];

function itemFindings({ items, request }: ChallengeStudyInput): StudyFinding[] {
  const known = new Set(items.map(({ itemId }) => itemId));
  const named = [
    ...(request.items ?? []),
    ...(request.reference?.texts.map(({ item }) => item) ?? []),
  ];
  return [...new Set(named)]
    .filter((id) => !known.has(id))
    .map((id) => fault("unknown-item", `${JSON.stringify(id)} is no test item of this track.`));
}

/** The items that are rated, in the order of the file. */
function chosenItems({ items, request, challenge, track }: ChallengeStudyInput): Items {
  if (request.items !== undefined) {
    const named = new Set(request.items);
    return items.filter(({ itemId }) => named.has(itemId));
  }
  const wanted = request.prompts ?? USUAL_STUDY_PROMPTS;
  if (items.length <= wanted) return items;
  const random = randomStream(
    request.seed ?? challenge.split.seed,
    "challenge-study",
    challenge.id,
    track.id,
  );
  const drawn = items.map((item) => ({ item, place: random.next() }));
  const kept = new Set(
    drawn
      .sort((left, right) => left.place - right.place)
      .slice(0, wanted)
      .map(({ item }) => item.itemId),
  );
  return items.filter(({ itemId }) => kept.has(itemId));
}

const PLAIN_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Prompts of the study by the id of their item, which is theirs where it is a plain one. */
function promptsOf(items: Items): ReadonlyMap<string, StudyPrompt> {
  const arePlain = items.every(({ itemId }) => PLAIN_ID.test(itemId));
  return new Map(
    items.map(({ itemId, prompt }, at) => [
      itemId,
      { id: arePlain ? itemId : `item-${at + 1}`, text: prompt, item: itemId },
    ]),
  );
}

/** Systems and their texts: submissions, and people where their texts are rated, too. */
function writersOf(
  { submissions, request }: ChallengeStudyInput,
  prompts: ReadonlyMap<string, StudyPrompt>,
): { readonly systems: readonly StudySystem[]; readonly texts: readonly StudyText[] } {
  const systems = submissions.map(
    ({ submissionId, team, system }, at): StudySystem => ({
      id: `submission-${at + 1}`,
      name: `${team}: ${system}`.slice(0, 80),
      team,
      telltales: [system],
      submission: submissionId,
    }),
  );
  const texts = submissions.flatMap(({ texts: own }, at) =>
    [...prompts].flatMap(([itemId, { id: prompt }]): StudyText[] => {
      const text = own.get(itemId);
      return text === undefined ? [] : [{ system: `submission-${at + 1}`, prompt, text }];
    }),
  );
  if (request.reference?.inPool !== true) return { systems, texts };
  const people = request.reference.texts.flatMap(({ item, text }): StudyText[] => {
    const prompt = prompts.get(item)?.id;
    return prompt === undefined ? [] : [{ system: "people", prompt, text }];
  });
  return {
    systems: [...systems, { id: "people", name: "Written by people", isHuman: true }],
    texts: [...texts, ...people],
  };
}

function referenceOf(
  { reference }: ChallengeStudyRequest,
  prompts: ReadonlyMap<string, StudyPrompt>,
): Pick<RatingStudy, "reference"> {
  if (reference === undefined || !reference.shown) return {};
  const texts = reference.texts.flatMap(({ item, ...rest }) => {
    const prompt = prompts.get(item)?.id;
    return prompt === undefined ? [] : [{ prompt, ...rest }];
  });
  return { reference: { shown: true, texts } };
}
