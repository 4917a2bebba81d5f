import { createRequire } from "node:module";
import type { Bidi } from "bidi-js";
import { loadPackage, PDF_PACKAGES } from "./load-package.ts";
import { type PdfNode, type PdfTextSetting, type PdfTools, textNodes } from "./pdf-content.ts";
import { type FontFile, openPdfFonts } from "./pdf-fonts.ts";
import type { PdfMaker } from "./pdf-packages.ts";

/** Makes PDF files, in the fonts that are in them. */
export interface PdfWriter {
  /**
   * Sets a text.
   *
   * @param text - The text.
   * @param setting - How.
   * @returns One piece; one for each line where letters run from right to left.
   */
  text(text: string, setting: PdfTextSetting): PdfNode[];
  /**
   * Looks for characters that no font has.
   *
   * @param text - The text.
   * @param isBold - Whether it is set in bold.
   * @returns Each once, in order.
   */
  missing(text: string, isBold: boolean): string[];
  /**
   * Makes the file, in the first font unless a piece says otherwise.
   *
   * @param definition - The document, as pdfmake takes it.
   * @returns The file; the same document gives the same bytes.
   */
  make(definition: PdfNode): Promise<Uint8Array>;
}

/**
 * Opens what PDF files are made with. Nothing is read but the fonts: no address, no file.
 *
 * @returns The writer.
 * @throws LonghandError `missing-dependency`.
 */
export async function openPdfWriter(): Promise<PdfWriter> {
  const { tools, make } = await openPdfBench([]);
  const { fonts } = tools;
  return {
    text: (text, setting) => textNodes(text, setting, tools),
    missing: (text, isBold) => fonts.missing(text, isBold).map(({ character }) => character),
    make: async (definition) => {
      const style = definition["defaultStyle"] as PdfNode | undefined;
      return await make({ ...definition, defaultStyle: { font: fonts.main, ...style } });
    },
  };
}

/** What every PDF is made with. */
export interface PdfBench {
  /** Fonts, and the directions of characters. */
  readonly tools: PdfTools;
  /**
   * Makes the file.
   *
   * @param definition - The document, as pdfmake takes it.
   * @returns The file.
   */
  readonly make: (definition: PdfNode) => Promise<Uint8Array>;
}

/**
 * Loads the packages and opens the fonts.
 *
 * @param own - Fonts that come before the shipped ones.
 * @returns Tools, and what makes a file.
 * @throws LonghandError `missing-dependency`; `invalid-font`.
 */
export async function openPdfBench(own: readonly FontFile[]): Promise<PdfBench> {
  const use = { purpose: "PDF files need", install: PDF_PACKAGES };
  const pdf = await loadPackage({ ...use, name: "pdfmake" }, () =>
    Promise.resolve().then((): PdfMaker => createRequire(import.meta.url)("pdfmake")),
  );
  const bidi = await loadPackage({ ...use, name: "bidi-js" }, () => import("bidi-js"));
  const fonts = await openPdfFonts(own);
  return {
    tools: { fonts, bidi: (bidi.default as unknown as () => Bidi)() },
    make: async (definition) => {
      // The library knows fonts by file names, and asks its own store first.
      for (const { key, bytes } of fonts.files) pdf.virtualfs.writeFileSync(key, bytes);
      pdf.setFonts(fonts.sources);
      pdf.setUrlAccessPolicy(() => false);
      pdf.setLocalAccessPolicy(() => false);
      return await pdf.createPdf(definition).getBuffer();
    },
  };
}
