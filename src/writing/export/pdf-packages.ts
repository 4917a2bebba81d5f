// The parts of two packages without types that PDF files are made with.

/** A face: the name of a file; of a collection with the name of the font in it. */
export type FaceSource = string | [string, string];

/** `pdfmake`: one object for everybody, so what is set is used at once. */
export interface PdfMaker {
  /** Its own store of files. */
  readonly virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void };
  /** Names the fonts. */
  setFonts(fonts: Record<string, { normal: FaceSource; bold: FaceSource }>): void;
  /** Which addresses may be read. */
  setUrlAccessPolicy(policy: (url: string) => boolean): void;
  /** Which files may be read. */
  setLocalAccessPolicy(policy: (path: string) => boolean): void;
  /** Makes a PDF. */
  createPdf(definition: unknown): { getBuffer(): Promise<Uint8Array> };
}

/** A font that `fontkit` read. */
export interface Font {
  /** Its name. */
  readonly postscriptName: string;
  /** Units of its measures in the size of the font. */
  readonly unitsPerEm: number;
  /** Whether it can draw a character. */
  hasGlyphForCodePoint(codePoint: number): boolean;
  /** Shapes a text; its width is in the font's units. */
  layout(text: string): { readonly advanceWidth: number };
}

/** `fontkit`. */
export interface Fontkit {
  /** Reads a font, or a file with several. */
  create(bytes: Uint8Array): Font | { readonly fonts: readonly Font[] };
}
