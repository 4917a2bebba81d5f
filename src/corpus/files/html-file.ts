import { encodingOf } from "../file-encoding.ts";
import { htmlText } from "../html-text.ts";
import { decodeAs, withLineFeeds } from "../text-decoder.ts";
import { type FileContent, type FileFault, fault } from "./file-content.ts";

/** A page names its charset in its first kilobyte. */
const CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)/i;
const DATES = [
  "article:published_time",
  "date",
  "dc.date",
  "dcterms.created",
  "dcterms.date",
  "datepublished",
  "citation_publication_date",
  "pubdate",
];
const AUTHORS = ["author", "article:author", "dc.creator", "citation_author"];

/** Reads a web page: its text without markup; title, author and date from its head. */
export async function readHtmlFile(bytes: Uint8Array): Promise<FileContent | FileFault> {
  const { encoding, isGuessed } = encodingOf(bytes);
  if (encoding === undefined) return fault("binary", "not a text file");
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const named = isGuessed ? CHARSET.exec(start)?.[1] : undefined;
  const declared = named === undefined ? undefined : decodeAs(named, bytes);
  const html = withLineFeeds(declared ?? decodeAs(encoding, bytes) ?? "").replaceAll("\0", "");
  const guessed = {
    reason: "guessed-encoding" as const,
    message: `not in UTF-8; read as ${encoding}`,
  };
  return {
    ...(await headOf(html)),
    text: await htmlText(html),
    oddities: isGuessed && declared === undefined ? [guessed] : [],
  };
}

async function headOf(html: string): Promise<Pick<FileContent, "title" | "statedAuthor" | "date">> {
  const { parseHTML } = await import("linkedom");
  const { document } = parseHTML(html);
  const metas = new Map<string, string>();
  for (const meta of document.querySelectorAll("meta[content]")) {
    const name = ["name", "property", "itemprop"]
      .map((key) => meta.getAttribute(key))
      .find(Boolean);
    const content = meta.getAttribute("content")?.trim();
    if (name && content && !metas.has(name.toLowerCase())) metas.set(name.toLowerCase(), content);
  }
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => metas.get(name)).find((value) => value !== undefined);
  const title = document.querySelector("title")?.textContent?.replaceAll(/\s+/g, " ").trim();
  return { title: title || undefined, statedAuthor: first(AUTHORS), date: first(DATES) };
}
