import type { CorpusPlace, FieldValue } from "../../records/index.ts";
import { pythonStrip } from "../../text/index.ts";
import { dropped, type ReaderEvent, rejected, warning } from "../corpus-event.ts";
import { metadataDate } from "../metadata-date.ts";
import { authoredText } from "./authored-text.ts";
import { automaticSign } from "./automatic-mail.ts";
import { headerText, senderAddress } from "./mail-headers.ts";
import type { MailOddity } from "./mail-oddity.ts";
import type { MailRules } from "./read-mail.ts";

/** A mail that came as fields and a text, not as it was sent. */
export interface PlainMail {
  /** Absent where the source gives none. */
  readonly id?: string | undefined;
  /** As a header or a list of mails gives it: an address, a name, or both. */
  readonly from?: string | undefined;
  /** As it stands; encoded words are decoded. */
  readonly subject?: string | undefined;
  /** As somebody wrote it; it may be none. */
  readonly date?: string | undefined;
  /** The whole body as plain text. */
  readonly body: string;
  /** What else is known. */
  readonly fields?: Readonly<Record<string, FieldValue>> | undefined;
  /** What was odd about its bytes. */
  readonly oddities?: readonly MailOddity[];
  /** Whose mailbox it is: the author, if the mail itself names no sender. */
  readonly owner?: string | undefined;
  /** Whether its owner sent it; `undefined` if nothing tells. */
  readonly isSent?: boolean | undefined;
}

/** Rules for mails of all forms. */
export interface PlainMailRules extends MailRules {
  /** Only mails that the mailbox's owner sent are documents. */
  readonly sentOnly: boolean;
}

/**
 * Reads a mail whose headers are known already, by the same rules as one that is read as it was sent.
 *
 * @param mail - Its parts.
 * @param rules - Whose mails are wanted and which parts of them.
 * @returns The candidate with its oddities, or why there is none.
 */
export function* plainMailEvents(mail: PlainMail, rules: PlainMailRules): Generator<ReaderEvent> {
  const sender = senderAddress(mail.from ?? "") ?? mail.owner ?? rules.author;
  const refusal =
    sender === undefined ? noAuthor(rules.place, mail.id) : refusalOf(mail, sender, rules);
  if (refusal !== undefined) yield refusal;
  else if (sender !== undefined) yield* wantedEvents(mail, sender, rules);
}

function* wantedEvents(
  mail: PlainMail,
  sender: string,
  rules: PlainMailRules,
): Generator<ReaderEvent> {
  const { id, subject, fields } = mail;
  const { place, source } = rules;
  const text = pythonStrip(rules.profile === "longhand" ? authoredText(mail.body) : mail.body);
  if (text === "") {
    yield nothingIn(mail, place);
    return;
  }
  const date = metadataDate(mail.date ?? "");
  for (const oddity of mail.oddities ?? []) yield warning({ ...oddity, place, id });
  if (date === undefined && (mail.date ?? "").trim() !== "") {
    const message = `no such date: ${JSON.stringify(mail.date)}; the mail counts as undated`;
    yield warning({ reason: "bad-date", message, place, id });
  }
  rules.onSender?.(sender);
  yield {
    kind: "candidate",
    place,
    ...(id === undefined ? {} : { id }),
    author: rules.author ?? sender,
    text,
    title: subject === undefined ? undefined : headerText(subject),
    date,
    source,
    fields,
  };
}

function nothingIn({ body, id }: PlainMail, place: CorpusPlace): ReaderEvent {
  if (pythonStrip(body) === "") {
    return rejected({ reason: "text-empty", message: "text is empty", place, id });
  }
  const message = "nothing authored: all of it is quoted";
  return rejected({ reason: "nothing-authored", message, place, id });
}

function noAuthor(place: CorpusPlace, id: string | undefined): ReaderEvent {
  return rejected({ reason: "author-missing", message: "author is missing", place, id });
}

function refusalOf(
  { id, subject, isSent }: PlainMail,
  sender: string,
  { place, addresses, profile, sentOnly }: PlainMailRules,
): ReaderEvent | undefined {
  if (addresses !== undefined && !addresses.has(sender)) {
    return dropped({ reason: "other-author", message: `sent by ${sender}`, place, id });
  }
  if (sentOnly && isSent !== true) {
    const message = `not sent by the mailbox's owner, but by ${sender}`;
    return dropped({ reason: "not-sent", message, place, id });
  }
  if (profile !== "longhand") return undefined;
  const value = (name: string): string | undefined => (name === "subject" ? subject : undefined);
  const sign = automaticSign({ value, oddities: [] }, sender);
  if (sign === undefined) return undefined;
  const message = `no person wrote it: ${sign}`;
  return dropped({ reason: "automatic-reply", message, place, id });
}
