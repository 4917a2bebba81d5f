import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import {
  judgeModels,
  parseRetrieverSpec,
  type RetrieverDefinition,
  type RetrieverSettings,
  retrieverNameFault,
  retrieverSettingsFaults,
} from "../../retrieval/index.ts";
import { type MetricDefinition, metricNames } from "../../scoring/index.ts";
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
import { withPreset } from "./generation-presets.ts";

/** An experiment that may run, and what its author should know. */
export interface ReadExperiment {
  /** With every default written out. */
  readonly experiment: Experiment;
  /** One sentence each, with file and line. */
  readonly warnings: readonly string[];
}

/** What an experiment may name beside what Longhand has. */
export interface OwnParts {
  /** Retrievers of your own. @defaultValue none */
  readonly retrievers?: readonly Pick<RetrieverDefinition, "name">[];
  /** Metrics of your own. @defaultValue none */
  readonly metrics?: readonly Pick<MetricDefinition, "name">[];
}

/**
 * Reads an experiment file (YAML or JSON) and refuses everything that could not run, all faults at
 * once.
 *
 * @param path - The file.
 * @param own - Retrievers and metrics of your own that it may name. @defaultValue none
 * @returns The experiment with every default written out, and warnings.
 * @throws LonghandError `invalid-experiment`, listing each fault with file, line and what was meant.
 */
export async function readExperiment(path: string, own: OwnParts = {}): Promise<ReadExperiment> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    const { message } = fileError(path, cause);
    throw new LonghandError(message, {
      code: "invalid-experiment",
      hint: "Name an experiment file, for instance examples/fake-run.yaml.",
      details: { file: path },
      cause,
    });
  });
  return parseExperiment(text, path, own);
}

/**
 * The same for text that is already at hand.
 *
 * @param text - YAML or JSON.
 * @param file - Its name in messages.
 * @param own - Retrievers and metrics of your own that it may name. @defaultValue none
 * @returns The experiment with every default written out, and warnings.
 * @throws LonghandError `invalid-experiment`.
 */
export function parseExperiment(text: string, file: string, own: OwnParts = {}): ReadExperiment {
  const ownNames = (own.retrievers ?? []).map(({ name }) => name);
  const ownMetrics = (own.metrics ?? []).map(({ name }) => name);
  const written = parseStrictYaml(text, "an experiment");
  const source = { ...written, value: withPreset(written.value) };
  const shape = checkShape(source, experimentSchema);
  const problems = [
    ...source.problems,
    ...shape.problems,
    ...oddIntegers(source),
    ...unknownRetrievers(source, ownNames),
    ...unknownMetrics(source, ownMetrics),
    ...unknownPrices(source, ownNames),
    ...unknownExclusions(source, shape.value),
    ...warningsOf(source),
  ];
  const said = inOrder(problems);
  const errors = said.filter(({ severity }) => severity === "error");
  if (errors.length > 0 || shape.value === undefined) throw invalidExperiment(file, said);
  return { experiment: shape.value, warnings: said.map((problem) => line(file, problem)) };
}

/** A retriever that nothing answers to, and settings that no retriever of the grid has. */
function unknownRetrievers(source: YamlSource, own: readonly string[]): DataProblem[] {
  const listed = valuesAt(source, ["grid", "retriever"]);
  const faults = listed.flatMap(({ value, path }) => {
    const fault = retrieverNameFault(String(value), own);
    return fault === undefined ? [] : [problemAt(source, path, fault)];
  });
  const settings = valueAt(source, ["retrievers"]);
  if (faults.length > 0 || !isRecordOfRecords(settings)) return faults;
  const specs = listed.map(({ value }) => parseRetrieverSpec(String(value), own));
  return Object.keys(settings).flatMap((name) => {
    const one = Object.fromEntries([[name, settings[name] ?? {}]]);
    return retrieverSettingsFaults(one, specs).map((fault) =>
      problemAt(source, ["retrievers", name], fault),
    );
  });
}

/** What is no such record is refused by the schema. */
function isRecordOfRecords(value: unknown): value is RetrieverSettings {
  const isRecord = (one: unknown): boolean =>
    typeof one === "object" && one !== null && !Array.isArray(one);
  return isRecord(value) && Object.values(value as object).every(isRecord);
}

/** A metric that nothing answers to, or that is listed in two spellings. */
function unknownMetrics(source: YamlSource, own: readonly string[]): DataProblem[] {
  const metrics = valuesAt(source, ["metrics"]);
  return metrics.flatMap(({ value, path }, index) => {
    const name = String(value);
    const earlier = metrics
      .slice(0, index)
      .find((other) => spelling(other.value) === spelling(name));
    if (earlier === undefined || earlier.value === value) {
      return unknownName({ source, path, name, known: [...metricNames(), ...own], noun: "metric" });
    }
    return [
      problemAt(
        source,
        path,
        `metrics: ${name} is another spelling of ${String(earlier.value)}, which is listed already`,
      ),
    ];
  });
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

/** A name in an exclusion that the grid does not have: it would leave nothing out. */
function unknownExclusions(source: YamlSource, experiment: Experiment | undefined): DataProblem[] {
  if (experiment === undefined) return [];
  const { dataset, grid } = experiment;
  const named = typeof dataset.path === "string" ? [] : dataset.path.map(({ name }) => name);
  const axes = { dataset: named, retriever: grid.retriever, model: grid.model };
  return valuesAt(source, ["grid", "exclude"]).flatMap(({ value, path }) =>
    Object.entries(axes).flatMap(([axis, known]) =>
      namesAt(value, axis).flatMap(({ name, at }) =>
        unknownInExclusion({ source, path: [...path, axis, ...at], name, known, noun: axis }),
      ),
    ),
  );
}

function namesAt(
  rule: unknown,
  axis: string,
): { readonly name: string; readonly at: readonly number[] }[] {
  const given = (rule as Record<string, unknown> | null)?.[axis];
  if (Array.isArray(given))
    return given.map((name, index) => ({ name: String(name), at: [index] }));
  return given === undefined ? [] : [{ name: String(given), at: [] }];
}

function unknownInExclusion(name: NameToCheck): DataProblem[] {
  if (name.known.length > 0) return unknownName(name);
  const said = `grid.exclude: there is only one dataset, so that "${name.name}" names none: leave ${name.noun} out`;
  return [problemAt(name.source, name.path, said)];
}

/** A budget in money needs the price of every model. */
function unknownPrices(source: YamlSource, own: readonly string[]): DataProblem[] {
  if (valueAt(source, ["limits", "budgetUsd"]) === undefined) return [];
  const settings = valueAt(source, ["models"]) as Record<string, unknown> | null | undefined;
  const judges = valuesAt(source, ["grid", "retriever"]).flatMap(({ value }) => {
    const isKnown = retrieverNameFault(String(value), own) === undefined;
    return isKnown ? judgeModels(parseRetrieverSpec(String(value), own)) : [];
  });
  const models = valuesAt(source, ["grid", "model"]).map(({ value }) => String(value));
  const unknown = [...new Set([...models, ...judges])].filter((name) => {
    const of = settings?.[name];
    return !(typeof of === "object" && of !== null && PRICE_KEYS.every((key) => key in of));
  });
  if (unknown.length === 0) return [];
  const whose = unknown.length === 1 ? "its" : "their";
  const said = `limits.budgetUsd: the price of ${unknown.join(" and of ")} is not known: give ${whose} ${PRICE_KEYS.join(" and ")} under models (0 if it costs nothing), or use maxCalls or maxTokens`;
  return [problemAt(source, ["limits", "budgetUsd"], said)];
}

const PRICE_KEYS = ["inputUsdPerMillionTokens", "outputUsdPerMillionTokens"] as const;

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
  // Without passages there is one mode for all.
  const cells = plain + (retrievers.length - plain) * count("k") * count("mode");
  return Math.max(1, cells * count("model") - 1);
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
