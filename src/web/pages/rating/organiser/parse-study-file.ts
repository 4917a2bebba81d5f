import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { type RatingStudy, ratingStudySchema } from "../../../../records/index.ts";

/** A fault of a study file. */
export interface StudyFileFault {
  /** Line in which it stands, from 1; absent where it is about the whole. */
  readonly line?: number;
  /** What is wrong, and where in the file's structure. */
  readonly message: string;
}

/** What a study file says, or what is wrong with it. */
export type ParsedStudyFile =
  | { readonly study: RatingStudy }
  | { readonly faults: readonly StudyFileFault[] };

/** Faults that are listed at once. */
const MOST_FAULTS = 50;
/** References of YAML to itself: more are a trick that fills the memory. */
const MOST_ALIASES = 100;

/**
 * Reads a study file. Where it names a file in place of a text, that file's text is put there.
 *
 * @param source - The study file, YAML or JSON.
 * @param texts - Texts by the names of their files, as far as they were given along.
 * @returns The study with every default written out, or its faults by line.
 */
export function parseStudyFile(
  source: string,
  texts: ReadonlyMap<string, string>,
): ParsedStudyFile {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true });
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ message, pos }) => ({
      line: lines.linePos(pos[0]).line,
      message: message.split("\n")[0] ?? message,
    }));
    return { faults: faults.slice(0, MOST_FAULTS) };
  }
  const missing: StudyFileFault[] = [];
  const place: TextPlace = {
    texts,
    missing,
    lineOf: (path) => lineOf(document, lines, path),
    path: [],
  };
  const value = withTexts(document.toJS({ maxAliasCount: MOST_ALIASES }), place);
  const parsed = ratingStudySchema.safeParse(value);
  if (parsed.success && missing.length === 0) return { study: parsed.data };
  const issues = parsed.success ? [] : parsed.error.issues;
  const faults = issues.map(({ path, message }) =>
    withLine(lineOf(document, lines, path), `${pathWords(path)}${message}`),
  );
  const all = [...missing, ...faults].sort((one, two) => (one.line ?? 0) - (two.line ?? 0));
  return { faults: all.slice(0, MOST_FAULTS) };
}

interface TextPlace {
  readonly texts: ReadonlyMap<string, string>;
  readonly missing: StudyFileFault[];
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
  readonly path: readonly PropertyKey[];
}

/** Replaces every `file` by the `text` in it. */
function withTexts(value: unknown, place: TextPlace): unknown {
  const inside = (item: unknown, key: PropertyKey): unknown =>
    withTexts(item, { ...place, path: [...place.path, key] });
  if (Array.isArray(value)) return value.map(inside);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== "file" || typeof item !== "string") return [key, inside(item, key)];
      return ["text", textOf(item, { ...place, path: [...place.path, key] })];
    }),
  );
}

function textOf(file: string, { texts, missing, lineOf: find, path }: TextPlace): string {
  const name = file.split("/").at(-1) ?? file;
  const text = texts.get(file) ?? texts.get(name);
  if (text !== undefined) return text;
  missing.push(withLine(find(path), `The file ${file} is needed: choose it along with the study.`));
  // The fault is listed: something that is none stands in for the text.
  return "…";
}

function withLine(line: number | undefined, message: string): StudyFileFault {
  return { message, ...(line === undefined ? {} : { line }) };
}

/** Line of what a path leads to, or of the nearest thing around it. */
function lineOf(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

function pathWords(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "" : `${path.map(String).join(".")}: `;
}
