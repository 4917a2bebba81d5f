/** Tables of challenges, teams and submissions. */
export interface ChallengeTables {
  /** Challenges. */
  challenges: ChallengeRow;
  /** What texts are written for. */
  challengeItems: ChallengeItemRow;
  /** Dates that were moved. */
  dateChanges: DateChangeRow;
  /** Departures from the plan, signed. */
  deviations: DeviationRow;
  /** Versions of terms. */
  termsVersions: TermsVersionRow;
  /** Who takes part. */
  registrations: RegistrationRow;
  /** Teams. */
  teams: TeamRow;
  /** Who is in which team; one team for each person and challenge. */
  teamMembers: TeamMemberRow;
  /** Submissions. */
  submissions: SubmissionRow;
  /** What teams chose, all choices. */
  selections: SelectionRow;
  /** Places of quotas that are taken. */
  submissionSlots: SubmissionSlotRow;
  /** Boards that take long to make, as they were made last. */
  keptBoards: KeptBoardRow;
}

/** A board as it was made last. */
export interface KeptBoardRow {
  /** The challenge. */
  challengeId: string;
  /** The track. */
  trackId: string;
  /** The metric that ranks. */
  metric: string;
  /** Whose items count. */
  part: string;
  /** The challenge's `boardVersion` when it was made: what is equal to it has not changed since. */
  boardVersion: number;
  /** What made it: another version of Longhand may make another board of the same. */
  maker: string;
  /** Hash of everything that it was made from. */
  inputs: string;
  /** JSON of the `Board`. */
  board: string;
}

/** One challenge. */
export interface ChallengeRow {
  /** Short name in addresses. */
  id: string;
  /** JSON of `ResolvedChallenge`; the schedule in it is the first one. */
  definition: string;
  /** The organiser who made it. */
  createdBy: string;
  /** UTC milliseconds. */
  createdMs: number;
  /** Schedule, UTC milliseconds. */
  announcedMs: number;
  /** Schedule, UTC milliseconds. */
  submissionsOpenMs: number;
  /** Schedule, UTC milliseconds. */
  registrationClosesMs: number;
  /** Schedule, UTC milliseconds. */
  submissionsCloseMs: number;
  /** Schedule, UTC milliseconds. */
  ratingClosesMs: number;
  /** UTC milliseconds; null before the freeze. */
  frozenMs: number | null;
  /** UTC milliseconds; null before publication. */
  publishedMs: number | null;
  /** Version of scores that the board shows. */
  activeVersion: number;
  /** Grows with everything that may change a board. */
  boardVersion: number;
}

/** One item of a track. */
export interface ChallengeItemRow {
  /** The challenge. */
  challengeId: string;
  /** The track. */
  trackId: string;
  /** The item. */
  itemId: string;
  /** Place in the file, from 0. */
  position: number;
  /** What systems get. */
  prompt: string;
  /** `development` or `test`. */
  itemSet: string;
  /** Person behind it; null for none. */
  userId: string | null;
  /** `development`, `public` or `private`. */
  part: string;
}

/** One date that was moved. */
export interface DateChangeRow {
  /** Random, 128 bits. */
  id: string;
  /** The challenge. */
  challengeId: string;
  /** Which date. */
  name: string;
  /** UTC milliseconds. */
  oldMs: number;
  /** UTC milliseconds. */
  newMs: number;
  /** Why. */
  reason: string;
  /** UTC milliseconds. */
  changedMs: number;
}

/** One departure from the plan. */
export interface DeviationRow {
  /** Random, 128 bits. */
  id: string;
  /** The challenge. */
  challengeId: string;
  /** `freeze` or `publish`. */
  act: string;
  /** Why. */
  reason: string;
  /** UTC milliseconds. */
  signedMs: number;
}

/** One version of the terms. */
export interface TermsVersionRow {
  /** The challenge. */
  challengeId: string;
  /** The version. */
  version: string;
  /** The terms. */
  text: string;
  /** UTC milliseconds; the latest version is in force. */
  createdMs: number;
}

/** One person who takes part. */
export interface RegistrationRow {
  /** The challenge. */
  challengeId: string;
  /** The person. */
  accountId: string;
  /** `waiting`, `approved` or `refused`. */
  state: string;
  /** Version of the terms that was accepted last. */
  termsVersion: string;
  /** UTC milliseconds. */
  createdMs: number;
}

/** One team. */
export interface TeamRow {
  /** Random, 128 bits. */
  id: string;
  /** The challenge. */
  challengeId: string;
  /** As shown. */
  name: string;
  /** The name folded, so that no two look alike. */
  nameKey: string;
  /** 1 for the organisers' test team. */
  isTest: number;
  /** UTC milliseconds. */
  createdMs: number;
  /** First submission, UTC milliseconds; null while members may still join. */
  lockedMs: number | null;
}

/** One member of a team. */
export interface TeamMemberRow {
  /** The challenge. */
  challengeId: string;
  /** The person. */
  accountId: string;
  /** The team. */
  teamId: string;
  /** UTC milliseconds. */
  joinedMs: number;
}

/** One submission. */
export interface SubmissionRow {
  /** Random, 128 bits. */
  id: string;
  /** The challenge. */
  challengeId: string;
  /** The track. */
  trackId: string;
  /** `development` or `test`. */
  itemSet: string;
  /** The team. */
  teamId: string;
  /** Who sent it. */
  submittedBy: string;
  /** Name of the system. */
  system: string;
  /** JSON of `SubmissionMeta`; null if there is none. */
  meta: string | null;
  /** When the upload began, UTC milliseconds. */
  receivedMs: number;
  /** When it became final, UTC milliseconds; null before. */
  finalMs: number | null;
  /** UTC milliseconds; null if it was not withdrawn. */
  withdrawnMs: number | null;
  /** A `SubmissionState`. */
  state: string;
  /** SHA-256 of the upload; empty until it is whole. */
  sha256: string;
  /** Bytes of the upload. */
  bytes: number;
  /** `jsonl` or `zip`. */
  kind: string;
  /** JSON of the first 1,000 problems; null for none. */
  problems: string | null;
  /** All problems. */
  problemCount: number;
  /** Why it failed; null otherwise. */
  cause: string | null;
  /** JSON of `SubmissionFlag`s. */
  flags: string;
}

/** One choice of a team. */
export interface SelectionRow {
  /** Random, 128 bits. */
  id: string;
  /** The challenge. */
  challengeId: string;
  /** The track. */
  trackId: string;
  /** The team. */
  teamId: string;
  /** The submission. */
  submissionId: string;
  /** UTC milliseconds. */
  selectedMs: number;
}

/** One place of a quota that is taken. */
export interface SubmissionSlotRow {
  /** The team. */
  teamId: string;
  /** `all`, `progress`, or `day` and the number of the UTC day. */
  scope: string;
  /** From 1 to the limit. */
  slot: number;
  /** Who took it. */
  submissionId: string;
}
