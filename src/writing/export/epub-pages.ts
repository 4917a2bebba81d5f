import type { FrontMatter } from "./front-matter.ts";
import type { Chapter, ContentsEntry, NumberedBlock } from "./sections.ts";
import { escapedXml } from "./xml-text.ts";

/** A page of an e-book. */
export interface EpubPage {
  /** Name of its file. */
  readonly file: string;
  /** What a list of contents calls it. */
  readonly title: string;
  /** The file. */
  readonly xhtml: string;
}

/** Style sheet of an e-book: colours and fonts are the reader's. */
export const EPUB_STYLE = `body{margin:0 5%;line-height:1.5}
h1,h2,h3,h4,h5,h6{line-height:1.25;text-align:start;page-break-after:avoid;break-after:avoid}
h1{font-size:1.6em;margin:2.5em 0 1.2em}
h2{font-size:1.3em;margin:2em 0 .8em}
h3{font-size:1.1em;margin:1.6em 0 .6em}
h4,h5,h6{font-size:1em;margin:1.4em 0 .5em}
p{margin:0 0 .7em;orphans:2;widows:2}
.number{font-weight:normal;opacity:.7;margin-inline-end:.4em}
.missing{border:1px solid;padding:.5em 1em}
.title-page{text-align:center;padding-top:25%}
.title-page h1{font-size:2em;text-align:center;margin:0 0 .8em}
.title-page p{margin:.3em 0}
nav ol{list-style:none;padding-inline-start:1.2em}
nav a{text-decoration:none;color:inherit}
`;

/**
 * The title page.
 *
 * @param front - Front matter.
 * @returns The page.
 */
export function titlePage(front: FrontMatter): EpubPage {
  const { name, author, dateInWords, notes, credit } = front;
  const lines = [
    `<section class="title-page" epub:type="titlepage">`,
    `<h1 dir="auto">${escapedXml(name)}</h1>`,
    ...[author, dateInWords].flatMap((line) =>
      line === undefined ? [] : [`<p dir="auto">${escapedXml(line)}</p>`],
    ),
    ...notes.map((note) => `<p class="missing" dir="auto">${escapedXml(note)}</p>`),
    ...(credit === undefined ? [] : [`<p dir="auto">${escapedXml(credit)}</p>`]),
    "</section>",
  ];
  return { file: "title.xhtml", title: name, xhtml: pageXhtml(front, name, lines) };
}

/**
 * One file a chapter.
 *
 * @param chapters - The chapters.
 * @param front - Front matter.
 * @returns The pages, in reading order.
 */
export function chapterPages(chapters: readonly Chapter[], front: FrontMatter): EpubPage[] {
  return chapters.map(({ heading, blocks }, index) => {
    const title = heading === undefined ? front.name : `${heading.number} ${heading.text}`;
    const lines = ['<section epub:type="chapter">', ...blocks.map(blockXhtml), "</section>"];
    const file = `chapter-${String(index + 1).padStart(4, "0")}.xhtml`;
    return { file, title, xhtml: pageXhtml(front, title, lines) };
  });
}

/** What the list of contents needs to know. */
export interface NavigationParts {
  /** The table of contents. */
  readonly contents: readonly ContentsEntry[];
  /** File of each heading, by its anchor. */
  readonly files: ReadonlyMap<string, string>;
  /** Pages in reading order. */
  readonly pages: readonly EpubPage[];
}

/**
 * The list of contents of EPUB 3.
 *
 * @param parts - Contents and where they are.
 * @param front - Front matter.
 * @returns The page.
 */
export function navigationPage(parts: NavigationParts, front: FrontMatter): EpubPage {
  const title = front.contentsTitle;
  const list =
    parts.contents.length > 0
      ? listXhtml(parts.contents, parts.files)
      : `<ol>\n${parts.pages.map(({ file, title: name }) => `<li><a href="${file}">${escapedXml(name)}</a></li>`).join("\n")}\n</ol>`;
  const lines = [
    '<nav epub:type="toc" id="toc">',
    `<h1>${escapedXml(title)}</h1>`,
    list,
    "</nav>",
    ...landmarks(parts, title),
  ];
  return { file: "nav.xhtml", title, xhtml: pageXhtml(front, title, lines) };
}

function landmarks({ pages }: NavigationParts, title: string): string[] {
  const body = pages.find(({ file }) => file.startsWith("chapter"));
  const start =
    body === undefined
      ? []
      : [`<li><a epub:type="bodymatter" href="${body.file}">${escapedXml(body.title)}</a></li>`];
  return [
    '<nav epub:type="landmarks" id="landmarks" hidden="">\n<ol>',
    `<li><a epub:type="toc" href="nav.xhtml">${escapedXml(title)}</a></li>`,
    ...start,
    "</ol>\n</nav>",
  ];
}

function listXhtml(entries: readonly ContentsEntry[], files: ReadonlyMap<string, string>): string {
  const items = entries.map(({ heading, children }) => {
    const { anchor, number, text } = heading;
    const below = children.length === 0 ? "" : `\n${listXhtml(children, files)}`;
    const target = `${files.get(anchor) ?? ""}#${anchor}`;
    return `<li><a href="${target}"><span class="number">${number}</span> <bdi>${escapedXml(text)}</bdi></a>${below}</li>`;
  });
  return `<ol>\n${items.join("\n")}\n</ol>`;
}

function blockXhtml(block: NumberedBlock): string {
  switch (block.kind) {
    case "heading": {
      const level = Math.min(6, block.depth);
      const number = `<span class="number">${block.number}</span>`;
      return `<h${level} id="${block.anchor}">${number} <bdi>${escapedXml(block.text)}</bdi></h${level}>`;
    }
    case "paragraph":
      return `<p dir="auto">${escapedXml(block.text)}</p>`;
    case "missing":
      return `<p class="missing" dir="auto">This part is missing: ${escapedXml(block.reason)}</p>`;
  }
}

function pageXhtml(front: FrontMatter, title: string, lines: readonly string[]): string {
  const language = escapedXml(front.language);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<!DOCTYPE html>",
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}" dir="${front.direction}">`,
    `<head>\n<meta charset="utf-8"/>\n<title>${escapedXml(title)}</title>`,
    '<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n<body>',
    ...lines,
    "</body>\n</html>\n",
  ].join("\n");
}
