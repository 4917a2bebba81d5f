import { LonghandError } from "../foundation/index.ts";
import type { RunContext } from "../pipeline/index.ts";
import {
  type ChallengeItem,
  challengeCheckViewSchema,
  FINAL_SUBMISSION_STATES,
  type ReferenceLine,
  type SubmissionMeta,
  type SubmissionState,
  submissionReceiptSchema,
  submissionViewSchema,
} from "../records/index.ts";
import type { DemoClient } from "./demo-client.ts";
import { throwIfStopped } from "./demo-context.ts";
import { DEMO_TEAMS, type DemoTeam, type SignedIn } from "./demo-people.ts";

/** A challenge to be made: a challenge file, and the items of its tracks by the name of their file. */
export interface ChallengeDraft {
  /** What stands in the file. */
  readonly file: Readonly<Record<string, unknown>> & { readonly id: string };
  /** The items. */
  readonly items: Readonly<Record<string, readonly ChallengeItem[]>>;
}

/**
 * Makes a challenge as its page does: checks the file with its items, then sends what was checked.
 *
 * @param organiser - Who makes it.
 * @param draft - The challenge.
 * @throws LonghandError `demo-refused` if the check finds a fault.
 */
export async function makeChallenge(
  organiser: DemoClient,
  { file, items }: ChallengeDraft,
): Promise<void> {
  const reply = await organiser.change("POST", "/challenges/check", {
    challenge: { name: "challenge.yaml", text: JSON.stringify(file) },
    items: Object.entries(items).map(([name, lines]) => ({ name, text: jsonLines(lines) })),
  });
  const checked = challengeCheckViewSchema.parse(reply);
  const [problem] = checked.problems;
  if (problem !== undefined) {
    throw new LonghandError(`The challenge file of the demo has a fault: ${problem.message}`, {
      code: "demo-refused",
    });
  }
  const body = { challenge: checked.challenge, items: checked.items };
  await organiser.change("POST", "/challenges", body);
}

function jsonLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/**
 * Uploads hidden references.
 *
 * @param organiser - Who does it.
 * @param place - Challenge, track, references.
 */
export async function putReferences(
  organiser: DemoClient,
  {
    challenge,
    track,
    references,
  }: {
    readonly challenge: string;
    readonly track: string;
    readonly references: readonly ReferenceLine[];
  },
): Promise<void> {
  const path = `/challenges/${challenge}/references?track=${track}`;
  await organiser.change("PUT", path, { references });
}

/**
 * Registers the participants and forms their teams.
 *
 * @param people - Everybody.
 * @param challenge - Id of the challenge.
 * @param teams - Which teams take part.
 */
export async function formTeams(
  { teams: members }: SignedIn,
  challenge: string,
  teams: readonly DemoTeam[],
): Promise<void> {
  for (const key of teams) {
    const member = members[key];
    await member.change("POST", `/challenges/${challenge}/registrations`, { termsVersion: "1" });
    const name = DEMO_TEAMS[key].team;
    await member.change("POST", `/challenges/${challenge}/teams`, { name });
  }
}

/** Texts to be handed in. */
export interface DemoSubmission {
  /** Who hands them in. */
  readonly member: DemoClient;
  /** Id of the challenge. */
  readonly challenge: string;
  /** Track. */
  readonly track: string;
  /** Which items. @defaultValue "test" */
  readonly set?: "development" | "test";
  /** Name of the system, and the declaration. */
  readonly meta: SubmissionMeta;
  /** Texts by item. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether it is selected as final. @defaultValue false */
  readonly select?: boolean;
}

/** Between two looks at a submission, in milliseconds. */
const LOOK_MS = 150;

/**
 * Hands texts in, declares what they were made with, and waits until the submission is final.
 *
 * @param submission - The texts.
 * @param context - Time, the wish to stop.
 * @returns The state that it ended in.
 */
export async function submitTexts(
  { member, challenge, track, set = "test", meta, texts, select = false }: DemoSubmission,
  context: RunContext,
): Promise<SubmissionState> {
  const lines = Object.entries(texts).map(([promptId, text]) => ({ promptId, text }));
  const query = new URLSearchParams({ track, set, system: meta.system });
  const path = `/challenges/${challenge}/submissions`;
  const file = new Blob([jsonLines(lines)]);
  const sent = await member.change("POST", `${path}?${query}`, file);
  const { id } = submissionReceiptSchema.parse(sent);
  const state = await untilFinal(member, `${path}/${id}`, context);
  if (state !== "scored") return state;
  await member.change("PUT", `${path}/${id}/meta`, meta);
  if (select) await member.change("POST", `${path}/${id}/select`);
  return state;
}

async function untilFinal(
  member: DemoClient,
  path: string,
  context: RunContext,
): Promise<SubmissionState> {
  for (;;) {
    const { state } = await member.read(path, submissionViewSchema);
    if (FINAL_SUBMISSION_STATES.includes(state)) return state;
    throwIfStopped(context);
    await context.clock.sleep(LOOK_MS);
  }
}

/**
 * A moment as a challenge file has it.
 *
 * @param nowMs - Now, UTC milliseconds.
 * @param days - Days from now; negative for the past.
 * @returns The beginning of an hour, for instance `2027-01-04T12:00:00Z`.
 */
export function dayFrom(nowMs: number, days: number): string {
  const atMs = nowMs + days * 24 * HOUR_MS;
  return new Date(atMs - (atMs % HOUR_MS)).toISOString().replace(/\.\d+/, "");
}

const HOUR_MS = 3_600_000;

/** What everybody who takes part agrees to. */
export const DEMO_TERMS = {
  version: "1",
  text: "This is a demo: nothing leaves this machine. In a real challenge, the terms stand here: what is published with the report, and that every model, every data set and every tool is named.",
};
