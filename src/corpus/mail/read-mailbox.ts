import { readFile, stat } from "node:fs/promises";
import type { BenchmarkProfile, CorpusPlace } from "../../records/index.ts";
import { fileError } from "../../storage/index.ts";
import { admit } from "../admission.ts";
import { type CorpusEvent, type ReaderEvent, rejected, warning } from "../corpus-event.ts";
import type { FileContext, ReadOptions } from "../read-options.ts";
import {
  MAX_MAIL_BYTES,
  type MboxDialect,
  type MboxMessage,
  mboxMessages,
} from "./mbox-messages.ts";
import { type MailRules, mailEvents } from "./read-mail.ts";

/** How mails are read. */
export interface MailOptions extends ReadOptions {
  /**
   * Addresses of the author: mails from other senders are dropped. Without them every mail is a
   * document; its author is `author`, or else the sender's address in lower case.
   */
  readonly addresses?: readonly string[] | undefined;
  /** How the mailbox writes lines that begin with "From ". @defaultValue "rd" */
  readonly dialect?: MboxDialect | undefined;
}

/**
 * Reads a mailbox (mbox), with memory for one mail. A document's id is the Message-ID, its author
 * the sender's address in lower case, its title the subject, its date the `Date` header in UTC.
 *
 * @param path - The mailbox.
 * @param options - Profile, dialect, whose mails.
 * @returns The mails in order, and a finding for every one that is no document.
 * @throws LonghandError `not-found`, `not-readable` if the file cannot be opened.
 */
export function readMbox(path: string, options: MailOptions = {}): AsyncGenerator<CorpusEvent> {
  return admit(mboxEvents({ path, name: path }, options), profileOf(options));
}

/**
 * Reads a file that holds one mail (`.eml`), as {@link readMbox} reads each of a mailbox.
 *
 * @param path - The file.
 * @param options - Profile, whose mails.
 * @returns The mail, or why it is no document.
 * @throws LonghandError `not-found`, `not-readable` if the file cannot be opened.
 */
export function readEml(path: string, options: MailOptions = {}): AsyncGenerator<CorpusEvent> {
  return admit(emlEvents({ path, name: path }, options), profileOf(options));
}

function profileOf({ profile = "longhand" }: ReadOptions): { readonly profile: BenchmarkProfile } {
  return { profile };
}

/** Options of readers that are part of a larger import. */
export interface MailEventsOptions extends MailOptions {
  /** Told the sender of each mail that becomes a document. */
  readonly onSender?: MailRules["onSender"];
}

/** The same for one mailbox of many files, before ids and duplicates are looked at. */
export async function* mboxEvents(
  { path, name, source }: FileContext,
  options: MailEventsOptions,
): AsyncGenerator<ReaderEvent> {
  const rules = { ...rulesOf(options), source };
  let mails = 0;
  for await (const mail of mboxMessages(path, options.dialect ?? "rd")) {
    mails += 1;
    yield* messageEvents(mail, { ...rules, place: { file: name, line: mail.line } });
  }
  if (mails === 0) yield notAMailbox(name);
}

/** The same for one mail of a mailbox. */
export async function* messageEvents(
  mail: MboxMessage,
  rules: MailRules,
): AsyncGenerator<ReaderEvent> {
  const { place } = rules;
  if (mail.isTooLarge) {
    yield tooLarge(place);
    return;
  }
  if (mail.isDoubtful) {
    const message = "no blank line before this mail: is it part of the one before?";
    yield warning({ reason: "missing-blank-line", message, place });
  }
  yield* mailEvents(mail.bytes, rules);
}

/** The finding for a file without a single mail. */
export function notAMailbox(name: string): ReaderEvent {
  const message = 'no mailbox: the first line is not "From " with a sender and a date';
  return rejected({ reason: "not-a-mailbox", message, place: { file: name, line: 1 } });
}

/** The same for one mail of many files. */
export async function* emlEvents(
  { path, name, source }: FileContext,
  options: MailEventsOptions,
): AsyncGenerator<ReaderEvent> {
  const place = { file: name };
  try {
    if ((await stat(path)).size > MAX_MAIL_BYTES) {
      yield tooLarge(place);
      return;
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
  const mail = await readFile(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  yield* mailEvents(mail, { ...rulesOf(options), place, source });
}

function rulesOf(options: MailEventsOptions): Omit<MailRules, "place" | "source"> {
  const { profile = "longhand", author, addresses, onSender } = options;
  const wanted = addresses?.map((address) => address.trim().toLowerCase());
  return { profile, author, addresses: wanted && new Set(wanted), onSender };
}

/** The finding for a mail that is too large. */
export function tooLarge(place: CorpusPlace): ReaderEvent {
  return rejected({ reason: "too-large", message: "the mail is larger than 64 MiB", place });
}
