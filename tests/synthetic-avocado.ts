import { strToU8, zipSync } from "fflate";
import { syntheticMails } from "./synthetic-mails.ts";

/**
 * A collection laid out like Avocado's, of {@link syntheticMails}: `data/text/NNN.zip` for each
 * custodian with one text a mail, and `data/custodians/NNN.xml` about custodian and mails. Every
 * second mail has its headers in the text, every other one in the XML only; each custodian also
 * received a mail and has an attachment.
 *
 * @param seed - Decides the words.
 * @returns The files by their paths.
 */
export function syntheticAvocado(seed = 1): ReadonlyMap<string, Uint8Array> {
  const bySender = new Map<string, ReturnType<typeof syntheticMails>[number][]>();
  for (const mail of syntheticMails(seed)) {
    bySender.set(mail.from, [...(bySender.get(mail.from) ?? []), mail]);
  }
  const files = new Map<string, Uint8Array>();
  for (const [at, [from, mails]] of [...bySender].entries()) {
    const number = String(at + 1).padStart(3, "0");
    const texts: Record<string, Uint8Array> = {};
    const items: string[] = [];
    for (const [index, { subject, date, body }] of mails.entries()) {
      const id = `${number}-${String(index + 1).padStart(6, "0")}-EM`;
      const head = `From: ${from}\nTo: someone@example.org\nSubject: ${subject}\nDate: ${date}\n\n`;
      const isInText = index % 2 === 0;
      texts[`${number}/${id}.txt`] = strToU8(`${isInText ? head : ""}${body}\n`);
      if (!isInText) {
        items.push(
          `  <item id="${id}" from="${from}" date="${date}"><subject>${subject}</subject></item>`,
        );
      }
    }
    texts[`${number}/${number}-900001-EM.txt`] = strToU8(
      "From: Stranger <stranger@example.org>\nSubject: A mail that was received\n\nGood morning to you all.\n",
    );
    texts[`${number}/${number}-900002-AT.txt`] = strToU8("An attachment.");
    files.set(`data/text/${number}.zip`, zipSync(texts));
    const xml = `<custodian id="${number}"><name>Person ${number}</name><address>${from}</address>\n${items.join("\n")}\n</custodian>`;
    files.set(`data/custodians/${number}.xml`, strToU8(`<?xml version="1.0"?>\n${xml}\n`));
  }
  return files;
}
