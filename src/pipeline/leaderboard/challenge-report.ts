import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { LonghandError } from "../../foundation/index.ts";
import { parseArchive } from "../../leaderboard/index.ts";
import {
  CHALLENGE_REPORT_DOWNLOADS,
  type ChallengeArchive,
  type ChallengeReportDownload,
} from "../../records/index.ts";
import { fileError, writeAtomically } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { type ChallengePlace, fetchFromChallenge, TOKEN_VARIABLE } from "./challenge-client.ts";
import { checkArchive } from "./check-archive.ts";
import { type ReportDownload, reportDownload } from "./report-download.ts";

/** Formats that are written unless others are asked for: all that need no optional package. */
const USUAL_FORMATS: readonly ChallengeReportDownload[] = CHALLENGE_REPORT_DOWNLOADS.filter(
  (format) => format !== "pdf",
);

/** What `longhand leaderboard report` may be told. */
export interface ChallengeReportOptions {
  /** Formats. @defaultValue all but `pdf`, which needs optional packages */
  readonly formats?: readonly ChallengeReportDownload[];
  /** Folder to write to; made if missing. */
  readonly out: string;
  /** Whether a server is asked for the preliminary report, which organisers may see. @defaultValue false */
  readonly preview?: boolean;
}

/**
 * Writes the final report of a challenge: from its archive, which is checked first, or as the server of
 * the challenge publishes it.
 *
 * @param source - File of the archive, or address of the challenge as the browser shows it.
 * @param options - Formats and folder.
 * @param context - Token and the wish to stop, for a server.
 * @returns The files written, as JSON and text.
 * @throws LonghandError `not-found`; `invalid-challenge-archive`; `archive-mismatch` where boards and
 * scores, or ratings and results, do not go together; `invalid-ratings`; `not-writable`;
 * `missing-dependency` for PDF; `not-yet` while results are not published; `server-unreachable`.
 */
export async function reportChallenge(
  source: string,
  options: ChallengeReportOptions,
  context: RunContext,
): Promise<VerbResult> {
  return /^https?:\/\//i.test(source)
    ? await reportOfServer(source, options, context)
    : await reportOfArchive(source, options);
}

async function reportOfArchive(
  path: string,
  { formats = USUAL_FORMATS, out }: ChallengeReportOptions,
): Promise<VerbResult> {
  const archive = parseArchive(await sourceOf(path), path);
  checkArchive(archive, path);
  const files: string[] = [];
  for (const format of formats) {
    const download = await reportDownload(archive, { format });
    files.push(...(await writeDownload(download, out)));
  }
  return {
    json: { challenge: archive.challenge.id, state: archive.state, files },
    text: [...files.map((file) => `Written: ${file}`), checkedText(archive)].join("\n"),
  };
}

async function reportOfServer(
  url: string,
  { formats = USUAL_FORMATS, out, preview = false }: ChallengeReportOptions,
  context: RunContext,
): Promise<VerbResult> {
  const place = placeOf(url, context);
  const files: string[] = [];
  for (const format of formats) {
    const path = `/report${preview ? "/preview" : ""}?format=${format}`;
    const response = await fetchFromChallenge(place, { path, signal: context.stopping });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get("content-type") ?? "";
    files.push(...(await writeDownload({ name: NAMES[format], type, bytes }, out)));
  }
  return {
    json: { challenge: url, state: preview ? "preliminary" : "final", files },
    text: files.map((file) => `Written: ${file}`).join("\n"),
  };
}

const NAMES: Readonly<Record<ChallengeReportDownload, string>> = {
  html: "report.html",
  md: "report.md",
  tex: "report.tex",
  csv: "report-tables.zip",
  pdf: "report.pdf",
  json: "report.json",
  heds: "heds.json",
  bib: "report.bib",
};

/** Tables are written one file each; names that come with a server's archive are checked. */
async function writeDownload({ name, bytes }: ReportDownload, out: string): Promise<string[]> {
  const entries = name.endsWith(".zip")
    ? Object.entries(unzipSync(bytes))
    : [[name, bytes] as const];
  const files: string[] = [];
  for (const [entry, content] of entries) {
    if (!/^[a-z0-9][a-z0-9-]*\.[a-z]+$/.test(entry)) {
      throw new LonghandError(`The server sent a table called ${JSON.stringify(entry)}.`, {
        code: "server-refused",
        hint: "Names of tables are lower-case letters, digits and hyphens: ask whoever runs it.",
      });
    }
    const file = join(out, entry);
    await writeAtomically(file, content);
    files.push(file);
  }
  return files;
}

/** What `longhand leaderboard archive` is told. */
export interface ChallengeArchiveOptions {
  /** Address of the challenge as the browser shows it. */
  readonly url: string;
  /** File to write. */
  readonly out: string;
}

/**
 * Fetches the archive of a challenge, and checks that its boards and results follow from what is in it.
 *
 * @param options - Address and file.
 * @param context - Token, the wish to stop.
 * @returns What it holds, as JSON and text.
 * @throws LonghandError with the server's code; `missing-credential` without a token;
 * `invalid-challenge-archive`, `archive-mismatch`, `not-writable`, `server-unreachable`.
 */
export async function fetchArchive(
  { url, out }: ChallengeArchiveOptions,
  context: RunContext,
): Promise<VerbResult> {
  const place = placeOf(url, context);
  if (place.token === undefined) {
    throw new LonghandError(`The archive needs an API token, but ${TOKEN_VARIABLE} is not set.`, {
      code: "missing-credential",
      hint: "Make one in the browser, under the account of an organiser, with the scope organise.",
    });
  }
  const request = { path: "/archive", signal: context.stopping };
  const source = await (await fetchFromChallenge(place, request)).text();
  const archive = parseArchive(source, out);
  checkArchive(archive, out);
  await writeAtomically(out, source);
  const { challenge, state, boards, studies, texts, audit, madeAtMs } = archive;
  return {
    json: { challenge: challenge.id, state, madeAtMs, file: out, auditHead: audit.head },
    text: [
      `Written: ${out} (${state})`,
      `It holds ${counted(boards.length, "board")}, ${counted(studies.length, "rating study", "rating studies")} and ${counted(texts.length, "text")} that may be passed on.`,
      checkedText(archive),
      `Head of the audit log: ${audit.head} (${counted(audit.lines, "line")})`,
    ].join("\n"),
  };
}

function checkedText({ boards, studies }: ChallengeArchive): string {
  const lines = studies.reduce((sum, { ratings }) => sum + ratings.length, 0);
  const ofStudies =
    studies.length === 0
      ? "The archive holds no rating study."
      : `The results of the rating ${studies.length === 1 ? "study" : "studies"} follow from ${counted(lines, "line")} of ratings in the archive.`;
  return `${counted(boards.length, "board")} made again from the scores in the archive: the same. ${ofStudies}`;
}

function placeOf(url: string, { credential }: RunContext): ChallengePlace {
  const token = credential(TOKEN_VARIABLE);
  return { url, ...(token === undefined ? {} : { token }) };
}

async function sourceOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw fileError(path, cause);
  }
}
