import type { LonghandError } from "../foundation/index.ts";
import type { CorpusPlace, CorpusReason } from "../records/index.ts";
import { readJsonLines } from "../storage/index.ts";
import { admit } from "./admission.ts";
import {
  type CorpusEvent,
  type FindingEvent,
  placeText,
  type ReaderEvent,
  rejected,
  skipped,
} from "./corpus-event.ts";
import type { FileContext, ReadOptions } from "./read-options.ts";
import { recordEvents } from "./record-candidate.ts";

/**
 * Reads a corpus in JSON Lines, one document `{id, author, text, title?, date?, source?, fields?}`
 * a line, with memory for one line only.
 *
 * @param path - The file, in UTF-8.
 * @param options - Profile, and the author of documents that name none.
 * @returns The documents in order, and a finding for every line that is none.
 * @throws LonghandError `not-found`, `not-readable` if the file cannot be opened.
 */
export function readCorpusJsonLines(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<CorpusEvent> {
  const events = jsonLinesEvents({ path, name: path }, options);
  return admit(events, { profile: options.profile ?? "longhand" });
}

/** The same for one file of many, before ids and duplicates are looked at. */
export async function* jsonLinesEvents(
  { path, name, source }: FileContext,
  { author }: ReadOptions,
): AsyncGenerator<ReaderEvent> {
  for await (const read of readJsonLines(path, name)) {
    const place = { file: name, line: read.line.line };
    if (read.status === "value") yield* recordEvents(read.value, { place, author, source });
    else if (read.status === "bad") yield badLine(read.error, place);
    else yield skipped({ reason: "blank-line", message: "blank line", place });
  }
}

/** The finding for a line that holds no JSON. */
export function badLine(error: LonghandError, line: CorpusPlace): FindingEvent {
  const column = columnOf(error);
  const place = column === undefined ? line : { ...line, column };
  return rejected({
    reason: error.code as CorpusReason,
    message: error.message.slice(placeText(place).length + 2).replace(/\.$/, ""),
    place,
  });
}

function columnOf({ details = {} }: LonghandError): number | undefined {
  const { column } = details;
  return typeof column === "number" ? column : undefined;
}
