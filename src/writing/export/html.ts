import type { Manuscript, ManuscriptBlock } from "./manuscript.ts";
import { PARTIAL_NOTE } from "./markdown.ts";

const STYLE =
  "body{max-width:38em;margin:3em auto;padding:0 1em;font:1.05em/1.6 Georgia,serif;color:#222;background:#fff}h1,h2,h3,h4,h5,h6{line-height:1.25;margin:2em 0 .6em}p{margin:0 0 .8em}.missing{border-left:4px solid #c33;padding:.2em 1em;color:#922}nav ol{padding-left:1.4em}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}.missing{color:#f99}}";

/**
 * Writes a manuscript as one HTML page: no scripts, nothing from elsewhere, every text escaped.
 *
 * @param manuscript - The document.
 * @returns The page.
 */
export function manuscriptHtml({ title, language, complete, blocks }: Manuscript): string {
  const name = escaped(title ?? "Document");
  const contents = blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2
      ? [`<li><a href="#n${block.node}">${escaped(block.text)}</a></li>`]
      : [],
  );
  const lang = language === undefined ? "" : ` lang="${escaped(language)}"`;
  return [
    `<!doctype html>\n<html${lang}>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">`,
    `<title>${name}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<main>`,
    ...(title === undefined ? [] : [`<h1>${name}</h1>`]),
    ...(complete ? [] : [`<p class="missing">${PARTIAL_NOTE}</p>`]),
    ...(contents.length > 1 ? [`<nav><ol>\n${contents.join("\n")}\n</ol></nav>`] : []),
    ...blocks.map(blockHtml),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

function blockHtml(block: ManuscriptBlock): string {
  switch (block.kind) {
    case "heading": {
      const level = Math.min(6, block.level);
      return `<h${level} id="n${block.node}">${escaped(block.text)}</h${level}>`;
    }
    case "paragraph":
      return `<p dir="auto">${escaped(block.text)}</p>`;
    case "missing":
      return `<p class="missing">This part is missing: ${escaped(block.reason)}</p>`;
  }
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
