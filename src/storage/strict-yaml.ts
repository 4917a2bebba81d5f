import {
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { z } from "zod";
import { issueWords } from "./issue-words.ts";
import { nearestWord } from "./nearest-word.ts";
import { yamlWords } from "./yaml-words.ts";

/** Something wrong with a data file, and where. */
export interface DataProblem {
  /** Errors stop the command; warnings do not. */
  readonly severity: "error" | "warning";
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
  /** What is wrong, and what would be right. Never holds the value of a secret. */
  readonly message: string;
}

/** A parsed YAML file that still knows where everything stood. */
export interface YamlSource {
  /** Its content as plain data. */
  readonly value: unknown;
  /** What is wrong with it as YAML. */
  readonly problems: readonly DataProblem[];
  /** Where the value at a path stands; the nearest parent if it is missing. */
  placeOf(path: readonly PropertyKey[]): YamlPlace;
  /** Where a key of the mapping at a path stands. */
  placeOfKey(path: readonly PropertyKey[], key: string): YamlPlace;
  /** The scalar at a path as it was written; absent for other nodes. */
  writtenAt(path: readonly PropertyKey[]): string | undefined;
}

/** A place in a YAML file. */
export interface YamlPlace {
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/** Most alias expansions in one file. */
const MAX_ALIASES = 100;

/**
 * Parses YAML 1.2 (core schema) as data only: custom tags and merge keys are errors, a key that
 * stands twice is an error, and at most 100 aliases are expanded. JSON is YAML, too.
 *
 * @param text - The file's text.
 * @param what - What the file is, for messages, for instance `an experiment`.
 *   @defaultValue "a data file"
 * @returns The data, all problems, and a way to find the line of each value.
 */
export function parseStrictYaml(text: string, what = "a data file"): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    merge: false,
    uniqueKeys: true,
    lineCounter: lines,
    prettyErrors: false,
  });
  const place = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems: DataProblem[] = [...document.errors, ...document.warnings].map((problem) => ({
    severity: "error",
    ...place(problem.pos[0]),
    message: yamlMessage(problem, what),
  }));
  dropRepeatedKeys(document.contents);
  for (const offset of collectionKeys(document)) {
    problems.push({ severity: "error", ...place(offset), message: "keys must be text." });
  }
  const unknown = unknownAliases(document);
  for (const offset of unknown) {
    const message =
      "an alias (*name) has no anchor (&name) before it: put text that begins with * in quotation marks.";
    problems.push({ severity: "error", ...place(offset), message });
  }
  const find = (path: readonly PropertyKey[]): Node | undefined =>
    document.getIn(path as unknown[], true) as Node | undefined;
  return {
    value: unknown.length > 0 ? undefined : toData(document, problems),
    problems,
    placeOf: (path) => {
      for (let depth = path.length; depth >= 0; depth--) {
        const node = find(path.slice(0, depth));
        if (node?.range) return place(node.range[0]);
      }
      return { line: 1, column: 1 };
    },
    placeOfKey: (path, key) => {
      const node = find(path);
      const pair = isMap(node) ? node.items.find((item) => keyOf(item) === key) : undefined;
      const range = (pair?.key as Node | undefined)?.range;
      return range ? place(range[0]) : { line: 1, column: 1 };
    },
    writtenAt: (path) => {
      const node = find(path);
      return isScalar(node) ? node.source : undefined;
    },
  };
}

/**
 * A part of a parsed file that is checked by itself; what is wrong there is said with its place in the
 * file.
 *
 * @param source - The parsed file.
 * @param below - Path of the part.
 * @param value - Its value; nothing is read from the file again.
 * @returns The part.
 */
export function partOfSource(
  source: YamlSource,
  below: readonly PropertyKey[],
  value: unknown,
): YamlSource {
  return {
    value,
    problems: [],
    placeOf: (path) => source.placeOf([...below, ...path]),
    placeOfKey: (path, key) => source.placeOfKey([...below, ...path], key),
    writtenAt: (path) => source.writtenAt([...below, ...path]),
  };
}

/** Places of keys that are lists or mappings; their values go, so that the rest can be checked. */
function collectionKeys(document: ReturnType<typeof parseDocument>): number[] {
  const places: number[] = [];
  visit(document, {
    Pair: (_, { key }) => {
      if (!isCollection(key)) return undefined;
      places.push(key.range?.[0] ?? 0);
      return visit.REMOVE;
    },
  });
  return places;
}

/** Places of aliases that name nothing. */
function unknownAliases(document: ReturnType<typeof parseDocument>): number[] {
  const places: number[] = [];
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) === undefined) places.push(alias.range?.[0] ?? 0);
    },
  });
  return places;
}

function toData(document: ReturnType<typeof parseDocument>, problems: DataProblem[]): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch {
    // The yaml package throws for alias bombs only; nothing of the value is used then.
    problems.push({
      severity: "error",
      line: 1,
      column: 1,
      message: `more than ${MAX_ALIASES} alias expansions: write the values out.`,
    });
    return undefined;
  }
}

function yamlMessage(
  { code, message }: { readonly code: string; readonly message: string },
  what: string,
): string {
  if (code === "TAG_RESOLVE_FAILED") {
    return `tags that name code or custom types are refused: ${what} is plain data.`;
  }
  if (code === "DUPLICATE_KEY") return "this key stands twice in one mapping: keep one of them.";
  return `not valid YAML: ${yamlWords({ code, message })}`;
}

function keyOf(pair: Pair): unknown {
  return isScalar(pair.key) ? pair.key.value : pair.key;
}

/** Keeps the first of two equal keys, so that what follows can still be checked. */
function dropRepeatedKeys(node: unknown): void {
  if (!isMap(node)) return;
  const seen = new Set<unknown>();
  (node as YAMLMap).items = node.items.filter((pair) => {
    const key = keyOf(pair);
    if (seen.has(key)) return false;
    seen.add(key);
    dropRepeatedKeys(pair.value);
    return true;
  });
}

/**
 * Checks parsed YAML against a schema and says of each fault where it stands and what was meant.
 *
 * @param source - The parsed file.
 * @param schema - What it should look like; objects should be strict.
 * @returns The value if it fits, and every fault as a problem.
 */
export function checkShape<T>(
  source: YamlSource,
  schema: z.ZodType<T>,
): { readonly value?: T; readonly problems: readonly DataProblem[] } {
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return { value: parsed.data, problems: [] };
  const taken = new Set(source.problems.map((problem) => problem.line));
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, { source, schema }));
  // A line whose YAML is already refused gets no second message.
  return { problems: problems.filter((problem) => !taken.has(problem.line)) };
}

interface Checked {
  readonly source: YamlSource;
  readonly schema: z.ZodType;
}

function problemsOf(issue: z.core.$ZodIssue, { source, schema }: Checked): DataProblem[] {
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(schema, issue.path);
    return issue.keys.map((key) => ({
      severity: "error",
      ...source.placeOfKey(issue.path, key),
      message: unknownKeyMessage(key, known),
    }));
  }
  if (issue.path.length === 0 && issue.code === "invalid_type") {
    const message = "the file must hold keys with values; it holds none.";
    return [{ severity: "error", line: 1, column: 1, message }];
  }
  const words = issueWords(issue, source.writtenAt(issue.path));
  const quoted = isQuotedNumber(issue, source)
    ? words.replace(/\.$/, " in quotation marks: remove them.")
    : words;
  return [
    {
      severity: "error",
      ...source.placeOf(issue.path),
      message: `${nameOf(issue.path)}: ${quoted}`,
    },
  ];
}

function isQuotedNumber(issue: z.core.$ZodIssue, source: YamlSource): boolean {
  if (issue.code !== "invalid_type" || !["number", "int"].includes(issue.expected)) return false;
  const value = issue.path.reduce<unknown>(
    (at, step) => (at as Readonly<Record<PropertyKey, unknown>>)[step],
    source.value,
  );
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}

/** `grid.k` for a key, `grid.k, item 5` for the fifth value of its list. */
function nameOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (typeof last !== "number" || path.length === 1)
    return path.map(String).join(".") || "the file";
  return `${path.slice(0, -1).map(String).join(".")}, item ${last + 1}`;
}

const SECRET = /key|secret|token|password|credential/i;

function unknownKeyMessage(key: string, known: readonly string[]): string {
  const near = nearestWord(key, known);
  if (near !== undefined) return `unknown key "${key}": did you mean "${near}"?`;
  if (SECRET.test(key)) {
    return `unknown key "${key}": secrets are never written into a file; set an environment variable and name it in \`models\`.`;
  }
  return `unknown key "${key}": known here are ${known.join(", ")}.`;
}

/** The keys that a schema allows at a path. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const step of path) at = childSchema(unwrapped(at), step);
  const found = unwrapped(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function childSchema(schema: unknown, step: PropertyKey): unknown {
  if (schema instanceof z.ZodObject) return schema.shape[String(step)];
  if (schema instanceof z.ZodArray) return schema.element;
  return undefined;
}

function unwrapped(schema: unknown): unknown {
  let at = schema;
  for (let depth = 0; depth < 8; depth++) {
    const inner = (at as { def?: { innerType?: unknown; in?: unknown } } | undefined)?.def;
    const next = inner?.innerType ?? inner?.in;
    if (next === undefined) return at;
    at = next;
  }
  return at;
}
