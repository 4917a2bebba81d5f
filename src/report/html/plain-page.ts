import { createHash } from "node:crypto";
import { html, type Markup } from "./markup.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** A page without a script. */
export interface PlainPage {
  /** Title of the window. */
  readonly title: string;
  /** A word or two above the heading. */
  readonly overline: string;
  /** Heading. */
  readonly heading: string;
  /** What stands below it. */
  readonly content: Markup;
}

/**
 * A page that stands by itself: it loads nothing, runs no script, and its policy allows its own
 * style sheet alone.
 *
 * @param page - What it shows.
 * @returns The whole page. The same input gives the same bytes.
 */
export function plainPage({ title, overline, heading, content }: PlainPage): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ source: PAGE_STYLE }}</style>
</head>
<body>
<div class="page">
<p class="overline">${overline}</p>
<h1>${heading}</h1>
<main id="main">
${content}
</main>
<footer><p>Made by Longhand. This page stands by itself and loads nothing.</p></footer>
</div>
</body>
</html>
`.source;
}

function policy(): string {
  const hash = createHash("sha256").update(PAGE_STYLE).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}
