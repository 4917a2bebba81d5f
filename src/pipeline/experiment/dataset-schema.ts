import { z } from "zod";

/** One part of one dataset. */
export interface DatasetChoice {
  /** A dataset folder, a released file, or `sotu-passage` for the shipped example. */
  readonly path: string;
  /** Which part. */
  readonly split: "train" | "validation" | "test";
  /** How the shipped example is split. */
  readonly setting: "user" | "temporal";
}

/** One dataset of several. */
export interface NamedDatasetChoice extends DatasetChoice {
  /** Begins the ids of its cells. @defaultValue the path's last part, with the setting or split if needed */
  readonly name: string;
}

/** What an experiment writes texts for. */
export interface ExperimentDataset {
  /** A dataset folder, a released file, or `sotu-passage`; or a list of datasets: one more axis. */
  readonly path: string | readonly NamedDatasetChoice[];
  /** Which part. @defaultValue "test" */
  readonly split: "train" | "validation" | "test";
  /** How the shipped example is split. @defaultValue "user" */
  readonly setting: "user" | "temporal";
  /** Most examples taken of each dataset, drawn by seed over all users; absent for all. */
  readonly maxExamples?: number;
}

const splitSchema = z.preprocess(
  (value) => (value === "val" ? "validation" : value),
  z.enum(["train", "validation", "test"]),
);
const settingSchema = z.enum(["user", "temporal"]);
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const listedSchema = z.strictObject({
  path: z.string().min(1),
  split: z.exactOptional(splitSchema),
  setting: z.exactOptional(settingSchema),
  name: z.exactOptional(
    z.string().regex(NAME, "must be letters, digits, dots, hyphens or underscores"),
  ),
});

type Listed = z.infer<typeof listedSchema>;

/** Schema of an experiment's `dataset`; a list is written out with names, splits and settings. */
export const datasetSchema: z.ZodType<ExperimentDataset> = z
  .strictObject({
    path: z.union(
      [z.string().min(1), z.array(z.union([z.string().min(1), listedSchema])).min(1)],
      "must be a path, or a list of paths and of { path, setting, split, name }",
    ),
    split: z._default(splitSchema, "test"),
    setting: z._default(settingSchema, "user"),
    maxExamples: z.exactOptional(z.int("must be a whole number of 1 or more").min(1)),
  })
  .transform((given, context) => {
    const { path, ...shared } = given;
    if (typeof path === "string") return { ...shared, path };
    const choices = path.map((item) => choiceOf(item, shared));
    const [only] = choices;
    if (choices.length === 1 && only !== undefined) {
      const { name: _unused, ...choice } = only;
      return { ...shared, ...choice };
    }
    const named = withNames(choices);
    refuseTwins(named, (index, message) =>
      context.addIssue({ code: "custom", path: ["path", index], message }),
    );
    return { ...shared, path: named };
  }) as unknown as z.ZodType<ExperimentDataset>;

type Choice = DatasetChoice & { readonly name?: string };

function choiceOf(item: string | Listed, shared: Omit<DatasetChoice, "path">): Choice {
  const listed: Listed = typeof item === "string" ? { path: item } : item;
  const { path, split = shared.split, setting = shared.setting, name } = listed;
  return { path, split, setting, ...(name === undefined ? {} : { name }) };
}

/** Names that tell the datasets apart: the path's last part, and as much more as is needed. */
function withNames(choices: readonly Choice[]): NamedDatasetChoice[] {
  const ways: readonly ((choice: Choice) => string)[] = [
    ({ path }) => baseName(path),
    ({ path, setting }) => `${baseName(path)}-${setting}`,
    ({ path, split }) => `${baseName(path)}-${split}`,
    ({ path, setting, split }) => `${baseName(path)}-${setting}-${split}`,
  ];
  const tellsApart = (way: (choice: Choice) => string): boolean =>
    new Set(choices.map((choice) => choice.name ?? way(choice))).size === choices.length;
  const way = ways.find(tellsApart) ?? (({ path }: Choice): string => baseName(path));
  return choices.map((choice) => ({ ...choice, name: choice.name ?? way(choice) }));
}

function baseName(path: string): string {
  const last = path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
  return last.replace(/\.(?:jsonl?|parquet)$/i, "").replaceAll(/[^A-Za-z0-9._-]+/g, "-");
}

function refuseTwins(
  named: readonly NamedDatasetChoice[],
  refuse: (index: number, message: string) => void,
): void {
  named.forEach((choice, index) => {
    const earlier = named.slice(0, index);
    const same = ({ path, split, setting }: NamedDatasetChoice): boolean =>
      path === choice.path && split === choice.split && setting === choice.setting;
    if (earlier.some(same)) refuse(index, "this dataset is listed twice");
    else if (earlier.some(({ name }) => name === choice.name)) {
      refuse(index, `the name ${choice.name} is used twice: give each dataset a \`name\``);
    }
  });
}
