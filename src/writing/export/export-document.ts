import { manuscriptDocx } from "./docx.ts";
import { manuscriptEpub } from "./epub.ts";
import { manuscriptHtml } from "./html.ts";
import type { Manuscript } from "./manuscript.ts";
import { manuscriptMarkdown } from "./markdown.ts";
import { manuscriptPdf } from "./pdf.ts";
import type { FontFile } from "./pdf-fonts.ts";

/** Formats that a document can be exported to. */
export const EXPORT_FORMATS = ["md", "html", "docx", "epub", "pdf"] as const;

/** Name of a format: also the ending of its files. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How a document is exported. */
export interface DocumentOptions {
  /** Whether Markdown names the nodes in comments. @defaultValue false */
  readonly ids?: boolean;
  /** Fonts of PDF files that come before the shipped ones. @defaultValue none */
  readonly fonts?: readonly FontFile[];
}

/**
 * Exports a document: the same document gives the same bytes.
 *
 * @param manuscript - The document.
 * @param format - The format.
 * @param options - How it is exported.
 * @returns The file.
 * @throws LonghandError `missing-dependency` for docx and pdf, `invalid-font` and `missing-glyph` for pdf.
 */
export async function exportDocument(
  manuscript: Manuscript,
  format: ExportFormat,
  options: DocumentOptions = {},
): Promise<string | Uint8Array> {
  switch (format) {
    case "md":
      return manuscriptMarkdown(manuscript, { ids: options.ids === true });
    case "html":
      return manuscriptHtml(manuscript);
    case "docx":
      return await manuscriptDocx(manuscript);
    case "epub":
      return manuscriptEpub(manuscript);
    case "pdf":
      return await manuscriptPdf(manuscript, { fonts: options.fonts ?? [] });
  }
}
