import { open } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { challengeAdvice, showMoment, splitItems } from "../../leaderboard/index.ts";
import type {
  ChallengeItem,
  ChallengeRules,
  LineProblem,
  ResolvedChallenge,
} from "../../records/index.ts";
import { CHALLENGE_DATE_NAMES } from "../../records/index.ts";
import { fileError } from "../../storage/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import { checkUpload } from "./check-upload.ts";
import type { IntakeResult } from "./intake.ts";
import { type ReadChallenge, readChallenge } from "./read-challenge.ts";

/** What `longhand leaderboard create` may be told. */
export interface CreateOptions {
  /** Go on although the test prompts cannot separate the expected systems. @defaultValue false */
  readonly acceptLowPower?: boolean;
}

/** A challenge that was checked, and what to print of it. */
export interface CheckedChallenge extends VerbResult, ReadChallenge {}

/**
 * Checks a challenge file and says what it can prove, before anything is fixed.
 *
 * @param path - The file.
 * @param options - Whether low power is accepted.
 * @returns The challenge, and its dates, parts, power and work as JSON and text.
 * @throws LonghandError `invalid-challenge`; `low-power` where no outcome could separate anything;
 * `not-found`.
 */
export async function createChallenge(
  path: string,
  { acceptLowPower = false }: CreateOptions,
): Promise<CheckedChallenge> {
  const { challenge, items } = await readChallenge(path);
  const advice = challengeAdvice(challenge, items);
  const lines = [
    `${challenge.title} (${challenge.id})`,
    ...datesText(challenge),
    ...challenge.tracks.flatMap((track) => [
      trackText(challenge, { id: track.id, items: items.get(track.id) ?? [] }),
      ...(advice.find((one) => one.track === track.id)?.text ?? []).map((line) => `  ${line}`),
    ]),
  ];
  const weak = advice.filter(({ power }) => !power.possible);
  if (weak.length > 0 && !acceptLowPower)
    throw lowPower(
      lines,
      weak.map(({ track }) => track),
    );
  return { challenge, items, json: { challenge, advice }, text: lines.join("\n") };
}

function datesText({ schedule }: ResolvedChallenge): string[] {
  const widest = Math.max(...CHALLENGE_DATE_NAMES.map((name) => name.length));
  return CHALLENGE_DATE_NAMES.map((name) => {
    const { utc, aoe } = showMoment(schedule[name]);
    return `  ${name.padEnd(widest)}  ${utc}  (${aoe})`;
  });
}

interface TrackItems {
  readonly id: string;
  readonly items: readonly ChallengeItem[];
}

function trackText({ split }: ResolvedChallenge, { id, items }: TrackItems): string {
  const parts = [...splitItems(items, { track: id, ...split }).values()];
  const open = parts.filter((part) => part === "public").length;
  const development = items.length - parts.length;
  return `Track ${id}: ${development} development items, ${parts.length} test items (${open} public, ${parts.length - open} private).`;
}

function lowPower(lines: readonly string[], tracks: readonly string[]): LonghandError {
  return new LonghandError(
    `${lines.join("\n")}\n\nNo outcome of ${tracks.join(", ")} could separate the expected systems.`,
    {
      code: "low-power",
      hint: "Add test prompts, expect fewer systems (study.systems), or add --accept-low-power.",
      details: { tracks },
    },
  );
}

/** What a file is checked against. */
export interface CheckTarget {
  /** Short name of the challenge, for messages. */
  readonly challengeId: string;
  /** Ids of the items. */
  readonly itemIds: readonly string[];
  /** Fewest words of a text. */
  readonly minWords: number;
  /** Most words of a text; absent without a bound. */
  readonly maxWords?: number;
  /** What happens to suspect texts. */
  readonly rules: Required<ChallengeRules>;
}

/** Which part of a challenge a file answers. */
export interface CheckChoice {
  /** The track. @defaultValue the only one */
  readonly track?: string;
  /** Which items. @defaultValue "test" */
  readonly set?: "development" | "test";
}

/**
 * What a submission to a challenge file must hold.
 *
 * @param read - The challenge and its items.
 * @param choice - Track and items.
 * @returns The target.
 * @throws LonghandError `usage` for an unknown track, and where there are several and none is named.
 */
export function checkTarget(
  { challenge, items }: ReadChallenge,
  { track: wanted, set = "test" }: CheckChoice,
): CheckTarget {
  const track = chosenTrack(challenge.tracks, wanted);
  const own = (items.get(track.id) ?? []).filter((item) => item.set === set);
  return {
    challengeId: challenge.id,
    itemIds: own.map(({ itemId }) => itemId),
    minWords: track.minWords,
    ...(track.maxWords === undefined ? {} : { maxWords: track.maxWords }),
    rules: challenge.rules,
  };
}

/**
 * The track that was named, or the only one.
 *
 * @param tracks - All of them.
 * @param wanted - Its name.
 * @returns The track.
 * @throws LonghandError `usage`.
 */
export function chosenTrack<T extends { readonly id: string }>(
  tracks: readonly T[],
  wanted: string | undefined,
): T {
  const found =
    tracks.find(({ id }) => id === wanted) ?? (tracks.length === 1 ? tracks[0] : undefined);
  if (found !== undefined && (wanted === undefined || found.id === wanted)) return found;
  const names = tracks.map(({ id }) => id).join(", ");
  throw new LonghandError(
    wanted === undefined ? "There are several tracks." : `There is no track "${wanted}".`,
    { code: "usage", hint: `Name one with --track: ${names}.` },
  );
}

/** The verdict on a file. */
export interface CheckedFile extends VerbResult {
  /** What it came to. */
  readonly result: IntakeResult;
}

/**
 * Checks a submission by the rules of the server, in the same way: all faults at once.
 *
 * @param path - A `.jsonl` file or a `.zip` of such files.
 * @param target - What it must hold.
 * @returns The verdict.
 * @throws LonghandError `not-found`.
 */
export async function checkSubmissionFile(
  path: string,
  { challengeId, ...rules }: CheckTarget,
): Promise<CheckedFile> {
  const result = await checkUpload({ path, kind: await kindOf(path), rules });
  const { accepted, problemCount, items, shortTexts } = result;
  const short = shortTexts === 0 ? [] : [`${shortTexts} texts are below ${rules.minWords} words.`];
  const text = accepted
    ? [`${path}: ${items} texts, as ${challengeId} wants them.`, ...short]
    : [...problemLines(path, result.problems), `${path}: ${problemCount} problems.`];
  return { result, json: { file: path, challenge: challengeId, ...result }, text: text.join("\n") };
}

/**
 * Problems as lines for a terminal.
 *
 * @param path - The file that was checked.
 * @param problems - What is wrong with it.
 * @returns One line each.
 */
export function problemLines(path: string, problems: readonly LineProblem[]): string[] {
  return problems.map(({ file, line, message }) => {
    const place = [path, file, line].filter((part) => part !== undefined).join(":");
    return `${place}: ${message}`;
  });
}

/**
 * Whether a file is a ZIP archive, by its first bytes.
 *
 * @param path - The file.
 * @returns `zip`, or `jsonl` for everything else.
 * @throws LonghandError `not-found`.
 */
export async function kindOf(path: string): Promise<"zip" | "jsonl"> {
  try {
    const file = await open(path, "r");
    const first = Buffer.alloc(4);
    await file.read(first, 0, 4, 0).finally(() => file.close());
    return isZip(first) ? "zip" : "jsonl";
  } catch (cause) {
    throw fileError(path, cause);
  }
}

/** `PK` and the mark of an entry, or of the end of an empty archive. */
function isZip(first: Buffer): boolean {
  const mark = first.toString("latin1");
  return mark === "PK\u0003\u0004" || mark === "PK\u0005\u0006";
}
