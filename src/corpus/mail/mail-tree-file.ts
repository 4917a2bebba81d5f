import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { dropped, type ReaderEvent, rejected, skipped } from "../corpus-event.ts";
import type { FoundFile } from "../files/walk-folder.ts";
import { aeslcMail } from "./aeslc-mail.ts";
import { mailText } from "./mail-charset.ts";
import { MAX_MAIL_BYTES, type MboxDialect, mboxMessages } from "./mbox-messages.ts";
import { type PlainMailRules, plainMailEvents } from "./plain-mail.ts";
import { mailEvents } from "./read-mail.ts";
import { messageEvents, notAMailbox, tooLarge } from "./read-mailbox.ts";
import { isInSentFolder } from "./sent-folder.ts";

/** What the files of a tree are. */
export type TreeForm = "mails" | "mailboxes" | "aeslc";

/** How the files of a tree are read. */
export interface EntryReading {
  readonly form: TreeForm;
  readonly dialect: MboxDialect;
  readonly rules: Omit<PlainMailRules, "place" | "source">;
}

/**
 * Reads the mails of one file of a tree.
 *
 * @param file - The file.
 * @param reading - What it is, and which mails are wanted.
 * @param skip - How many mails of a mailbox to leave out.
 * @returns The events of each mail.
 */
export async function* fileMails(
  file: FoundFile,
  { form, dialect, rules: given }: EntryReading,
  skip: number,
): AsyncGenerator<readonly ReaderEvent[]> {
  const place = { file: file.path };
  const rules: PlainMailRules = { ...given, place, source: file.source };
  const isSent = isInSentFolder(file.source);
  if (rules.sentOnly && !isSent && form !== "aeslc") {
    const message = "not in a folder of sent mails";
    yield [dropped({ reason: "not-sent", message, place })];
    return;
  }
  try {
    if (form === "mailboxes") yield* mailboxMails(file, { dialect, rules }, skip);
    else yield await singleMail(file, form, rules);
  } catch (error) {
    // One file that cannot be opened does not end the import of a folder.
    if (!(error instanceof LonghandError)) throw error;
    yield [rejected({ reason: "unreadable", message: error.message, place })];
  }
}

interface MailboxReading {
  readonly dialect: MboxDialect;
  readonly rules: PlainMailRules;
}

async function* mailboxMails(
  { path }: FoundFile,
  { dialect, rules }: MailboxReading,
  skip: number,
): AsyncGenerator<readonly ReaderEvent[]> {
  let mails = 0;
  for await (const message of mboxMessages(path, dialect)) {
    mails += 1;
    if (mails <= skip) continue;
    const place = { file: path, line: message.line };
    yield await gathered(messageEvents(message, { ...rules, place }));
  }
  if (mails === 0) yield [notAMailbox(path)];
}

async function gathered(events: AsyncIterable<ReaderEvent>): Promise<readonly ReaderEvent[]> {
  const all: ReaderEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function singleMail(
  file: FoundFile,
  form: "mails" | "aeslc",
  rules: PlainMailRules,
): Promise<readonly ReaderEvent[]> {
  const { place } = rules;
  const other = await otherFile(file);
  if (other !== undefined) return [skipped({ ...other, place })];
  if (file.bytes > MAX_MAIL_BYTES) return [tooLarge(place)];
  if (file.bytes === 0) {
    return [rejected({ reason: "empty-file", message: "the file is empty", place })];
  }
  const bytes = await readFile(file.path).catch((cause: unknown) => messageOf(cause));
  if (typeof bytes === "string") {
    return [rejected({ reason: "unreadable", message: bytes, place })];
  }
  if (form === "aeslc") return aeslcEvents(bytes, file, rules);
  const mail = withoutSeparator(bytes);
  if (!beginsWithHeader(mail)) {
    const message = "no mail: the first line is no header";
    return [rejected({ reason: "not-a-mail", message, place })];
  }
  return gathered(mailEvents(mail, rules));
}

// What mail programs keep beside the mails.
const BOOKKEEPING =
  /^(?:maildirfolder|maildirsize|subscriptions|dovecot|courier|dovecot[-.].*|courier[-.].*|uidlist|cyrus\..*)$/i;
const OTHER_FILES = /^\.(?:json|js|xml|html?|zip|gz|idx|index|db|msf|log|cache|lock|md|csv|py)$/i;

/** Why a file is not even looked at. */
async function otherFile({ path, source }: FoundFile) {
  const name = basename(path);
  if (BOOKKEEPING.test(name) || OTHER_FILES.test(extname(name))) {
    const message = "a file that a mail program keeps beside mails, or of another kind";
    return { reason: "unknown-extension" as const, message };
  }
  // A mail in `tmp` has not been delivered to its end; a folder that has only its name may hold any.
  const isTmp = source.split("/").at(-2) === "tmp";
  if (!isTmp || !(await isFolder(join(dirname(dirname(path)), "cur")))) return undefined;
  return { reason: "not-a-file" as const, message: "a mail that was not delivered to its end" };
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

/** Some files keep the line that parted the mail from others in a mailbox. */
function withoutSeparator(bytes: Buffer): Buffer {
  if (!/^>?From /.test(bytes.toString("latin1", 0, 6))) return bytes;
  return bytes.subarray(bytes.indexOf(10) + 1);
}

function beginsWithHeader(bytes: Buffer): boolean {
  return /^\s*[!-9;-~]+[ \t]*:/.test(bytes.toString("latin1", 0, 1000));
}

function aeslcEvents(
  bytes: Buffer,
  { source }: FoundFile,
  rules: PlainMailRules,
): readonly ReaderEvent[] {
  const { text, oddities } = mailText(bytes, isUtf8(bytes) ? "utf-8" : undefined);
  const mail = aeslcMail(text, source);
  if (mail === undefined) {
    const message = "no mail of AESLC: it has no line @subject";
    return [rejected({ reason: "not-a-mail", message, place: rules.place })];
  }
  return [...plainMailEvents({ ...mail, oddities }, rules)];
}
