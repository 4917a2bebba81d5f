import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import {
  type ChallengeView,
  challengeViewSchema,
  FINAL_SUBMISSION_STATES,
  type QuotaView,
  type SubmissionMeta,
  type SubmissionReceipt,
  type SubmissionView,
  submissionMetaSchema,
  submissionPageSchema,
  submissionReceiptSchema,
  submissionViewSchema,
} from "../../records/index.ts";
import { fileError } from "../../storage/index.ts";
import { terminalSafe } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { askChallenge, type ChallengePlace, TOKEN_VARIABLE } from "./challenge-client.ts";
import {
  type CheckChoice,
  checkSubmissionFile,
  chosenTrack,
  problemLines,
} from "./challenge-verbs.ts";

/** What `longhand submit` is told. */
export interface SubmitOptions extends CheckChoice {
  /** The file. */
  readonly file: string;
  /** Address of the challenge as the browser shows it. */
  readonly url: string;
  /** Name of the system; absent if the meta file has one. */
  readonly system?: string;
  /** JSON file with system and declaration. */
  readonly metaFile?: string;
  /** Whether to wait until the submission is final. @defaultValue false */
  readonly wait?: boolean;
}

/** What became of a submission. */
export interface SubmitResult extends VerbResult {
  /** Exit code: 1 if the file is refused here or there, or scoring failed. */
  readonly exitCode: number;
}

/** Between two looks at a submission, in milliseconds. */
const LOOK_MS = 2_000;

/**
 * Checks a file by the rules of the challenge, sends it if nothing is wrong, and gives the receipt.
 *
 * @param options - File, challenge, track, system.
 * @param context - Token, time, the wish to stop.
 * @returns The receipt; or every fault, and nothing was sent.
 * @throws LonghandError with the server's code; `missing-credential` without a token; `usage`,
 * `not-found`, `invalid-meta`, `server-unreachable`.
 */
export async function submitTo(options: SubmitOptions, context: RunContext): Promise<SubmitResult> {
  const { stopping: signal } = context;
  const place = placeOf(options.url, context);
  const meta = options.metaFile === undefined ? undefined : await readMeta(options.metaFile);
  const system = options.system ?? meta?.system;
  if (system === undefined) {
    throw new LonghandError("The system has no name.", {
      code: "usage",
      hint: "Name it with --system, or in the file of --meta.",
    });
  }
  const view = challengeViewSchema.parse(await askChallenge(place, { signal }));
  const checked = await checkLocally(options, view);
  if (!checked.result.accepted) return { json: checked.json, text: checked.text, exitCode: 1 };
  const { set = "test" } = options;
  const query = new URLSearchParams({
    system,
    set,
    track: chosenTrack(view.tracks, options.track).id,
  });
  const body = await openAsBlob(options.file);
  const path = `/submissions?${query}`;
  const receipt = submissionReceiptSchema.parse(
    await askChallenge(place, { method: "POST", path, body, signal }),
  );
  if (meta !== undefined) {
    const metaPath = `/submissions/${receipt.id}/meta`;
    await askChallenge(place, { method: "PUT", path: metaPath, body: { ...meta, system }, signal });
  }
  if (options.wait !== true) return { json: { receipt }, text: receiptText(receipt), exitCode: 0 };
  const final = await untilFinal(place, receipt.id, context);
  return {
    json: { receipt, submission: final },
    text: [receiptText(receipt), "", finalText(options.file, final)].join("\n"),
    exitCode: final.state === "scored" ? 0 : 1,
  };
}

function placeOf(url: string, { credential }: RunContext): ChallengePlace {
  const token = credential(TOKEN_VARIABLE);
  if (token !== undefined) return { url, token };
  throw new LonghandError(`Submissions need an API token, but ${TOKEN_VARIABLE} is not set.`, {
    code: "missing-credential",
    hint: "Make one in the browser, under your account, with the scopes submit and read.",
  });
}

async function readMeta(path: string): Promise<SubmissionMeta> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  try {
    return submissionMetaSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new LonghandError(`${path} is no meta file.`, {
      code: "invalid-meta",
      hint: 'Write {"system": "…", "declaration": {"models": "…", "data": "…", "use": "…"}}.',
      cause,
    });
  }
}

async function checkLocally(
  { file, track: wanted, set = "test" }: SubmitOptions,
  view: ChallengeView,
): ReturnType<typeof checkSubmissionFile> {
  const track = chosenTrack(view.tracks, wanted);
  return await checkSubmissionFile(file, {
    challengeId: view.id,
    itemIds: track.itemIds[set],
    minWords: track.minWords,
    ...(track.maxWords === undefined ? {} : { maxWords: track.maxWords }),
    rules: view.rules,
  });
}

async function untilFinal(
  place: ChallengePlace,
  id: string,
  { clock, stopping: signal, onProgress }: RunContext,
): Promise<SubmissionView> {
  for (;;) {
    const reply = await askChallenge(place, { path: `/submissions/${id}`, signal });
    const view = submissionViewSchema.parse(reply);
    if (FINAL_SUBMISSION_STATES.includes(view.state)) return view;
    const { state, queuePosition } = view;
    const before = queuePosition === undefined ? "" : `, ${queuePosition} before it`;
    onProgress({ kind: "message", text: `${state}${before}` });
    await clock.sleep(LOOK_MS, signal);
  }
}

function receiptText({ id, sha256, bytes, receivedAtMs, state, quota }: SubmissionReceipt): string {
  return [
    `Received: ${id}`,
    `  SHA-256  ${sha256}`,
    `  size     ${bytes.toLocaleString("en-US")} bytes`,
    `  time     ${moment(receivedAtMs)}`,
    `  state    ${state}`,
    `  quota    ${quotaText(quota)}`,
  ].join("\n");
}

function quotaText({ leftToday, leftInAll, leftInProgress, nextSlotMs }: QuotaView): string {
  const next = nextSlotMs === undefined ? "" : `; next place ${moment(nextSlotMs)}`;
  return `${leftToday} left today, ${leftInAll} in all, ${leftInProgress} at once${next}`;
}

function moment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function finalText(
  file: string,
  { state, cause, problems, scores, flags }: SubmissionView,
): string {
  const lines = [
    `State: ${state}${cause === undefined ? "" : ` (${cause})`}`,
    ...problemLines(file, problems),
    ...scores.map(({ metric, part, value, reason }) => {
      const shown = value === undefined ? (reason ?? "none") : value.toFixed(4);
      return `  ${metric} (${part})  ${shown}`;
    }),
    ...flags.map(({ items, note }) => `  flag: ${items} ${note}`),
  ];
  return terminalSafe(lines.join("\n"));
}

/**
 * Lists the submissions of one's team.
 *
 * @param url - Address of the challenge as the browser shows it.
 * @param context - Token, the wish to stop.
 * @returns The latest 100, and what is left of the quota.
 * @throws LonghandError with the server's code; `missing-credential`, `server-unreachable`.
 */
export async function listSubmissions(url: string, context: RunContext): Promise<VerbResult> {
  const place = placeOf(url, context);
  const request = { path: "/submissions?limit=100", signal: context.stopping };
  const page = submissionPageSchema.parse(await askChallenge(place, request));
  const rows = page.items.map(({ id, receivedAtMs, state, track, set, system, selected }) =>
    terminalSafe(
      [id, moment(receivedAtMs), state, `${track}/${set}`, system, selected ? "selected" : ""]
        .join("  ")
        .trimEnd(),
    ),
  );
  const text = [...rows, `Quota: ${quotaText(page.quota)}`].join("\n");
  return { json: page, text };
}
