import { LonghandError } from "../foundation/index.ts";

/** What the Punkt sentence splitter was taught. All tables may be empty. */
export interface PunktTables {
  /** Short name for signatures, for instance `en`. */
  readonly name: string;
  /** Abbreviations, lower-cased, without the final dot. */
  readonly abbreviations: ReadonlySet<string>;
  /** Pairs of types that a full stop does not part, as `first TAB second`. */
  readonly collocations: ReadonlySet<string>;
  /** Types that often begin a sentence. */
  readonly starters: ReadonlySet<string>;
  /** How a type was seen: 2, 4, 8 upper case at begin, middle, unknown; 16, 32, 64 lower case. */
  readonly orthography: ReadonlyMap<string, number>;
}

/** Tables that know nothing: the default, the same on every machine. */
export const NO_PUNKT_TABLES: PunktTables = {
  name: "none",
  abbreviations: new Set(),
  collocations: new Set(),
  starters: new Set(),
  orthography: new Map(),
};

/** The four files of a folder with Punkt tables, as text. */
export interface PunktFiles {
  /** `abbrev_types.txt`: one a line. */
  readonly abbreviations: string;
  /** `collocations.tab`: two types a line, parted by a tab. */
  readonly collocations: string;
  /** `sent_starters.txt`: one a line. */
  readonly starters: string;
  /** `ortho_context.tab`: a type and its flags a line, parted by a tab. */
  readonly orthography: string;
}

/**
 * Reads Punkt tables in the format of NLTK's folder `punkt_tab`.
 *
 * @param files - The content of its files.
 * @param name - Short name for signatures.
 * @returns The tables.
 * @throws LonghandError `invalid-punkt-tables` with file and line for a line that is malformed.
 */
export function parsePunktTables(files: PunktFiles, name = "en"): PunktTables {
  const pairs = linesOf(files.collocations);
  for (const [index, line] of pairs.entries()) {
    if (line.split("\t").length !== 2) refuse("collocations.tab", index, "two types and one tab");
  }
  const orthography = linesOf(files.orthography).map((line, index): [string, number] => {
    const [type, flags = ""] = line.split("\t");
    if (!/^\d{1,3}$/.test(flags)) refuse("ortho_context.tab", index, "a type, a tab and its flags");
    return [type as string, Number(flags)];
  });
  return {
    name,
    abbreviations: new Set(linesOf(files.abbreviations)),
    collocations: new Set(pairs),
    starters: new Set(linesOf(files.starters)),
    orthography: new Map(orthography),
  };
}

/**
 * What signatures call tables: their name and a hash of their content.
 *
 * @param tables - Any tables.
 * @returns `none` for empty tables, else for instance `en-14454cedd08d`, with the first 12 hexadecimal
 *   digits of a SHA-256.
 */
export async function punktSignature(tables: PunktTables): Promise<string> {
  const { abbreviations, collocations, starters, orthography } = tables;
  const flags = Array.from(orthography, ([type, value]) => `${type}\t${value}`);
  const blocks = [abbreviations, collocations, starters, flags].map((block) => [...block]);
  if (blocks.every((block) => block.length === 0)) return "none";
  const text = `${blocks.map((block) => block.sort(byCodePoint).join("\n")).join("\n\n")}\n`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const bytes = Array.from(new Uint8Array(digest).subarray(0, 6));
  const hash = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${tables.name}-${hash}`;
}

function linesOf(file: string): string[] {
  return file.split(/\r?\n/).filter((line) => line !== "");
}

/** JavaScript compares code units, which puts U+E000–U+FFFF after what is beyond them. */
function byCodePoint(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function refuse(file: string, index: number, wanted: string): never {
  throw new LonghandError(`${file}:${index + 1}: a line must hold ${wanted}.`, {
    code: "invalid-punkt-tables",
    hint: "Point to a folder in the format of NLTK's punkt_tab, for instance punkt_tab/english.",
    details: { file, line: index + 1 },
  });
}
