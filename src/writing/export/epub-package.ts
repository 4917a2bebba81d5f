import type { EpubPage } from "./epub-pages.ts";
import type { FrontMatter } from "./front-matter.ts";
import type { ContentsEntry } from "./sections.ts";
import { escapedXml } from "./xml-text.ts";

/** Tells a reader where the package file is. */
export const CONTAINER_XML = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
`;

/** What the package file lists. */
export interface PackageParts {
  /** Identifier of the document. */
  readonly identifier: string;
  /** Front matter. */
  readonly front: FrontMatter;
  /** Date of the document; absent for none. */
  readonly date?: string;
  /** Pages in reading order; the list of contents comes after a title page. */
  readonly pages: readonly EpubPage[];
}

/**
 * The package file: metadata, every file, the order of reading.
 *
 * @param parts - What it lists.
 * @returns The file.
 */
export function packageFile({ identifier, front, date, pages }: PackageParts): string {
  const { name, author, language, direction, timestamp } = front;
  const ids = pages.map(({ file }) => file.replace(/\.xhtml$/, ""));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapedXml(language)}">`,
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:identifier id="id">${identifier}</dc:identifier>`,
    `<dc:title>${escapedXml(name)}</dc:title>`,
    `<dc:language>${escapedXml(language)}</dc:language>`,
    ...(author === undefined ? [] : [`<dc:creator>${escapedXml(author)}</dc:creator>`]),
    ...(date === undefined ? [] : [`<dc:date>${date}</dc:date>`]),
    `<meta property="dcterms:modified">${timestamp}</meta>`,
    "</metadata>\n<manifest>",
    ...pages.map(({ file }, index) => {
      const nav = file === "nav.xhtml" ? ' properties="nav"' : "";
      return `<item id="${ids[index]}" href="${file}" media-type="application/xhtml+xml"${nav}/>`;
    }),
    '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    '<item id="style" href="style.css" media-type="text/css"/>',
    `</manifest>\n<spine toc="ncx" page-progression-direction="${direction}">`,
    ...ids.map((id) => `<itemref idref="${id}"/>`),
    "</spine>\n</package>\n",
  ].join("\n");
}

/** What the list of contents for older readers holds. */
export interface NcxParts {
  /** Identifier of the document. */
  readonly identifier: string;
  /** Front matter. */
  readonly front: FrontMatter;
  /** The table of contents. */
  readonly contents: readonly ContentsEntry[];
  /** File of each heading, by its anchor. */
  readonly files: ReadonlyMap<string, string>;
  /** Pages in reading order. */
  readonly pages: readonly EpubPage[];
}

/**
 * The list of contents for readers of EPUB 2.
 *
 * @param parts - What it holds.
 * @returns The file.
 */
export function ncxFile({ identifier, front, contents, files, pages }: NcxParts): string {
  const points =
    contents.length > 0
      ? contents.map((entry) => headingPoint(entry, files))
      : pages.map(({ file, title }) => point({ id: file, label: title, target: file }, ""));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${escapedXml(front.language)}">`,
    `<head>\n<meta name="dtb:uid" content="${identifier}"/>\n</head>`,
    `<docTitle><text>${escapedXml(front.name)}</text></docTitle>\n<navMap>`,
    ...points,
    "</navMap>\n</ncx>\n",
  ].join("\n");
}

function headingPoint(
  { heading, children }: ContentsEntry,
  files: ReadonlyMap<string, string>,
): string {
  const { anchor, number, text } = heading;
  const below = children.map((child) => headingPoint(child, files)).join("\n");
  const target = `${files.get(anchor) ?? ""}#${anchor}`;
  return point({ id: anchor, label: `${number} ${text}`, target }, below);
}

interface Point {
  readonly id: string;
  readonly label: string;
  readonly target: string;
}

function point({ id, label, target }: Point, below: string): string {
  return `<navPoint id="p-${id}"><navLabel><text>${escapedXml(label)}</text></navLabel><content src="${target}"/>${below}</navPoint>`;
}
