import type { CorpusPlace } from "../../records/index.ts";
import { type ReaderEvent, rejected } from "../corpus-event.ts";
import { type PlainMailRules, plainMailEvents } from "./plain-mail.ts";

/** Keys under which the parts of a mail are found, in the order in which they are looked for. */
const KEYS = {
  body: ["email", "body", "text", "content"],
  subject: ["subject", "title"],
  from: ["from", "sender", "author", "user_id"],
  date: ["date"],
  id: ["id", "message_id", "mail_id"],
} as const;

/**
 * Reads a line of mails in JSON, `{email, subject, date?, from?, id?}`.
 *
 * @param value - The parsed line.
 * @param rules - Whose mails are wanted and which parts of them.
 * @returns The candidate with its oddities, or why there is none.
 */
export function* jsonMailEvents(value: unknown, rules: PlainMailRules): Generator<ReaderEvent> {
  const { place } = rules;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    yield rejected({ reason: "not-an-object", message: "not an object with fields", place });
    return;
  }
  const record = new Map(Object.entries(value));
  const id = textOf(record, "id");
  const body = KEYS.body
    .map((key) => record.get(key) ?? undefined)
    .find((given) => given !== undefined);
  if (typeof body !== "string") {
    yield noBody(body, place, id);
    return;
  }
  const mail = {
    id,
    body,
    subject: textOf(record, "subject"),
    from: textOf(record, "from"),
    date: textOf(record, "date"),
  };
  yield* plainMailEvents(mail, rules);
}

function noBody(body: unknown, place: CorpusPlace, id: string | undefined): ReaderEvent {
  return body === undefined
    ? rejected({ reason: "text-missing", message: "email is missing", place, id })
    : rejected({ reason: "text-not-text", message: "email is not a string", place, id });
}

/** The first of a part's keys that holds a text or a whole number. */
function textOf(record: ReadonlyMap<string, unknown>, part: keyof typeof KEYS): string | undefined {
  for (const key of KEYS[part]) {
    const given = record.get(key);
    if (typeof given === "string") return given;
    if (Number.isSafeInteger(given)) return String(given);
  }
  return undefined;
}
