import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { retrieverNames } from "../../retrieval/index.ts";
import { metricNames } from "../../scoring/index.ts";
import { neededPermutations } from "../../statistics/index.ts";
import {
  checkShape,
  type DataProblem,
  fileError,
  nearestWord,
  parseStrictYaml,
  type YamlSource,
} from "../../storage/index.ts";
import { type Experiment, experimentSchema } from "./experiment-schema.ts";

/** An experiment that may run, and what its author should know. */
export interface ReadExperiment {
  /** With every default written out. */
  readonly experiment: Experiment;
  /** One sentence each, with file and line. */
  readonly warnings: readonly string[];
}

/**
 * Reads an experiment file (YAML or JSON) and refuses everything that could not run, all faults at
 * once.
 *
 * @param path - The file.
 * @returns The experiment with every default written out, and warnings.
 * @throws LonghandError `invalid-experiment`, listing each fault with file, line and what was meant.
 */
export async function readExperiment(path: string): Promise<ReadExperiment> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  return parseExperiment(text, path);
}

/**
 * The same for text that is already at hand.
 *
 * @param text - YAML or JSON.
 * @param file - Its name in messages.
 * @returns The experiment with every default written out, and warnings.
 * @throws LonghandError `invalid-experiment`.
 */
export function parseExperiment(text: string, file: string): ReadExperiment {
  const source = parseStrictYaml(text);
  const shape = checkShape(source, experimentSchema);
  const problems = [
    ...source.problems,
    ...shape.problems,
    ...oddIntegers(source),
    ...unknownNames(source),
    ...warningsOf(source),
  ];
  const said = inOrder(problems);
  const errors = said.filter(({ severity }) => severity === "error");
  if (errors.length > 0 || shape.value === undefined) throw invalidExperiment(file, said);
  return { experiment: shape.value, warnings: said.map((problem) => line(file, problem)) };
}

/** A name in a list of the grid that nothing answers to. */
function unknownNames(source: YamlSource): DataProblem[] {
  const metrics = valuesAt(source, ["metrics"]);
  return [
    ...valuesAt(source, ["grid", "retriever"]).flatMap(({ value, path }) =>
      unknownName({
        source,
        path,
        name: String(value),
        known: retrieverNames(),
        noun: "retriever",
      }),
    ),
    ...metrics.flatMap(({ value, path }, index) => {
      const name = String(value);
      const earlier = metrics
        .slice(0, index)
        .find((other) => spelling(other.value) === spelling(name));
      if (earlier === undefined || earlier.value === value) {
        return unknownName({ source, path, name, known: metricNames(), noun: "metric" });
      }
      return [
        problemAt(
          source,
          path,
          `metrics: ${name} is another spelling of ${String(earlier.value)}, which is listed already`,
        ),
      ];
    }),
  ];
}

const spelling = (name: unknown): string => String(name).toLowerCase().replaceAll(/[-_]/g, "");

interface NameToCheck {
  readonly source: YamlSource;
  readonly path: readonly PropertyKey[];
  readonly name: string;
  readonly known: readonly string[];
  readonly noun: string;
}

function unknownName({ source, path, name, known, noun }: NameToCheck): DataProblem[] {
  if (known.includes(name)) return [];
  const near = nearestWord(name, known);
  const meant = near === undefined ? `known are ${known.join(", ")}` : `did you mean "${near}"?`;
  return [problemAt(source, path, `unknown ${noun} "${name}": ${meant}`)];
}

const INTEGER_PATHS = [
  ["seed"],
  ["repeat"],
  ["generation", "maxOutputTokens"],
  ["generation", "seed"],
  ["statistics", "seed"],
];

/** `1e3` is a number in YAML, but not one that a reader takes for a whole number. */
function oddIntegers(source: YamlSource): DataProblem[] {
  return INTEGER_PATHS.flatMap((path) => {
    const written = source.writtenAt(path);
    const isWhole = written === undefined || /^[-+]?\d+$/.test(written);
    // What is no number at all is refused by the schema already.
    if (isWhole || Number.isNaN(Number(written)) || !Number.isInteger(Number(written))) return [];
    return [
      problemAt(
        source,
        path,
        `${path.join(".")}: write a whole number with digits only, got ${written}`,
      ),
    ];
  });
}

/** Settings that are allowed but most likely not meant. */
function warningsOf(source: YamlSource): DataProblem[] {
  const warnings: DataProblem[] = [];
  const timeout = valueAt(source, ["limits", "replyTimeoutMs"]);
  if (typeof timeout === "number" && timeout > 0 && timeout < 1000) {
    const said = `limits.replyTimeoutMs: ${timeout} ms is under one second; is it meant in seconds?`;
    warnings.push(warningAt(source, ["limits", "replyTimeoutMs"], said));
  }
  const permutations = valueAt(source, ["statistics", "permutations"]);
  const needed = neededPermutations(contrastsOf(source));
  if (typeof permutations === "number" && permutations < needed) {
    const said = `statistics.permutations: ${permutations} are too few for this grid's family of contrasts: no claim is possible below ${needed}`;
    warnings.push(warningAt(source, ["statistics", "permutations"], said));
  }
  return warnings;
}

/** How many cells would meet the baseline, counted as the file lists them, faults included. */
function contrastsOf(source: YamlSource): number {
  const listed = (key: string): unknown[] =>
    valuesAt(source, ["grid", key]).map(({ value }) => value);
  const count = (key: string): number => Math.max(1, listed(key).length);
  const retrievers = listed("retriever");
  const plain = retrievers.filter((name) => name === "none").length;
  const cells = plain + (retrievers.length - plain) * count("k");
  return Math.max(1, cells * count("mode") * count("model") - 1);
}

function valueAt(source: YamlSource, path: readonly string[]): unknown {
  let at: unknown = source.value;
  for (const step of path) at = (at as Record<string, unknown> | null | undefined)?.[step];
  return at;
}

function valuesAt(
  source: YamlSource,
  path: readonly string[],
): { readonly value: unknown; readonly path: readonly PropertyKey[] }[] {
  const list = valueAt(source, path);
  return Array.isArray(list)
    ? list.map((value: unknown, index) => ({ value, path: [...path, index] }))
    : [];
}

function problemAt(source: YamlSource, path: readonly PropertyKey[], message: string): DataProblem {
  const ended = /[.?]$/.test(message) ? message : `${message}.`;
  return { severity: "error", ...source.placeOf(path), message: ended };
}

function warningAt(source: YamlSource, path: readonly PropertyKey[], message: string): DataProblem {
  return { ...problemAt(source, path, message), severity: "warning" };
}

/** By line; two messages for one value become one. */
function inOrder(problems: readonly DataProblem[]): DataProblem[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return sorted.filter(
    (problem, index) =>
      !sorted
        .slice(0, index)
        .some((other) => other.line === problem.line && other.column === problem.column),
  );
}

function line(file: string, { line: at, column, severity, message }: DataProblem): string {
  return `${file}:${at}:${column}: ${severity === "warning" ? "warning: " : ""}${message}`;
}

function invalidExperiment(file: string, problems: readonly DataProblem[]): LonghandError {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return new LonghandError(
    `${file} has ${errors} ${errors === 1 ? "fault" : "faults"}; nothing was run.\n${problems.map((problem) => line(file, problem)).join("\n")}`,
    {
      code: "invalid-experiment",
      hint: "Mend the lines above. docs/pipeline.md lists every key with its default.",
      details: { file, problems },
    },
  );
}
