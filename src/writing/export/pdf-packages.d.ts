// The parts of two packages without types that PDF files are made with.

declare module "pdfmake" {
  /** A face: the name of a file; of a collection with the name of the font in it. */
  export type FaceSource = string | [string, string];

  /** The library: one object for everybody, so what is set is used at once. */
  interface PdfMaker {
    readonly virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void };
    setFonts(fonts: Record<string, { normal: FaceSource; bold: FaceSource }>): void;
    setUrlAccessPolicy(policy: (url: string) => boolean): void;
    setLocalAccessPolicy(policy: (path: string) => boolean): void;
    createPdf(definition: unknown): { getBuffer(): Promise<Uint8Array> };
  }

  const maker: PdfMaker;

  // biome-ignore lint/style/noDefaultExport: that is what the package has
  export default maker;
}

declare module "fontkit" {
  /** A font that was read. */
  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { readonly advanceWidth: number };
  }

  /** A file with several fonts. */
  export interface FontCollection {
    readonly fonts: readonly Font[];
  }

  export function create(bytes: Uint8Array): Font | FontCollection;
}
