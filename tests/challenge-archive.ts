// An archive of a small finished challenge: three teams, and a rating study of three writers.
import { makeBoard } from "../src/leaderboard/make-board.ts";
import { bibtexEntry } from "../src/leaderboard/report/bibtex.ts";
import { datasheetsOf } from "../src/leaderboard/report/datasheet.ts";
import { type AnalysisInput, analyseRatings } from "../src/rating/index.ts";
import {
  type AnswerLine,
  type ArchivedBoardInput,
  type ArchivedStudy,
  BASIC_DIMENSIONS,
  type Board,
  type BoardPart,
  type ChallengeArchive,
  type RatingPlan,
  type ReadingLine,
} from "../src/records/index.ts";

const PLAN_HASH = "ab".repeat(32);
const DIMENSIONS = ["relevance", "fluency"];
const SYSTEMS = ["lamp", "tide", "people"];
const PROMPTS = 6;
const RATERS = 5;
const OPENED_MS = Date.UTC(2027, 6, 17);
const CLOSED_MS = Date.UTC(2027, 10, 1);

/** What may be told about the fixture. */
export interface ArchiveWords {
  /** Name of the first team. @defaultValue "Lamplighters" */
  readonly team?: string;
  /** What the organisers name as a limit. @defaultValue a sentence about one genre */
  readonly limit?: string;
}

/**
 * The archive.
 *
 * @param words - Words from people that it holds.
 * @returns A new archive, always the same.
 */
export function sampleArchive(words: ArchiveWords = {}): ChallengeArchive {
  const { team = "Lamplighters", limit = "All prompts are of one genre." } = words;
  const archive: ChallengeArchive = {
    kind: "longhand-challenge-archive",
    version: 1,
    codeVersion: "0.1.0",
    address: "https://rate.example.org/challenges/lighthouse-stories",
    madeAtMs: Date.UTC(2027, 10, 20, 12),
    state: "final",
    missing: [],
    challenge: challenge(),
    firstSchedule: {
      ...challenge().schedule,
      submissionsClose: Date.UTC(2027, 6, 2, 11, 59, 59),
    },
    frozenAtMs: Date.UTC(2027, 6, 16, 12),
    publishedAtMs: Date.UTC(2027, 10, 20, 12),
    terms: [{ version: "1", sinceMs: Date.UTC(2026, 11, 1), text: "Be fair." }],
    dateChanges: [
      {
        name: "submissionsClose",
        oldMs: Date.UTC(2027, 6, 2, 11, 59, 59),
        newMs: Date.UTC(2027, 6, 16, 11, 59, 59),
        reason: "Two teams lost their machines.",
        changedAtMs: Date.UTC(2027, 5, 28, 9),
      },
    ],
    deviations: [
      { act: "freeze", reason: "One submission was stuck.", signedAtMs: Date.UTC(2027, 6, 16, 12) },
    ],
    participants: [
      participant(team, "lamp", "s1"),
      participant("Tidewater", "tide", "s2"),
      participant("Nobody", "none", "s3"),
    ],
    boards: [board(team, "public"), board(team, "private")],
    boardInputs: [boardInput(team)],
    flags: [
      {
        kind: "below-min-words",
        items: 2,
        note: "Two texts are below 30,000 words.",
        submissionId: "s2",
        teamName: "Tidewater",
        track: "stories",
        receivedAtMs: Date.UTC(2027, 5, 1),
      },
    ],
    studies: [study()],
    limits: [limit],
    texts: [{ submissionId: "s1", itemId: "p0", permission: "CC BY 4.0", text: "Once." }],
    audit: { lines: 412, head: "cd".repeat(32) },
    datasheets: [],
    bibtex: "",
  };
  return { ...archive, datasheets: datasheetsOf(archive), bibtex: bibtexEntry(archive) };
}

function challenge(): ChallengeArchive["challenge"] {
  return {
    id: "lighthouse-stories",
    title: "Lighthouse stories",
    description: "Write one long story to each prompt.",
    tracks: [
      {
        id: "stories",
        title: "Stories",
        kind: "open",
        minWords: 30_000,
        metrics: [
          { id: "distinct-2", direction: "higher", primary: true, signature: "distinct-2|words" },
        ],
      },
    ],
    schedule: {
      announced: Date.UTC(2027, 0, 1),
      submissionsOpen: Date.UTC(2027, 3, 1),
      registrationCloses: Date.UTC(2027, 6, 16, 11, 59, 59),
      submissionsClose: Date.UTC(2027, 6, 16, 11, 59, 59),
      ratingCloses: CLOSED_MS,
    },
    quota: { perDay: 5, inAll: 50, inProgress: 3 },
    split: { publicShare: 0.5, seed: 7 },
    display: { bestOf: false },
    terms: { version: "1", text: "Be fair." },
    resourceQuestions: [{ id: "models", question: "Which models?" }],
    approval: false,
    study: {
      ratersPerText: RATERS,
      dimensions: DIMENSIONS,
      systems: SYSTEMS.length,
      participantsMayRate: false,
    },
    rules: { empty: "reject", belowMinWords: "accept", aboveMaxWords: "reject" },
  };
}

function participant(
  team: string,
  system: string,
  submissionId: string,
): ChallengeArchive["participants"][number] {
  return {
    team,
    system,
    track: "stories",
    submissionId,
    submittedAtMs: Date.UTC(2027, 5, 1),
    declaration: { models: "A model of 135 million parameters." },
    termsVersion: "1",
    ...(system === "lamp" ? { textLicence: "CC BY 4.0" } : {}),
  };
}

const SIGNATURE = "distinct-2|words";

/** Means of the public and the private part, and the system; a team without a score has null. */
const MEANS = [
  ["lamp", 0.41236, 0.40001],
  ["tide", 0.37, 0.37],
  ["none", null, null],
] as const;

function teamOf(system: string, first: string): string {
  if (system === "lamp") return first;
  return system === "tide" ? "Tidewater" : "Nobody";
}

function board(team: string, part: BoardPart): Board {
  return makeBoard({
    challengeId: "lighthouse-stories",
    track: "stories",
    metric: "distinct-2",
    direction: "higher",
    part,
    asOfMs: CLOSED_MS,
    frozen: true,
    entries: MEANS.map(([system, open, hidden]) => ({
      teamId: system,
      team: teamOf(system, team),
      system,
      submissionId: system,
      submittedAtMs: Date.UTC(2027, 5, 1),
      status: "scored",
      scores: {
        "distinct-2": {
          value: part === "public" ? open : hidden,
          low: 0.3,
          high: 0.5,
          ...(part === "private" && open !== null ? { otherPart: open } : {}),
          signature: SIGNATURE,
        },
      },
    })),
  });
}

/** What the boards above are made from. */
function boardInput(team: string): ArchivedBoardInput {
  const ends = { low: 0.3, high: 0.5 };
  return {
    track: "stories",
    asOfMs: Date.UTC(2027, 10, 20),
    frozen: true,
    referenceVersion: 1,
    items: Array.from({ length: PROMPTS }, (_, at) => ({
      itemId: `p${at}`,
      part: at % 2 === 0 ? "public" : "private",
    })),
    selections: [],
    submissions: MEANS.map(([system, open, hidden]) => ({
      teamId: system,
      team: teamOf(system, team),
      submissionId: system,
      system,
      submittedAtMs: Date.UTC(2027, 5, 1),
      status: "scored",
      sha256: "",
      bytes: 1,
      flags: [],
      scores: {
        "distinct-2": {
          signature: SIGNATURE,
          public: { ...(open === null ? { reason: "no text" } : { value: open }), ...ends },
          private: { ...(hidden === null ? { reason: "no text" } : { value: hidden }), ...ends },
        },
      },
    })),
  };
}

function study(): ArchivedStudy {
  const input = ratings();
  const { ratings: lines, key, exclusion, tests, seed, scores = [] } = input;
  return {
    plan: plan(),
    openedAtMs: OPENED_MS,
    closedAtMs: CLOSED_MS,
    pay: "15 euros an hour",
    recruitment: "A notice at a university.",
    languageLevel: "Native speakers of English.",
    instrument: {
      language: "en",
      reading: "full",
      lengthShown: false,
      referenceShown: false,
      training: true,
      instructions: "Read to the end.",
      consentVersion: "1",
      dimensions: BASIC_DIMENSIONS,
    },
    design: [["lamp-0", "tide-0", "people-0"]],
    systems: [
      { id: "lamp", name: "Lamp" },
      { id: "tide", name: "Tide" },
      { id: "people", isHuman: true },
    ],
    controls: {},
    exclusion,
    tests,
    seed,
    ratings: [lines.study, ...lines.texts, ...lines.raters, ...lines.readings, ...lines.answers],
    key,
    scores,
    analysis: analyseRatings(input),
  };
}

/** Everybody reads everything. Marks differ by system, rater and prompt, and stay in 1–5. */
function ratings(): AnalysisInput {
  const texts = SYSTEMS.flatMap((system, place) =>
    Array.from({ length: PROMPTS }, (_, at) => ({ id: `${system}-${at}`, system, place, at })),
  );
  const readings: ReadingLine[] = [];
  const answers: AnswerLine[] = [];
  for (const { id, place, at } of texts) {
    for (let rater = 0; rater < RATERS; rater += 1) {
      const who = { rater: `r${rater}`, text: id };
      const times = { takenAtMs: OPENED_MS, endedAtMs: OPENED_MS + 1 };
      readings.push({ kind: "reading", ...who, status: "complete", ...times, readMs: 7_200_000 });
      for (const [column, dimension] of DIMENSIONS.entries()) {
        const answer = { value: 1 + place + ((rater + at * (column + 1)) % 3) };
        const history = [{ atMs: OPENED_MS, answer }];
        answers.push({ kind: "answer", ...who, dimension, answer, history });
      }
    }
  }
  return {
    ratings: {
      study: {
        kind: "study",
        version: 1,
        name: "lighthouse",
        planHash: PLAN_HASH,
        dimensions: DIMENSIONS,
        ratersPerText: RATERS,
      },
      texts: texts.map(({ id, at }) => ({
        kind: "text",
        text: id,
        prompt: `p${at}`,
        words: 31_000,
      })),
      raters: Array.from({ length: RATERS }, (_, rater) => ({
        kind: "rater",
        rater: `r${rater}`,
        ...(rater === 0 ? {} : { languageLevel: "native" }),
      })),
      readings,
      answers,
    },
    key: texts.map(({ id, system }) => ({ text: id, system })),
    systems: [{ id: "lamp" }, { id: "tide" }, { id: "people", isHuman: true }],
    exclusion: { tooFastShare: 0.5, straightLiningShare: 0.9, controlMisses: 2, minTexts: 3 },
    tests: { permutations: 200, resamples: 200, alpha: 0.05, metrics: ["distinct-2"] },
    seed: 3,
    scores: texts.map(({ system, place, at }) => ({
      metric: "distinct-2",
      system,
      prompt: `p${at}`,
      value: 0.3 + place / 10 + at / 100,
    })),
  };
}

function plan(): RatingPlan {
  return {
    hash: PLAN_HASH,
    name: "lighthouse",
    systems: SYSTEMS.length,
    prompts: PROMPTS,
    texts: SYSTEMS.length * PROMPTS,
    ratersPerText: RATERS,
    dimensions: DIMENSIONS,
    design: {
      kind: "complete",
      raters: RATERS,
      fewestTexts: 18,
      mostTexts: 18,
      fewestMeetings: 30,
      mostMeetings: 30,
    },
    controlReadings: 0,
    work: { readings: 90, words: 2_790_000, hours: 193.75, mostHours: 38.75 },
    power: {
      comparisons: 6,
      smallestP: 0.03125,
      neededPrompts: 8,
      neededForOneDimension: 7,
      possible: false,
      text: "With 6 prompts the smallest two-sided p is 0.03125.",
    },
    agreement: { expectedWidth: 0.42, text: "Expected width 0.42." },
    findings: [],
  };
}
