import { type FrontMatter, frontMatterOf } from "./front-matter.ts";
import type { Manuscript } from "./manuscript.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { printable } from "./printable.ts";
import {
  type ContentsEntry,
  contentsOf,
  hasLongChapters,
  type NumberedBlock,
  numberedBlocks,
} from "./sections.ts";
import { escapedXml } from "./xml-text.ts";

/**
 * Writes a manuscript as one HTML page with contents and section numbers: no scripts, nothing from
 * elsewhere, every text escaped.
 *
 * @param manuscript - The document.
 * @returns The page.
 */
export function manuscriptHtml(manuscript: Manuscript): string {
  const shown = printable(manuscript);
  const front = frontMatterOf(shown);
  const blocks = numberedBlocks(shown);
  return [
    `<!doctype html>\n<html${languageOf(shown, front)}>\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...metaLines(shown),
    `<title>${escapedXml(front.name)}</title>\n<style>${PAGE_STYLE}</style>\n</head>\n<body>\n<main${hasLongChapters(blocks) ? ' class="book"' : ""}>`,
    ...titleLines(shown, front),
    ...contentsLines(contentsOf(blocks), front),
    ...blocks.map(blockHtml),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

function languageOf({ language }: Manuscript, { direction }: FrontMatter): string {
  const lang = language === undefined ? "" : ` lang="${escapedXml(language)}"`;
  return direction === "rtl" ? `${lang} dir="rtl"` : lang;
}

function metaLines({ author, date }: Manuscript): string[] {
  return Object.entries({ author, date }).flatMap(([name, value]) =>
    value === undefined ? [] : [`<meta name="${name}" content="${escapedXml(value)}">`],
  );
}

function titleLines({ date }: Manuscript, front: FrontMatter): string[] {
  if (!front.hasTitlePage) return [];
  const { title, author, dateInWords, notes, credit } = front;
  return [
    '<header dir="auto">',
    ...(title === undefined ? [] : [`<h1>${escapedXml(title)}</h1>`]),
    ...(author === undefined ? [] : [`<p class="author">${escapedXml(author)}</p>`]),
    ...(dateInWords === undefined
      ? []
      : [`<p><time datetime="${date}">${escapedXml(dateInWords)}</time></p>`]),
    ...notes.map((note) => `<p class="missing" dir="auto">${escapedXml(note)}</p>`),
    ...(credit === undefined ? [] : [`<p dir="auto">${escapedXml(credit)}</p>`]),
    "</header>",
  ];
}

function contentsLines(entries: readonly ContentsEntry[], front: FrontMatter): string[] {
  if (entries.length === 0) return [];
  const title = escapedXml(front.contentsTitle);
  return [`<nav aria-label="${title}">\n<h2>${title}</h2>`, listHtml(entries), "</nav>"];
}

function listHtml(entries: readonly ContentsEntry[]): string {
  const items = entries.map(({ heading, children }) => {
    const label = `${numberHtml(heading.number)}<span dir="auto">${escapedXml(heading.text)}</span>`;
    const below = children.length === 0 ? "" : `\n${listHtml(children)}`;
    return `<li><a href="#${heading.anchor}">${label}</a>${below}</li>`;
  });
  return `<ol>\n${items.join("\n")}\n</ol>`;
}

function blockHtml(block: NumberedBlock): string {
  switch (block.kind) {
    case "heading": {
      const level = Math.min(6, block.depth + 1);
      const text = `<bdi>${escapedXml(block.text)}</bdi>`;
      return `<h${level} id="${block.anchor}">${numberHtml(block.number)}${text}</h${level}>`;
    }
    case "paragraph":
      return `<p dir="auto">${escapedXml(block.text)}</p>`;
    case "missing":
      return `<p class="missing" dir="auto">This part is missing: ${escapedXml(block.reason)}</p>`;
  }
}

function numberHtml(number: string): string {
  return `<span class="number">${number}</span> `;
}
