import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const NEEDS = ["none", "data", "model", "gpu"] as const;

/** What a reproduction needs that this repository cannot bring. */
export type Need = (typeof NEEDS)[number];

/** A value of a result, and what it should be. */
export interface ReproducedValue {
  /** The value in words. */
  readonly what: string;
  /** Where it stands in what the command prints with `--json`, for instance `texts[variant=longhand].value`. */
  readonly path?: string;
  /** Places of several values, for `order`. */
  readonly paths?: readonly string[];
  /** What it should be. */
  readonly expected?: number;
  /** How far off it may be, absolute. */
  readonly tolerance?: number;
  /** Lowest value allowed. */
  readonly lowest?: number;
  /** Highest value allowed. */
  readonly highest?: number;
  /** How the values at `paths` should follow each other. */
  readonly order?: "rising" | "falling" | "not-rising";
}

/** Something that a command is given. */
export interface ReproductionInput {
  /** What it is. */
  readonly what: string;
  /** Package it is made of; `moby-dick` knows how. */
  readonly package?: string;
  /** Version of the package. */
  readonly version?: string;
  /** Of the file in UTF-8. */
  readonly sha256?: string;
}

/** A result that is published or quoted, and how to get it again: one file of this folder. */
export interface Reproduction {
  /** Format version. */
  readonly v: 1;
  /** The result, as a sentence. */
  readonly title: string;
  /** What it needs beyond this repository and its development dependencies. */
  readonly needs: readonly Need[];
  /** Commands to run before, as text for people. */
  readonly before?: readonly string[];
  /** The command; words in capitals stand for `inputs`. */
  readonly command: string;
  /** What the words in capitals stand for. */
  readonly inputs?: Readonly<Record<string, ReproductionInput>>;
  /** The test that checks it, where no command prints the values. */
  readonly checkedBy?: string;
  /** The values. One without an expectation is printed as measured. */
  readonly values: readonly ReproducedValue[];
  /** Where the expected values come from, and why the tolerance is what it is. */
  readonly source: string;
}

const valueSchema = z
  .strictObject({
    what: z.string().min(1),
    path: z.exactOptional(z.string().min(1)),
    paths: z.exactOptional(z.array(z.string().min(1)).min(2)),
    expected: z.exactOptional(z.number()),
    tolerance: z.exactOptional(z.number().nonnegative()),
    lowest: z.exactOptional(z.number()),
    highest: z.exactOptional(z.number()),
    order: z.exactOptional(z.enum(["rising", "falling", "not-rising"])),
  })
  .refine((value) => (value.expected === undefined) === (value.tolerance === undefined), {
    message: "expected and tolerance belong together",
  })
  .refine((value) => (value.paths === undefined) === (value.order === undefined), {
    message: "paths and order belong together",
  });

/** Schema of a file of this folder. */
const reproductionSchema: z.ZodType<Reproduction> = z
  .strictObject({
    v: z.literal(1),
    title: z.string().min(1),
    needs: z.array(z.enum(NEEDS)).min(1),
    before: z.exactOptional(z.array(z.string().min(1))),
    command: z.string().startsWith("longhand "),
    inputs: z.exactOptional(
      z.record(
        z.string().regex(/^[A-Z_]+$/),
        z.strictObject({
          what: z.string().min(1),
          package: z.exactOptional(z.string()),
          version: z.exactOptional(z.string()),
          sha256: z.exactOptional(z.string().regex(/^[0-9a-f]{64}$/)),
        }),
      ),
    ),
    checkedBy: z.exactOptional(z.string().min(1)),
    values: z.array(valueSchema).min(1),
    source: z.string().min(1),
  })
  .refine(({ needs }) => !needs.includes("none") || needs.length === 1, {
    message: "none stands alone",
  })
  .refine(
    ({ checkedBy, values }) =>
      checkedBy !== undefined ||
      values.every(({ path, paths }) => path !== undefined || paths !== undefined),
    { message: "a value needs a path, or the file a test that checks it" },
  ) as z.ZodType<Reproduction>;

/** The folder of the reproductions. */
export const FOLDER: string = import.meta.dirname;

/** Names of all files, in order. */
export function reproductionFiles(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort();
}

/** Reads and checks a file of this folder. */
export function readReproduction(file: string): Reproduction {
  const parsed = reproductionSchema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
  if (parsed.success) return parsed.data;
  throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
}

/**
 * Finds a value by its path: names with dots between, `[2]` for a place in a list, `[name=words]` for
 * the first member of a list whose `name` is the words, or holds them if it is a list itself.
 */
export function valueAt(json: unknown, path: string): unknown {
  let found: unknown = json;
  for (const [, name, inside] of path.matchAll(/([^.[\]]+)|\[([^\]]+)\]/g)) {
    if (found === null || typeof found !== "object") return undefined;
    if (name !== undefined) found = (found as Readonly<Record<string, unknown>>)[name];
    else found = chosen(found as readonly unknown[], inside ?? "");
  }
  return found;
}

/** A place in a list, or its first member that meets every condition, with `&` between them. */
function chosen(list: readonly unknown[], inside: string): unknown {
  if (/^\d+$/.test(inside)) return list[Number(inside)];
  const conditions = inside.split("&").map((condition) => condition.split("=") as [string, string]);
  return list.find((member) =>
    conditions.every(([name, words]) => {
      const value = (member as Readonly<Record<string, unknown>>)[name];
      return Array.isArray(value) ? value.includes(words) : String(value) === words;
    }),
  );
}

/** What became of one value. */
export interface CheckedValue {
  /** The value in words. */
  readonly what: string;
  /** What was found, as text. */
  readonly found: string;
  /** `measured` for a value without an expectation. */
  readonly status: "as-expected" | "off" | "measured";
  /** What was expected, in words. */
  readonly wanted: string;
}

/** Checks one value of what a command printed. */
export function checkValue(json: unknown, value: ReproducedValue): CheckedValue {
  if (value.paths !== undefined) return checkOrder(json, value);
  const found = value.path === undefined ? undefined : valueAt(json, value.path);
  const wanted = wantedWords(value);
  const told = { what: value.what, found: String(found), wanted };
  if (wanted === "") return { ...told, status: found === undefined ? "off" : "measured" };
  return { ...told, status: isWanted(found, value) ? "as-expected" : "off" };
}

function isWanted(found: unknown, value: ReproducedValue): boolean {
  const { expected, tolerance = 0, lowest, highest } = value;
  if (typeof found !== "number") return false;
  return (
    (expected === undefined || Math.abs(found - expected) <= tolerance) &&
    (lowest === undefined || found >= lowest) &&
    (highest === undefined || found <= highest)
  );
}

function checkOrder(json: unknown, { what, paths = [], order }: ReproducedValue): CheckedValue {
  const values = paths.map((path) => valueAt(json, path));
  const steps = values.slice(1).map((value, at) => Number(value) - Number(values[at]));
  const fits = steps.every((step) => {
    if (order === "rising") return step > 0;
    return order === "falling" ? step < 0 : step <= 0;
  });
  return {
    what,
    found: values.join(", "),
    wanted: order ?? "",
    status: fits ? "as-expected" : "off",
  };
}

/** What is expected of a value, in words; an empty text if nothing is. */
export function wantedWords({
  expected,
  tolerance,
  lowest,
  highest,
  order,
}: ReproducedValue): string {
  const parts = [
    expected === undefined ? "" : `${expected}${tolerance === 0 ? "" : ` ± ${tolerance}`}`,
    lowest === undefined ? "" : `≥ ${lowest}`,
    highest === undefined ? "" : `≤ ${highest}`,
    order ?? "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
