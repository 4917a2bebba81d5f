import { LonghandError, messageOf } from "../foundation/index.ts";
import type {
  ChallengeDateName,
  ChallengeFile,
  ChallengeSchedule,
  ChallengeTrack,
  ResolvedChallenge,
  ResolvedTrack,
} from "../records/index.ts";
import { CHALLENGE_DATE_NAMES } from "../records/index.ts";
import { isHigherBetter, metricNames } from "../scoring/index.ts";
import { challengeDefaults, DEFAULT_QUESTIONS, needsReference } from "./challenge-presets.ts";
import { addMonths, type DayEdge, parseMoment } from "./moments.ts";
import { scheduleFaults } from "./phases.ts";

/** Something wrong with a challenge file whose shape is right. */
export interface ChallengeFault {
  /** Keys down to the value, for the line in the file. */
  readonly path: readonly (string | number)[];
  /** What is wrong, and what would be right. */
  readonly message: string;
}

/** A challenge with everything filled in, or all that is wrong with it. */
export type ChallengeCheck =
  | { readonly challenge: ResolvedChallenge; readonly faults: readonly [] }
  | { readonly challenge?: undefined; readonly faults: readonly ChallengeFault[] };

/**
 * Fills in what a challenge file leaves out and checks what its schema cannot: dates in order, one
 * primary metric for each track, directions, metrics that fit the kind of track.
 *
 * @param file - The file, of the right shape.
 * @returns The challenge, or every fault at once.
 */
export function resolveChallenge(file: ChallengeFile): ChallengeCheck {
  const faults: ChallengeFault[] = [];
  const schedule = scheduleOf(file, faults);
  faults.push(
    ...(schedule === undefined
      ? trackFaults(file.tracks)
      : challengeFaults({ schedule, tracks: file.tracks })),
  );
  if (faults.length > 0 || schedule === undefined) return { faults };
  return { challenge: filledIn(file, schedule), faults: [] };
}

/** A track as far as what it says can be at odds with itself. */
type CheckedTrack = Pick<ChallengeTrack, "id" | "kind" | "minWords" | "maxWords" | "metrics">;

/** What {@link challengeFaults} looks at: a challenge from a file, or one that came over the wire. */
export interface CheckedChallenge {
  /** Its dates. */
  readonly schedule: ChallengeSchedule;
  /** Its tracks. */
  readonly tracks: readonly CheckedTrack[];
}

/**
 * What a schema cannot see: dates in order, one primary metric for each track, directions, metrics
 * that fit the kind of track.
 *
 * @param challenge - Dates and tracks.
 * @returns Every fault at once; none if there is none.
 */
export function challengeFaults({ schedule, tracks }: CheckedChallenge): ChallengeFault[] {
  const order = scheduleFaults(schedule).map((message) => ({
    path: ["dates"],
    message: `${message}.`,
  }));
  return [...order, ...trackFaults(tracks)];
}

function filledIn(file: ChallengeFile, schedule: ChallengeSchedule): ResolvedChallenge {
  const defaults = challengeDefaults(file.preset);
  const { ladderStep } = file.display ?? {};
  return {
    id: file.id,
    title: file.title,
    description: file.description,
    tracks: file.tracks.map((track) => filledTrack(track, file)),
    schedule,
    quota: { perDay: 5, inAll: 50, inProgress: 3, ...file.quota },
    split: { publicShare: 0.5, seed: 7, ...file.split },
    display: {
      ...(ladderStep === undefined ? {} : { ladderStep }),
      bestOf: file.display?.bestOf ?? false,
    },
    terms: file.terms,
    resourceQuestions: file.resourceQuestions ?? DEFAULT_QUESTIONS,
    approval: file.approval ?? false,
    study: {
      ratersPerText: file.study?.ratersPerText ?? defaults.ratersPerText,
      dimensions: [...new Set([...defaults.dimensions, ...(file.study?.dimensions ?? [])])],
      systems: file.study?.systems ?? 4,
      participantsMayRate: file.study?.participantsMayRate ?? false,
      ...(file.study?.overall === undefined ? {} : { overall: file.study.overall }),
    },
    rules: { empty: "reject", belowMinWords: "accept", aboveMaxWords: "reject", ...file.rules },
  };
}

function filledTrack(track: ChallengeTrack, { preset }: ChallengeFile): ResolvedTrack {
  const defaults = challengeDefaults(preset);
  const maxWords = track.maxWords ?? defaults.maxWords;
  return {
    id: track.id,
    title: track.title,
    kind: track.kind,
    minWords: track.minWords ?? defaults.minWords,
    ...(maxWords === undefined ? {} : { maxWords }),
    metrics: track.metrics.map((metric) => ({
      ...metric,
      primary: metric.primary === true || track.metrics.length === 1,
    })),
  };
}

const EDGES: Readonly<Record<ChallengeDateName, DayEdge>> = {
  announced: "begins",
  submissionsOpen: "begins",
  registrationCloses: "ends",
  submissionsClose: "ends",
  ratingCloses: "ends",
};

/**
 * Reads a date of a challenge by its name: what opens begins with the day, what closes ends with it.
 *
 * @param name - Which date.
 * @param text - The date as written.
 * @returns UTC milliseconds.
 * @throws LonghandError `invalid-date`, see `parseMoment`.
 */
export function parseChallengeDate(name: ChallengeDateName, text: string): number {
  return parseMoment(text, EDGES[name]);
}

function scheduleOf(file: ChallengeFile, faults: ChallengeFault[]): ChallengeSchedule | undefined {
  const given: Partial<Record<ChallengeDateName, number>> = {};
  const before = faults.length;
  for (const name of CHALLENGE_DATE_NAMES) {
    const text = file.dates[name];
    if (text === undefined) continue;
    try {
      given[name] = parseChallengeDate(name, text);
    } catch (error) {
      if (!(error instanceof LonghandError)) throw error;
      faults.push({ path: ["dates", name], message: messageOf(error) });
    }
  }
  if (faults.length > before) return undefined;
  return withDefaultDates(given, challengeDefaults(file.preset).phaseMonths);
}

const SECOND_MS = 1_000;

/** Where a phase ends by default, it ends a second before the next would begin. */
function withDefaultDates(
  given: Partial<Record<ChallengeDateName, number>>,
  [toOpen, toClose, toEnd]: readonly [number, number, number],
): ChallengeSchedule {
  const announced = given.announced ?? 0;
  const submissionsOpen = given.submissionsOpen ?? addMonths(announced, toOpen);
  const submissionsClose =
    given.submissionsClose ?? addMonths(submissionsOpen, toClose) - SECOND_MS;
  return {
    announced,
    submissionsOpen,
    registrationCloses: given.registrationCloses ?? submissionsClose,
    submissionsClose,
    ratingCloses: given.ratingCloses ?? addMonths(submissionsClose, toEnd),
  };
}

function trackFaults(tracks: readonly CheckedTrack[]): ChallengeFault[] {
  return tracks.flatMap((track, at) => {
    const path = ["tracks", at] as const;
    const faults: ChallengeFault[] = [];
    if (tracks.findIndex(({ id }) => id === track.id) !== at) {
      faults.push({ path: [...path, "id"], message: `two tracks are called "${track.id}".` });
    }
    if (track.maxWords !== undefined && track.maxWords < (track.minWords ?? 0)) {
      const message = `maxWords ${track.maxWords} lies below minWords ${track.minWords}.`;
      faults.push({ path: [...path, "maxWords"], message });
    }
    const primary = track.metrics.filter((metric) => metric.primary === true).length;
    if (primary > 1 || (primary === 0 && track.metrics.length > 1)) {
      const message = `${primary} metrics are primary: mark the one that ranks with primary: true.`;
      faults.push({ path: [...path, "metrics"], message });
    }
    return [...faults, ...metricFaults(track, path)];
  });
}

function metricFaults(track: CheckedTrack, path: readonly (string | number)[]): ChallengeFault[] {
  return track.metrics.flatMap((metric, at) => {
    const here = [...path, "metrics", at];
    const direction = metricDirection(metric.id);
    if (direction === undefined) {
      const known = ["gapelmaper", ...metricNames()].join(", ");
      return [{ path: [...here, "id"], message: `there is no metric "${metric.id}": ${known}.` }];
    }
    const faults: ChallengeFault[] = [];
    if (track.metrics.findIndex(({ id }) => id === metric.id) !== at) {
      faults.push({ path: [...here, "id"], message: `${metric.id} stands twice in the track.` });
    }
    if (metric.direction !== direction) {
      const message = `of ${metric.id} ${direction} is better, not ${metric.direction}.`;
      faults.push({ path: [...here, "direction"], message });
    }
    if (track.kind === "open" && needsReference(metric)) {
      const message = `${metric.id} compares with references, and an open track has none.`;
      faults.push({ path: [...here, "id"], message });
    }
    return faults;
  });
}

/**
 * Which scores of a metric are good.
 *
 * @param id - Id of a metric, or `gapelmaper`.
 * @returns The direction; `undefined` for an unknown metric.
 */
export function metricDirection(id: string): "higher" | "lower" | undefined {
  if (id === "gapelmaper") return "lower";
  const higher = isHigherBetter(id);
  if (higher === undefined) return undefined;
  return higher ? "higher" : "lower";
}
