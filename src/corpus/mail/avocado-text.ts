import { isUtf8 } from "node:buffer";
import type { FieldValue } from "../../records/index.ts";
import type { Custodian, MailMetadata } from "./custodian-metadata.ts";
import { mailText } from "./mail-charset.ts";
import { senderAddress } from "./mail-headers.ts";
import type { PlainMail } from "./plain-mail.ts";

/** Where a text stands in a collection. */
export interface AvocadoPlace {
  /** Name of the custodian's archive without its ending. */
  readonly custodianId: string;
  /** Name of the text in it without its ending. */
  readonly itemId: string;
}

/**
 * Makes a mail of a text and of what the collection's metadata say about it. Where both name the
 * sender, the subject or the date, the text's own header block counts.
 *
 * @param bytes - The text: a block of headers, an empty line and the body, or the body alone.
 * @param place - Whose it is.
 * @param metadata - What the XML files said.
 * @returns The mail.
 */
export function avocadoMail(
  bytes: Buffer,
  { custodianId, itemId }: AvocadoPlace,
  metadata: MailMetadata,
): PlainMail {
  const { text, oddities } = mailText(bytes, isUtf8(bytes) ? "utf-8" : undefined);
  const { headers, body } = headerBlock(text.replace(/^\ufeff/, ""));
  const item = metadata.items.get(itemId);
  const from = headers.get("from") ?? item?.from;
  const fields: Record<string, FieldValue> = { custodian: custodianId };
  return {
    id: itemId,
    from,
    subject: headers.get("subject") ?? item?.subject,
    date: headers.get("date") ?? headers.get("sent") ?? item?.date,
    body,
    fields,
    oddities,
    isSent: isFrom(metadata.custodians.get(custodianId), from),
  };
}

function isFrom(custodian: Custodian | undefined, from: string | undefined): boolean | undefined {
  const sender = senderAddress(from ?? "");
  if (custodian === undefined || sender === undefined) return undefined;
  return custodian.addresses.has(sender) || custodian.names.has(sender);
}

interface Split {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const HEADER =
  /^(from|to|cc|bcc|subject|date|sent|received|reply-to|importance|attachments?|message-id):[ \t]*(.*)$/i;

/** The lines at the beginning that look like headers; none if the first one does not. */
function headerBlock(text: string): Split {
  const headers = new Map<string, string>();
  const lines = text.split("\n");
  let name: string | undefined;
  let at = 0;
  for (const line of lines) {
    const found = HEADER.exec(line);
    const isMore = name !== undefined && /^[ \t]+\S/.test(line);
    if (found === null && !isMore) break;
    at += 1;
    name = found?.[1]?.toLowerCase() ?? name ?? "";
    const value = found?.[2] ?? line;
    // Of two headers of one name the first counts.
    if (found === null || !headers.has(name)) {
      headers.set(name, `${headers.get(name) ?? ""} ${value.trim()}`.trim());
    }
  }
  return { headers, body: headers.size === 0 ? text : lines.slice(at).join("\n") };
}
