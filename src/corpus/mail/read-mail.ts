import { messageOf } from "../../foundation/index.ts";
import type { BenchmarkProfile, CorpusPlace } from "../../records/index.ts";
import { pythonStrip } from "../../text/index.ts";
import {
  type Candidate,
  dropped,
  type FindingEvent,
  type ReaderEvent,
  rejected,
  warning,
} from "../corpus-event.ts";
import { htmlText } from "../html-text.ts";
import { authoredText } from "./authored-text.ts";
import { automaticSign } from "./automatic-mail.ts";
import { unflowed } from "./flowed-text.ts";
import { mailText } from "./mail-charset.ts";
import { mailDate } from "./mail-date.ts";
import { headerText, type MailHeaders, mailHeaders, senderAddress } from "./mail-headers.ts";
import type { MailOddity } from "./mail-oddity.ts";
import { mailParts, type TextPart } from "./mail-parts.ts";

/** How one mail is read. */
export interface MailRules {
  readonly place: CorpusPlace;
  readonly source?: string | undefined;
  readonly profile: BenchmarkProfile;
  /** Author of the documents instead of the sender's address. */
  readonly author?: string | undefined;
  /** Only mails from these addresses, in lower case, are documents. */
  readonly addresses?: ReadonlySet<string> | undefined;
  /** Told the sender of each mail that becomes a document. */
  readonly onSender?: ((address: string) => void) | undefined;
}

/**
 * Reads one mail as a document: its author is the sender, its title the subject, its text the body.
 *
 * @param mail - The mail as it was sent.
 * @param rules - Whose mails are wanted and which parts of them.
 * @returns The candidate with its oddities, or why there is none.
 */
export async function* mailEvents(mail: Uint8Array, rules: MailRules): AsyncGenerator<ReaderEvent> {
  const headers = mailHeaders(mail);
  const id = messageId(headers);
  const sender = senderAddress(headers.value("from") ?? headers.value("sender") ?? "");
  const refusal = refusalOf(headers, { sender, id, rules });
  if (refusal !== undefined || sender === undefined) {
    if (refusal !== undefined) yield refusal;
    return;
  }
  const { place } = rules;
  const body = await bodyOf(mail, rules.profile);
  if ("fault" in body) {
    yield rejected({ reason: "damaged", message: body.fault, place, id });
    return;
  }
  if (pythonStrip(body.text) === "") {
    yield nothingIn(body, place, id);
    return;
  }
  const date = dateOf(headers);
  for (const oddity of [...headers.oddities, ...date.oddities, ...body.oddities]) {
    yield warning({ ...oddity, place, id });
  }
  rules.onSender?.(sender);
  yield candidateOf({ headers, sender, id, text: pythonStrip(body.text), date: date.date, rules });
}

interface Known {
  readonly sender: string | undefined;
  readonly id: string | undefined;
  readonly rules: MailRules;
}

function refusalOf(
  headers: MailHeaders,
  { sender, id, rules: { place, addresses, profile } }: Known,
): FindingEvent | undefined {
  if (sender === undefined) {
    return rejected({ reason: "author-missing", message: "author is missing", place, id });
  }
  if (addresses !== undefined && !addresses.has(sender)) {
    return dropped({ reason: "other-author", message: `sent by ${sender}`, place, id });
  }
  const sign = profile === "longhand" ? automaticSign(headers, sender) : undefined;
  if (sign === undefined) return undefined;
  const message = `no person wrote it: ${sign}`;
  return dropped({ reason: "automatic-reply", message, place, id });
}

function messageId(headers: MailHeaders): string | undefined {
  const given = headers.value("message-id")?.trim() ?? "";
  return (/<([^<>]+)>/.exec(given)?.[1] ?? given).trim() || undefined;
}

interface MailDate {
  readonly date: string | undefined;
  readonly oddities: readonly MailOddity[];
}

function dateOf(headers: MailHeaders): MailDate {
  const given = headers.value("date") ?? "";
  const date = mailDate(given);
  if (date !== undefined) return { date, oddities: [] };
  const oddity: MailOddity =
    given === ""
      ? { reason: "no-date", message: "no date; the mail counts as undated" }
      : {
          reason: "bad-date",
          message: `no such date: ${JSON.stringify(given)}; the mail counts as undated`,
        };
  return { date, oddities: [oddity] };
}

interface MailBody {
  readonly text: string;
  readonly oddities: readonly MailOddity[];
  /** Something stood there before quotes were taken out. */
  readonly hadText: boolean;
}

async function bodyOf(
  mail: Uint8Array,
  profile: BenchmarkProfile,
): Promise<MailBody | { readonly fault: string }> {
  try {
    const { parts, oddities } = await mailParts(mail);
    const texts = await Promise.all(parts.map((part) => partText(part, profile)));
    const wanted = texts.filter((text) => isWanted(text, texts));
    const joined = wanted.map(({ text }) => text.trim()).join("\n\n");
    return {
      text: profile === "longhand" ? authoredText(joined) : joined,
      oddities: [...oddities, ...wanted.flatMap((text) => text.oddities)],
      hadText: texts.some(({ hadText }) => hadText),
    };
  } catch (cause) {
    return { fault: `the mail cannot be taken apart: ${messageOf(cause)}` };
  }
}

interface PartText {
  readonly part: TextPart;
  readonly text: string;
  readonly hadText: boolean;
  readonly oddities: readonly MailOddity[];
}

async function partText(part: TextPart, profile: BenchmarkProfile): Promise<PartText> {
  const { text, oddities } = mailText(part.bytes, part.charset);
  const hadText = text.trim() !== "";
  const isAuthoredOnly = profile === "longhand";
  if (part.kind === "html") {
    return {
      part,
      text: await htmlText(text, { withoutQuotes: isAuthoredOnly }),
      hadText,
      oddities,
    };
  }
  const isFlowed = part.flowed !== "no" && isAuthoredOnly;
  const plain = isFlowed ? unflowed(text, part.flowed === "delete-space") : text;
  return { part, text: plain, hadText, oddities };
}

/** Of parts that say the same, plain text is wanted, if it holds any; empty parts never are. */
function isWanted({ part, text }: PartText, all: readonly PartText[]): boolean {
  if (text.trim() === "") return false;
  if (part.kind === "plain" || part.choice === undefined) return true;
  return !all.some(
    (other) =>
      other.part.kind === "plain" && other.part.choice === part.choice && other.text.trim() !== "",
  );
}

function nothingIn(
  { hadText }: MailBody,
  place: CorpusPlace,
  id: string | undefined,
): FindingEvent {
  return hadText
    ? rejected({
        reason: "nothing-authored",
        message: "nothing authored: all of it is quoted",
        place,
        id,
      })
    : rejected({ reason: "text-empty", message: "text is empty", place, id });
}

interface Read {
  readonly headers: MailHeaders;
  readonly sender: string;
  readonly id: string | undefined;
  readonly text: string;
  readonly date: string | undefined;
  readonly rules: MailRules;
}

function candidateOf({ headers, sender, id, text, date, rules }: Read): Candidate {
  const subject = headers.value("subject");
  return {
    kind: "candidate",
    place: rules.place,
    ...(id === undefined ? {} : { id }),
    author: rules.author ?? sender,
    text,
    title: subject === undefined ? undefined : headerText(subject),
    date,
    source: rules.source,
  };
}
