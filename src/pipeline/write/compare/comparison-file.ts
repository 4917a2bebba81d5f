import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { z } from "zod";
import { LonghandError } from "../../../foundation/index.ts";
import type { BudgetRegime } from "../../../records/index.ts";
import { checkShape, faultWords, fileError, parseStrictYaml } from "../../../storage/index.ts";
import { ABLATIONS } from "../../../writing/index.ts";
import { ARM_NAMES, armNamed, type WriterArm } from "./writer-arms.ts";

/** What is compared, before briefs are read. */
export interface ComparisonFile {
  /** Its name. @defaultValue "writing-comparison" */
  readonly name: string;
  /** Paths of the briefs. */
  readonly briefs: readonly string[];
  /** The axes. */
  readonly grid: {
    /** Ways of writing. */
    readonly writer: readonly WriterArm[];
    /** Seeds. @defaultValue [1, 2, 3] */
    readonly seed: readonly number[];
  };
  /** Words of each document in place of the briefs' own; absent for their own. */
  readonly words?: number;
  /** Budgets. @defaultValue ["completion"] */
  readonly regimes: readonly BudgetRegime[];
  /** Names of the arms that others are compared with. @defaultValue `rolling` and `outline`, as far as there */
  readonly baselines?: readonly string[];
  /** How many facts are planted: as many as fit, or all forty. @defaultValue "fit" */
  readonly facts: "fit" | "all";
  /** Model in place of the briefs'. */
  readonly model?: string;
  /** Its settings. */
  readonly modelSettings?: Readonly<Record<string, unknown>>;
  /** How much the model can do. */
  // biome-ignore lint/plugin: a closed set of words, no quantity
  readonly size?: "tiny" | "small" | "hosted";
  /** Judge of blind preference between the lead arm and the baselines; absent for none. */
  readonly judge?: {
    /** Model as `<adapter>:<name>`; of another family than the writer. */
    readonly model: string;
    /** Its settings. @defaultValue none */
    readonly settings: Readonly<Record<string, unknown>>;
  };
  /** Seed of the statistics. @defaultValue 12345 */
  readonly statisticsSeed: number;
}

const text = z.string().regex(/\S/, "must not be empty");
const arm = z.union([
  z
    .string()
    .refine(
      (name) => ARM_NAMES.includes(name),
      `must be one of ${ARM_NAMES.join(", ")}, or a mapping`,
    ),
  z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "must be lower-case letters, digits, hyphens"),
    strategy: z.enum(["tree", "chapters", "rolling", "outline"]),
    order: z.exactOptional(z.enum(["ltr", "bfs", "anchors"])),
    repair: z.exactOptional(z.boolean()),
    candidates: z.exactOptional(z.int().min(1).max(16)),
    staged: z.exactOptional(z.boolean()),
    without: z.exactOptional(z.array(z.enum(ABLATIONS)).min(1)),
  }),
]);

/** Schema of a comparison of ways of writing; unknown keys are errors. */
const comparisonSchema = z
  .strictObject({
    name: z._default(
      z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "must be lower-case letters, digits and hyphens"),
      "writing-comparison",
    ),
    briefs: z.array(text).min(1, "must name a brief"),
    grid: z.strictObject({
      writer: z.array(arm).min(2, "must name two ways of writing or more"),
      seed: z._default(z.array(z.int().min(0).max(4294967295)).min(1), [1, 2, 3]),
    }),
    words: z.exactOptional(z.int().min(200).max(200_000)),
    regimes: z._default(z.array(z.enum(["completion", "cost"])).min(1), ["completion"]),
    baselines: z.exactOptional(z.array(text).min(1)),
    facts: z._default(z.enum(["fit", "all"]), "fit"),
    model: z.exactOptional(text),
    modelSettings: z.exactOptional(z.record(z.string(), z.unknown())),
    size: z.exactOptional(z.enum(["tiny", "small", "hosted"])),
    judge: z.exactOptional(
      z.strictObject({ model: text, settings: z._default(z.record(z.string(), z.unknown()), {}) }),
    ),
    statisticsSeed: z._default(z.int().min(0), 12345),
  })
  .transform(({ grid, ...rest }) => ({
    ...rest,
    grid: {
      seed: grid.seed,
      writer: grid.writer.map((each) => (typeof each === "string" ? armNamed(each) : each)),
    },
  })) as unknown as z.ZodType<ComparisonFile>;

/**
 * Reads a comparison and refuses everything that could not run, all faults at once.
 *
 * @param source - YAML or JSON.
 * @param file - Its name in messages; paths of briefs are found from its folder.
 * @returns The comparison with every default written out.
 * @throws LonghandError `invalid-experiment`, listing each fault with file and line.
 */
export function parseComparison(source: string, file: string): ComparisonFile {
  const yaml = parseStrictYaml(source);
  const { value, problems } = checkShape(yaml, comparisonSchema);
  const faults = [...yaml.problems, ...problems].map(
    ({ line, column, message }) => `${file}:${line}:${column}: ${message}`,
  );
  if (value !== undefined && faults.length === 0) {
    faults.push(
      ...comparisonFaults(value).map(([path, message]) => {
        const { line, column } = yaml.placeOf(path);
        return `${file}:${line}:${column}: ${message}`;
      }),
    );
  }
  if (value !== undefined && faults.length === 0) {
    const folder = dirname(file);
    const found = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
    return { ...value, briefs: value.briefs.map(found) };
  }
  throw new LonghandError(
    `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}; nothing was run.\n${faults.join("\n")}`,
    {
      code: "invalid-experiment",
      hint: "Mend the lines above. docs/writing-compare.md lists every field.",
      details: { file },
    },
  );
}

type Fault = readonly [path: readonly PropertyKey[], message: string];

/**
 * What is wrong with a comparison although each field is well formed.
 *
 * @param comparison - The comparison.
 * @returns Each fault with its place.
 */
function comparisonFaults({ grid, briefs, baselines, regimes }: ComparisonFile): Fault[] {
  const names = grid.writer.map(({ name }) => name);
  return [
    ...repeated(names).map(
      (name): Fault => [["grid", "writer"], `grid.writer: ${name} stands twice.`],
    ),
    ...grid.writer
      .filter(({ strategy, without = [] }) => strategy !== "tree" && without.length > 0)
      .map(
        ({ name }): Fault => [
          ["grid", "writer"],
          `grid.writer: ${name}: \`without\` belongs to the strategy tree.`,
        ],
      ),
    ...repeated(grid.seed).map(
      (seed): Fault => [["grid", "seed"], `grid.seed: ${seed} stands twice.`],
    ),
    ...repeated(regimes).map((regime): Fault => [["regimes"], `regimes: ${regime} stands twice.`]),
    ...repeated(briefs).map((path): Fault => [["briefs"], `briefs: ${path} stands twice.`]),
    ...(baselines ?? [])
      .filter((name) => !names.includes(name))
      .map((name): Fault => [["baselines"], `baselines: ${name} is not among grid.writer.`]),
  ];
}

function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, place) => values.indexOf(value) < place);
}

/**
 * Whether a file is a comparison of ways of writing, and not an experiment over a benchmark.
 *
 * @param path - The file.
 * @returns Whether its grid has an axis `writer`; not so for a file that cannot be read.
 */
export async function isComparisonFile(path: string): Promise<boolean> {
  const source = await readFile(path, "utf8").catch(() => "");
  const { value } = parseStrictYaml(source);
  const grid: unknown = isRecord(value) ? value["grid"] : undefined;
  return isRecord(grid) && "writer" in grid;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a comparison file.
 *
 * @param path - The file.
 * @returns The comparison.
 * @throws LonghandError `invalid-experiment`.
 */
export async function readComparisonFile(path: string): Promise<ComparisonFile> {
  const source = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new LonghandError(fileError(path, cause).message, {
      code: "invalid-experiment",
      hint: "Name a file such as examples/writing-comparison.yaml.",
      details: { file: path },
      cause,
    });
  });
  return parseComparison(source, path);
}

/**
 * A comparison put together by a program or a command line: what is absent gets its default.
 *
 * @param given - At least the briefs and two ways of writing.
 * @returns The comparison.
 * @throws LonghandError `usage`, naming every fault.
 */
export function comparisonFromOptions(given: {
  readonly briefs: readonly string[];
  readonly writers: readonly WriterArm[];
  readonly seeds?: readonly number[];
  readonly settings?: Partial<Omit<ComparisonFile, "briefs" | "grid">>;
}): ComparisonFile {
  const { briefs, writers, seeds, settings = {} } = given;
  const grid = { writer: writers, ...(seeds === undefined ? {} : { seed: seeds }) };
  const read = comparisonSchema.safeParse({ ...settings, briefs, grid });
  const faults = read.success
    ? comparisonFaults(read.data).map(([, message]) => message)
    : [faultWords(read.error, "the comparison")];
  if (read.success && faults.length === 0) return read.data;
  throw new LonghandError(`The comparison cannot run: ${faults.join("; ")}.`, {
    code: "usage",
    hint: "Add --help to see the options.",
  });
}
