import type { HtmlToTextOptions, SelectorDefinition } from "html-to-text";

/** What of a page becomes text. */
export interface HtmlTextOptions {
  /** Leave out what mail programs mark as a quoted mail, and the mark of a quote on the rest. */
  readonly withoutQuotes?: boolean;
  /** Spaces stay as many as they are, because the HTML was made from a text. */
  readonly keepsSpaces?: boolean;
}

const NO_TEXT = [
  // The way back from a footnote of a Word file.
  'a[href^="#footnote-ref"]',
  'a[href^="#endnote-ref"]',

  // A page may have one without a head around it.
  "title",
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "nav",
  "button",
  "iframe",
  "img",
];
const QUOTES = [
  'blockquote[type="cite"]',
  ".gmail_quote",
  ".gmail_attr",
  ".yahoo_quoted",
  ".moz-cite-prefix",
  ".moz-signature",
  ".gmail_signature",
  "#divRplyFwdMsg",
  "#appendonsend",
];

/**
 * The text of a page: paragraphs apart by a blank line, no addresses of links, nothing of scripts,
 * styles, pictures and navigation.
 *
 * @param html - The page or a part of one.
 * @param options - What to leave out.
 * @returns Plain text.
 */
export async function htmlText(html: string, options: HtmlTextOptions = {}): Promise<string> {
  const { convert } = await import("html-to-text");
  return convert(html, converting(options)).trim();
}

function converting({
  withoutQuotes = false,
  keepsSpaces = false,
}: HtmlTextOptions): HtmlToTextOptions {
  const left: SelectorDefinition[] = [...NO_TEXT, ...(withoutQuotes ? QUOTES : [])].map(
    (selector) => ({ selector, format: "skip" }),
  );
  const headings: SelectorDefinition[] = ["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
    selector,
    options: { uppercase: false },
  }));
  return {
    wordwrap: false,
    ...(keepsSpaces ? { whitespaceCharacters: "\n" } : {}),
    // The default cuts a page off after 16 Mi characters without a word.
    limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
    selectors: [
      ...headings,
      { selector: "a", options: { ignoreHref: true } },
      // As a paragraph; its usual form, "> " before each line, is kept for mails.
      ...(withoutQuotes ? [] : [{ selector: "blockquote", format: "block" }]),
      ...left,
    ],
  };
}
