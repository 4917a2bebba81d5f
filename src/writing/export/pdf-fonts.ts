import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { sha256 } from "../../storage/index.ts";
import { loadPackage, PDF_PACKAGES } from "./load-package.ts";
import type { FaceSource, Font, Fontkit } from "./pdf-packages.ts";

/** A font that a document may be set in. */
export interface FontFile {
  /** Its name in messages: the file. */
  readonly name: string;
  /** The file: TrueType or OpenType, also a collection, of which the first font is taken. */
  readonly bytes: Uint8Array;
}

/** One weight of a family. */
interface Face {
  readonly file: PdfFontFile;
  readonly source: FaceSource;
  readonly font: Font;
}

/** A font file under the name by which the PDF library finds it. */
export interface PdfFontFile {
  /** The name: it follows from the bytes. */
  readonly key: string;
  /** The file. */
  readonly bytes: Uint8Array;
}

/** Fonts of one look. */
interface Family {
  readonly name: string;
  readonly normal: Face;
  readonly bold: Face;
}

/** A stretch of text in one font. */
export interface FontRun {
  /** The text. */
  readonly text: string;
  /** Name of the family. */
  readonly font: string;
}

/** A character that no font has. */
export interface MissingGlyph {
  /** The character. */
  readonly character: string;
  /** Its number. */
  readonly codePoint: number;
}

/** The fonts of a document, the first that has a character first. */
export interface PdfFonts {
  /** Every file. */
  readonly files: readonly PdfFontFile[];
  /** Families as the PDF library takes them. */
  readonly sources: Record<string, { normal: FaceSource; bold: FaceSource }>;
  /** Name of the family that comes first. */
  readonly main: string;
  /** Name of the first family that has figures: numbers of sections and pages are set in it. */
  readonly figures: string;
  /**
   * Splits a text by font.
   *
   * @param text - The text.
   * @param isBold - Whether it is set in bold.
   * @returns Its stretches.
   */
  runs(text: string, isBold: boolean): FontRun[];
  /**
   * How wide a text is.
   *
   * @param run - Text in one font, not bold.
   * @param sizePoints - Size of the font, in points.
   * @returns Its width, in points.
   */
  widthOf(run: FontRun, sizePoints: number): number;
  /**
   * Looks for characters that no font has.
   *
   * @param text - The text.
   * @param isBold - Whether it is set in bold.
   * @returns Each once, in order.
   */
  missing(text: string, isBold: boolean): MissingGlyph[];
}

/** The shipped families: the serif for reading, the sans for what it lacks, as Arabic and Hebrew. */
const SHIPPED = [
  { name: "serif", normal: "DejaVuSerifCondensed.ttf", bold: "DejaVuSerifCondensed-Bold.ttf" },
  { name: "sans", normal: "DejaVuSansCondensed.ttf", bold: "DejaVuSansCondensed-Bold.ttf" },
] as const;

/**
 * Opens the fonts of a document.
 *
 * @param own - Fonts that come before the shipped ones.
 * @returns The fonts.
 * @throws LonghandError `missing-dependency`; `invalid-font` for a file that is no font.
 */
export async function openPdfFonts(own: readonly FontFile[]): Promise<PdfFonts> {
  const use = { purpose: "PDF files need", install: PDF_PACKAGES };
  const fontkit = await loadPackage({ ...use, name: "fontkit" }, () =>
    Promise.resolve().then((): Fontkit => createRequire(import.meta.url)("fontkit")),
  );
  const open = (file: FontFile): Face => openFace(file, fontkit.create);
  const ownFamilies = own.map((file, index): Family => {
    const face = open(file);
    return { name: `own${index + 1}`, normal: face, bold: face };
  });
  const shipped = await loadPackage({ ...use, name: "dejavu-fonts-ttf" }, () =>
    Promise.all(
      SHIPPED.map(async ({ name, normal, bold }): Promise<Family> => {
        const [first, second] = await Promise.all([shippedFile(normal), shippedFile(bold)]);
        return { name, normal: open(first), bold: open(second) };
      }),
    ),
  );
  return fontsOf([...ownFamilies, ...shipped]);
}

async function shippedFile(name: string): Promise<FontFile> {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`);
  return { name, bytes: await readFile(path) };
}

function openFace({ name, bytes }: FontFile, create: Fontkit["create"]): Face {
  try {
    const read = create(bytes);
    const file = { key: `longhand-${sha256(bytes)}`, bytes };
    if (!("fonts" in read)) return { file, source: file.key, font: read };
    const [font] = read.fonts;
    if (font !== undefined) return { file, source: [file.key, font.postscriptName], font };
  } catch (cause) {
    throw invalidFont(name, messageOf(cause), cause);
  }
  throw invalidFont(name, "the collection holds no font");
}

function invalidFont(name: string, reason: string, cause?: unknown): LonghandError {
  return new LonghandError(`${name} cannot be read as a font: ${reason}.`, {
    code: "invalid-font",
    hint: "Name a TrueType or OpenType file (.ttf, .otf, .ttc).",
    details: { file: name },
    ...(cause === undefined ? {} : { cause }),
  });
}

function fontsOf(families: readonly Family[]): PdfFonts {
  const faces = (isBold: boolean) =>
    families.map((family) => ({
      name: family.name,
      font: (isBold ? family.bold : family.normal).font,
    }));
  const byWeight = { normal: faces(false), bold: faces(true) };
  const main = families[0]?.name ?? "";
  return {
    files: families.flatMap(({ normal, bold }) => [normal.file, bold.file]),
    sources: Object.fromEntries(
      families.map(({ name, normal, bold }) => [
        name,
        { normal: normal.source, bold: bold.source },
      ]),
    ),
    main,
    figures: byWeight.normal.find(({ font }) => hasAll(font, "0123456789."))?.name ?? main,
    runs: (text, isBold) => runsOf(text, isBold ? byWeight.bold : byWeight.normal),
    widthOf: ({ text, font }, sizePoints) => {
      const face = families.find(({ name }) => name === font)?.normal.font;
      if (face === undefined) return 0;
      return (face.layout(text).advanceWidth / face.unitsPerEm) * sizePoints;
    },
    missing: (text, isBold) => {
      const names = isBold ? byWeight.bold : byWeight.normal;
      const missed = new Set(
        [...text].filter((character) => !names.some(({ font }) => hasAll(font, character))),
      );
      return [...missed].map((character) => ({
        character,
        codePoint: character.codePointAt(0) ?? 0,
      }));
    },
  };
}

type NamedFont = { readonly name: string; readonly font: Font };

/** Letters and their marks stay together in the first font that has them all. */
const CLUSTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

function runsOf(text: string, fonts: readonly NamedFont[]): FontRun[] {
  const [first] = fonts;
  if (first !== undefined && hasAll(first.font, text)) return [{ text, font: first.name }];
  const runs: { text: string; font: string }[] = [];
  for (const { segment } of CLUSTERS.segment(text)) {
    const last = runs.at(-1);
    const chosen = fonts.find(({ font }) => hasAll(font, segment)) ?? first;
    // A space or a full stop between words in one font stays in it.
    const stays = last !== undefined && NEUTRAL.test(segment) && isIn(last.font, segment, fonts);
    const font = stays ? last.font : (chosen?.name ?? "");
    if (last?.font === font) last.text += segment;
    else runs.push({ text: segment, font });
  }
  return runs;
}

const NEUTRAL = /^[\s\p{P}\p{N}]+$/u;

function isIn(name: string, text: string, fonts: readonly NamedFont[]): boolean {
  return fonts.some((each) => each.name === name && hasAll(each.font, text));
}

function hasAll(font: Font, text: string): boolean {
  for (const character of text) {
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}
