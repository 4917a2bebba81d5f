import { sha256 } from "../../storage/index.ts";
import { CONTAINER_XML, ncxFile, packageFile } from "./epub-package.ts";
import { chapterPages, EPUB_STYLE, navigationPage, titlePage } from "./epub-pages.ts";
import { frontMatterOf } from "./front-matter.ts";
import type { Manuscript } from "./manuscript.ts";
import { printable } from "./printable.ts";
import { type Chapter, chaptersOf, contentsOf, numberedBlocks } from "./sections.ts";
import { type ZipEntry, zipFile } from "./zip-file.ts";

/**
 * Writes a manuscript as an e-book, EPUB 3: one file a chapter, a list of contents, also for readers of
 * EPUB 2.
 *
 * @param manuscript - The document.
 * @returns The file; the same document gives the same bytes.
 */
export function manuscriptEpub(manuscript: Manuscript): Uint8Array {
  const shown = printable(manuscript);
  const front = frontMatterOf(shown);
  const blocks = numberedBlocks(shown);
  const chapters = chaptersOf(blocks);
  const contents = contentsOf(blocks);
  const title = titlePage(front);
  const body = chapterPages(chapters, front);
  const files = filesByAnchor(
    chapters,
    body.map(({ file }) => file),
  );
  const navigation = navigationPage({ contents, files, pages: [title, ...body] }, front);
  const pages = [title, navigation, ...body];
  const identifier = identifierOf(shown);
  const { date } = shown;
  const written = { identifier, front, pages, ...(date === undefined ? {} : { date }) };
  return zipFile([
    { path: "mimetype", bytes: bytesOf("application/epub+zip"), stored: true },
    entry("META-INF/container.xml", CONTAINER_XML),
    entry("EPUB/package.opf", packageFile(written)),
    entry("EPUB/toc.ncx", ncxFile({ identifier, front, contents, files, pages: [title, ...body] })),
    entry("EPUB/style.css", EPUB_STYLE),
    ...pages.map(({ file, xhtml }) => entry(`EPUB/${file}`, xhtml)),
  ]);
}

function filesByAnchor(
  chapters: readonly Chapter[],
  files: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    chapters.flatMap(({ blocks }, index) =>
      blocks.flatMap((block) =>
        block.kind === "heading" ? [[block.anchor, files[index] ?? ""] as const] : [],
      ),
    ),
  );
}

/** A name in the form of a UUID that follows from the document, so that the same document keeps it. */
function identifierOf(manuscript: Manuscript): string {
  const hash = sha256(JSON.stringify(manuscript));
  const part = (from: number, to: number): string => hash.slice(from, to);
  return `urn:uuid:${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

function entry(path: string, text: string): ZipEntry {
  return { path, bytes: bytesOf(text) };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
