import { headerText, type MailHeaders } from "./mail-headers.ts";

const AUTOMATIC_SUBJECT =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|abwesenheitsnotiz|automatische antwort|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|automatisch antwoord|delivery status notification)/i;
const AUTOMATIC_SENDER = /^(?:mailer-daemon|postmaster)@/i;

/**
 * Whether no person wrote a mail: automatic replies, notices of delivery and of its failure.
 * `Precedence: bulk` alone is no sign of it, because mailing lists put it on people's mails.
 *
 * @param headers - The mail's headers.
 * @param sender - Its sender's address.
 * @returns The sign that tells it, or `undefined`.
 */
export function automaticSign({ value }: MailHeaders, sender: string): string | undefined {
  const submitted = value("auto-submitted");
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return `Auto-Submitted: ${submitted}`;
  const mark = ["x-autoreply", "x-autorespond", "x-auto-reply"].find((name) => value(name));
  if (mark !== undefined) return mark;
  if (/^auto[-_]?reply/i.test(value("precedence") ?? "")) return "Precedence: auto_reply";
  if (/^multipart\/report/i.test(value("content-type") ?? "")) return "a delivery report";
  if (AUTOMATIC_SENDER.test(sender)) return `sent by ${sender}`;
  const subject = headerText(value("subject") ?? "");
  return AUTOMATIC_SUBJECT.test(subject) ? `its subject, ${JSON.stringify(subject)}` : undefined;
}
