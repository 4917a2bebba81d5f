import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { bibtexEntry, datasheetsOf } from "../../leaderboard/index.ts";
import type { ReportableArchive, SubmittedItem } from "../../records/index.ts";
import type { StoredChallenge } from "../challenges/challenge-store.ts";
import type { ServerContext } from "../http/server-context.ts";
import { submissionFiles } from "../scoring/submission-files.ts";
import { type BoardScope, boardInputHead, boardSubmissions } from "./board-inputs.ts";
import type { ReadArchive } from "./read-archive.ts";

/**
 * Writes an archive as JSON, piece by piece: scores of submissions and texts are read while they are
 * written, so that memory holds a few of them only.
 *
 * @param server - Database and files.
 * @param challenge - The challenge.
 * @param read - What was read of it.
 * @returns The pieces of one JSON object; the same state gives the same bytes.
 */
export async function* archivePieces(
  { database: { query }, folders }: ServerContext,
  challenge: StoredChallenge,
  { archive, parts }: ReadArchive,
): AsyncGenerator<string, void, undefined> {
  const { texts, ...head } = archive;
  const sheets = { datasheets: datasheetsOf(archive), bibtex: bibtexEntry(archive) };
  // All but the bracket that ends the object.
  yield JSON.stringify({ ...head, ...sheets }).slice(0, -1);
  const scope: BoardScope = {
    challenge,
    asOfMs: archive.madeAtMs,
    parts,
    ranked: new Set(
      archive.boards.flatMap(({ ranked }) => ranked.map(({ submissionId }) => submissionId)),
    ),
  };
  yield ',"boardInputs":[';
  for (const [at, { id: track }] of challenge.definition.tracks.entries()) {
    const input = JSON.stringify(await boardInputHead(query, scope, track)).slice(0, -1);
    yield `${at === 0 ? "" : ","}${input},"submissions":[`;
    yield* listed(boardSubmissions(query, scope, track));
    yield "]}";
  }
  yield '],"texts":[';
  yield* listed(textsOf(texts, folders.data));
  yield "]}\n";
}

async function* listed(values: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const value of values) {
    yield `${isFirst ? "" : ","}${JSON.stringify(value)}`;
    isFirst = false;
  }
}

/** The texts of submissions whose teams allow them to be passed on, in the order of their files. */
async function* textsOf(
  permitted: ReportableArchive["texts"],
  dataFolder: string,
): AsyncGenerator<object, void, undefined> {
  const permissions = new Map(
    permitted.map(({ submissionId, permission }) => [submissionId, permission]),
  );
  for (const [submissionId, permission] of permissions) {
    const file = createReadStream(submissionFiles(dataFolder, submissionId).texts, "utf8");
    for await (const line of createInterface({
      input: file,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      if (line === "") continue;
      const { itemId, text } = JSON.parse(line) as SubmittedItem;
      yield { submissionId, itemId, permission, text };
    }
  }
}
