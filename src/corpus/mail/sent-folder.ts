// As mail programs name the folder of sent mails, in the languages of the larger ones.
const SENT =
  /^(?:sent|sent (?:mail|mails|items|messages|e-?mails?)|outbox|gesendet|gesendete (?:elemente|objekte|nachrichten)|envoy[ée]s|(?:[ée]l[ée]ments|messages) envoy[ée]s|enviados|(?:elementos|mensajes|itens|mensagens) envia(?:dos|das)|inviata|posta inviata|verzonden(?: items)?)$/i;

/**
 * Whether a mail lies in a folder of sent mails, which a mail program made or Enron's exports have
 * (`sent`, `sent_items`, `_sent_mail`, `.Sent`, `INBOX.Sent`, `Sent.mbox`).
 *
 * @param source - Path of the file below the imported folder, with `/`.
 * @returns Whether one of its folders, or the mailbox itself, is of that kind.
 */
export function isInSentFolder(source: string): boolean {
  return source.split("/").some((segment) => {
    const last =
      segment
        .replace(/\.mbox$/i, "")
        .split(".")
        .at(-1) ?? "";
    return SENT.test(last.replaceAll("_", " ").trim().replaceAll(/\s+/g, " "));
  });
}
