import { LonghandError } from "../foundation/index.ts";
import type { DatasetExample, FieldValue, ProfileItem } from "../records/index.ts";
import { ratingText } from "./field-values.ts";
import type { ReleasedRow, TaskDefinition } from "./task.ts";
import { type TextJson, textJson, valueJson } from "./text-json.ts";

/** An example as a row in the layout of its task. */
export function writeRow(definition: TaskDefinition, example: DatasetExample): ReleasedRow {
  if (example.task !== definition.name) {
    throw new LonghandError(
      `Example ${example.id} belongs to the task ${example.task}, not to ${definition.name}.`,
      { code: "invalid-record", hint: "Write it with the task that it was read with." },
    );
  }
  const columns = (definition.columns ?? []).flatMap((name) => {
    const value = example.fields?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    id: example.id,
    [definition.user.names[0]]: example.userId,
    ...Object.fromEntries(columns),
    input: example.input,
    output: example.output,
    ...(example.targetId === undefined ? {} : { target_id: example.targetId }),
    ...(example.date === undefined ? {} : { date: example.date }),
    profile: example.profile.map((item) => writeItem(definition, item)),
  };
}

function writeItem({ profile }: TaskDefinition, item: ProfileItem): ReleasedRow {
  const row: Record<string, FieldValue> = {};
  for (const [name, { kind }] of Object.entries(profile)) {
    const value = item.fields[name];
    if (kind === "id") row[name] = item.id;
    else if (kind === "date" && value === undefined) setIfKnown(row, name, item.date);
    else if (kind === "rating") setIfKnown(row, name, ratingNumber(value));
    else setIfKnown(row, name, value);
  }
  for (const [name, value] of Object.entries(item.fields)) {
    if (!Object.hasOwn(profile, name)) row[name] = value;
  }
  return row;
}

function setIfKnown(
  row: Record<string, FieldValue>,
  name: string,
  value: FieldValue | undefined,
): void {
  if (value !== undefined) row[name] = value;
}

/** The number a rating was read from; a text that no number prints as stays a text. */
function ratingNumber(value: FieldValue | undefined): FieldValue | undefined {
  const rating = Number(value);
  return typeof value === "string" && ratingText(rating) === value ? rating : value;
}

/**
 * A row as one line of JSON. Python's floats keep their `.0`, which JavaScript would drop: a reader
 * in Python would take `5` for another type and print it another way.
 */
export function writeLine(definition: TaskDefinition, example: DatasetExample): string {
  const items = example.profile.map((item) => itemLine(definition, item));
  return `${lineHead(definition, example)}${items.join(",")}${LINE_END}`;
}

/** The line of an example up to its profile's first item. */
export function lineHead(definition: TaskDefinition, example: DatasetExample): string {
  const { profile: _, ...row } = writeRow(definition, { ...example, profile: [] });
  return `${JSON.stringify(row).slice(0, -1)},"profile":[`;
}

/** The line of an example behind its profile's last item. */
export const LINE_END = "]}";

/** An item of a profile as it stands in a line. */
export function itemLine(
  definition: TaskDefinition,
  item: ProfileItem,
  json: TextJson = textJson,
): string {
  const row = writeItem(definition, item);
  let pairs = "";
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value === undefined) continue;
    const isFloat = typeof value === "number" && definition.profile[name]?.kind === "rating";
    pairs += `${pairs === "" ? "" : ","}${json(name)}:${isFloat ? ratingText(value) : valueJson(value, json)}`;
  }
  return `{${pairs}}`;
}
