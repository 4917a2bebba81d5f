import { type MimeNode, Splitter, type SplitterChunk } from "@zone-eu/mailsplit";
import type { MailOddity } from "./mail-oddity.ts";
import { type DecodedBytes, decodeBase64, decodeQuotedPrintable } from "./transfer-encoding.ts";

/** A part of a mail that holds text for the reader. */
export interface TextPart {
  readonly kind: "plain" | "html";
  /** Without the transfer encoding. */
  readonly bytes: Uint8Array;
  readonly charset: string | undefined;
  /** `format=flowed`, and whether the space before a soft line end belongs to it. */
  readonly flowed: "no" | "keep-space" | "delete-space";
  /** The `multipart/alternative` it stands in, if any: one of its parts is enough. */
  readonly choice: MimeNode | undefined;
}

/** The text parts of a mail in their order, and what was odd. */
export interface MailParts {
  readonly parts: readonly TextPart[];
  readonly oddities: readonly MailOddity[];
}

/**
 * Takes a mail apart. Attachments, attached mails, the preamble and the epilogue are no part of its
 * text; a multipart that was cut off is read as far as it goes.
 *
 * @param mail - The whole mail.
 * @returns Its text parts.
 */
export async function mailParts(mail: Uint8Array): Promise<MailParts> {
  const { leaves, multiparts } = await splitMail(mail);
  const oddities: MailOddity[] = [];
  const parts: TextPart[] = [];
  for (const { node, body } of leaves) {
    const part = textPart(node, Buffer.concat(body));
    if (part === undefined) continue;
    parts.push(part.part);
    if (part.oddity) oddities.push(part.oddity);
  }
  const raw = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  if (multiparts.some((node) => isCutOff(node, raw))) {
    oddities.push({ reason: "cut-off", message: "a multipart has no closing boundary" });
  }
  return { parts, oddities };
}

interface Leaf {
  readonly node: MimeNode;
  readonly body: Buffer[];
}

interface SplitMail {
  readonly leaves: readonly Leaf[];
  readonly multiparts: readonly MimeNode[];
}

async function splitMail(mail: Uint8Array): Promise<SplitMail> {
  const splitter = new Splitter({ ignoreEmbedded: true });
  splitter.end(mail);
  const leaves: Leaf[] = [];
  const multiparts: MimeNode[] = [];
  for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
    if (chunk.type === "node") {
      const node = chunk as MimeNode;
      if (node.multipart) multiparts.push(node);
      else leaves.push({ node, body: [] });
    } else if (chunk.type === "body" && "value" in chunk && chunk.value) {
      leaves.at(-1)?.body.push(chunk.value);
    }
  }
  return { leaves, multiparts };
}

interface ReadPart {
  readonly part: TextPart;
  readonly oddity?: MailOddity;
}

function textPart(node: MimeNode, body: Buffer): ReadPart | undefined {
  const isText = node.contentType === "text/plain" || node.contentType === "text/html";
  if (!isText || node.disposition === "attachment" || node.filename) return undefined;
  const { bytes, badEscapes } = withoutTransferEncoding(node, body);
  const part: TextPart = {
    kind: node.contentType === "text/html" ? "html" : "plain",
    bytes,
    charset: node.charset || undefined,
    flowed: flowedOf(node),
    choice: choiceOf(node),
  };
  if (badEscapes === 0) return { part };
  const what = `${badEscapes} wrong escape${badEscapes === 1 ? "" : "s"}`;
  const kept = node.encoding === "base64" ? "left out" : "kept";
  const message = `${what} of ${node.encoding}; the letters were ${kept}`;
  return { part, oddity: { reason: "bad-escape", message } };
}

function withoutTransferEncoding({ encoding }: MimeNode, body: Buffer): DecodedBytes {
  if (encoding === "quoted-printable") return decodeQuotedPrintable(body);
  return encoding === "base64" ? decodeBase64(body) : { bytes: body, badEscapes: 0 };
}

function flowedOf({ flowed, delSp }: MimeNode): TextPart["flowed"] {
  if (!flowed) return "no";
  return delSp ? "delete-space" : "keep-space";
}

function choiceOf(node: MimeNode): MimeNode | undefined {
  let outer = node.parentNode as MimeNode | false;
  while (outer && outer.multipart !== "alternative") outer = outer.parentNode as MimeNode | false;
  return outer || undefined;
}

function isCutOff({ _boundary: boundary }: MimeNode, mail: Buffer): boolean {
  if (!boundary) return false;
  return !mail.includes(Buffer.concat([Buffer.from("--"), boundary, Buffer.from("--")]));
}
