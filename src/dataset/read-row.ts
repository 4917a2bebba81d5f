import type { DatasetExample, FieldValue, ProfileItem } from "../records/index.ts";
import { canonicalJson, nearestWord, sha256 } from "../storage/index.ts";
import { comparableId, readSlots, type TemplatePart } from "../text/index.ts";
import { isoDate, ratingText } from "./field-values.ts";
import type { FieldDefinition, ReleasedRow, RowReading, TaskDefinition } from "./task.ts";

/** A definition with its inputs taken apart. */
export interface RowLayout {
  readonly definition: TaskDefinition;
  readonly inputs: readonly (readonly TemplatePart[])[];
}

interface RowReader {
  readonly layout: RowLayout;
  readonly problems: string[];
  readonly ignored: Set<string>;
}

/** Problems of one row that are named; a row with more is broken as a whole. */
const MAX_PROBLEMS_PER_ROW = 8;

export function inspectRow(layout: RowLayout, row: unknown, fallbackId: string): RowReading {
  if (!isObject(row)) return notARow(row);
  const reader: RowReader = { layout, problems: [], ignored: new Set() };
  const id = readId(row, { name: "id", optional: true }, reader);
  const input = readText(row, "input", reader) ?? "";
  if (typeof row.input === "string" && input.trim() === "") reader.problems.push("input is empty");
  const output = readText(row, "output", reader) ?? "";
  const targetId = readId(row, { name: "target_id", optional: true }, reader);
  const profile = readProfile(row.profile, reader);
  const userId = readUser(row, profile, reader);
  const parts = readParts(row, input, reader);
  noteIgnored(row, reader);
  const state = {
    problems: shortened(reader.problems),
    ignored: [...reader.ignored],
    hasOwnId: id !== undefined,
    hasParts: parts.complete,
  };
  if (reader.problems.length > 0) return state;
  const example: DatasetExample = {
    id: id ?? fallbackId,
    task: layout.definition.name,
    userId,
    input,
    output,
    ...optional("targetId", targetId),
    ...optional("date", isoDate(scalar(row.date))),
    ...(Object.keys(parts.fields).length > 0 ? { fields: parts.fields } : {}),
    profile,
  };
  return { ...state, example };
}

function notARow(row: unknown): RowReading {
  const problems = [`the row is not an object, but ${kindOf(row)}`];
  return { problems, ignored: [], hasOwnId: false, hasParts: false };
}

function shortened(problems: readonly string[]): string[] {
  const more = problems.length - MAX_PROBLEMS_PER_ROW;
  const named = problems.slice(0, MAX_PROBLEMS_PER_ROW);
  return more > 0 ? [...named, `and ${more} more in this row`] : named;
}

function readUser(row: ReleasedRow, profile: readonly ProfileItem[], reader: RowReader): string {
  const { names, optional: mayLack } = reader.layout.definition.user;
  const name = names.find((candidate) => Object.hasOwn(row, candidate));
  if (name !== undefined) return readId(row, { name, optional: false }, reader) ?? "";
  if (mayLack) {
    const ids = profile.map(({ id }) => id).sort();
    return `user-${sha256(JSON.stringify(ids)).slice(0, 12)}`;
  }
  const near = nearestWord(names[0], Object.keys(row));
  const found = near === undefined ? "" : ` (found ${JSON.stringify(near)})`;
  reader.problems.push(`${names.join(" or ")}, the user id, is missing${found}`);
  return "";
}

function readProfile(profile: unknown, reader: RowReader): ProfileItem[] {
  if (!Array.isArray(profile)) {
    const found = profile === undefined ? "is missing" : `is not a list, but ${kindOf(profile)}`;
    reader.problems.push(`profile ${found}`);
    return [];
  }
  const seen = new Map<string, ProfileItem>();
  return profile.flatMap((item: unknown, index) => {
    const place = `profile[${index}]`;
    if (!isObject(item)) {
      reader.problems.push(`${place} is not an object, but ${kindOf(item)}`);
      return [];
    }
    const read = readItem(item, place, reader);
    if (!seen.has(read.id)) {
      seen.set(read.id, read);
      return [read];
    }
    return [repeatedItem(read, seen, { place, reader })];
  });
}

/** An item that stands twice is kept, since the published code kept it, under an id of its own. */
function repeatedItem(
  item: ProfileItem,
  seen: Map<string, ProfileItem>,
  { place, reader }: { readonly place: string; readonly reader: RowReader },
): ProfileItem {
  const first = seen.get(item.id);
  if (canonicalJson(first?.fields) !== canonicalJson(item.fields)) {
    reader.problems.push(`${place}.id ${JSON.stringify(item.id)} stands twice, with other content`);
    return item;
  }
  let times = 2;
  while (seen.has(`${item.id} (${times})`)) times += 1;
  const repeated = { ...item, id: `${item.id} (${times})` };
  seen.set(repeated.id, repeated);
  return repeated;
}

function readItem(item: ReleasedRow, place: string, reader: RowReader): ProfileItem {
  const fields: Record<string, FieldValue> = {};
  const known = new Set<string>();
  let id: string | undefined;
  let date: string | undefined;
  for (const [name, field] of Object.entries(reader.layout.definition.profile)) {
    const found = [name, ...(field.alsoRead ?? [])].find((spelling) =>
      Object.hasOwn(item, spelling),
    );
    known.add(found ?? name);
    const read = readField(found === undefined ? undefined : item[found], {
      name,
      field,
      place,
      reader,
    });
    if (read.id !== undefined) id = read.id;
    if (read.date !== undefined) date ??= read.date;
    if (read.value !== undefined) fields[name] = read.value;
  }
  keepFurther(item, known, { fields, reader });
  return { id: id ?? contentId(fields), ...optional("date", date), fields };
}

interface FieldPlace {
  readonly name: string;
  readonly field: FieldDefinition;
  readonly place: string;
  readonly reader: RowReader;
}

interface ReadField {
  readonly id?: string;
  readonly date?: string;
  readonly value?: FieldValue;
}

function readField(value: unknown, { name, field, place, reader }: FieldPlace): ReadField {
  const path = `${place}.${name}`;
  if (value === undefined || (value === null && field.optional)) {
    if (!field.optional) reader.problems.push(`${path} is missing`);
    return {};
  }
  switch (field.kind) {
    case "id":
      return optional("id", checkedId(value, path, reader));
    case "date":
      return readDateField(value, path, reader);
    case "text":
      if (typeof value === "string") return { value };
      reader.problems.push(`${path} is not a string, but ${kindOf(value)}`);
      return {};
    case "rating":
      if (typeof value === "string" || typeof value === "number")
        return { value: ratingText(value) };
      reader.problems.push(`${path} is not a number, but ${kindOf(value)}`);
      return {};
  }
}

function readDateField(value: unknown, path: string, reader: RowReader): ReadField {
  const raw = scalar(value);
  if (raw === undefined) {
    reader.problems.push(`${path} is not a date, but ${kindOf(value)}`);
    return {};
  }
  const date = isoDate(raw);
  // What the date alone says need not be kept twice.
  return { ...optional("date", date), ...(raw === date ? {} : { value: raw }) };
}

function keepFurther(
  item: ReleasedRow,
  known: ReadonlySet<string>,
  { fields, reader }: { readonly fields: Record<string, FieldValue>; readonly reader: RowReader },
): void {
  const further = Object.keys(item).filter((name) => !known.has(name) && name !== "__proto__");
  for (const name of further.sort()) {
    const value = scalar(item[name]);
    if (value === undefined) reader.ignored.add(`profile[].${name}`);
    else fields[name] = value;
  }
}

function contentId(fields: Readonly<Record<string, FieldValue>>): string {
  return `item-${sha256(JSON.stringify(Object.entries(fields))).slice(0, 12)}`;
}

/** The parts of the input: columns of their own first, the rest read out of the input. */
function readParts(
  row: ReleasedRow,
  input: string,
  { layout }: RowReader,
): { readonly fields: Record<string, string>; readonly complete: boolean } {
  const columns: Record<string, string> = {};
  for (const name of layout.definition.columns ?? []) {
    const value = row[name];
    if (typeof value === "string") columns[name] = value;
  }
  for (const parts of layout.inputs) {
    const read = readSlots(parts, input, columns);
    if (read !== undefined) return { fields: { ...columns, ...read }, complete: true };
  }
  return { fields: columns, complete: false };
}

function noteIgnored(row: ReleasedRow, { layout, ignored }: RowReader): void {
  const { user, columns = [] } = layout.definition;
  const known = [
    "id",
    "input",
    "output",
    "target_id",
    "date",
    "profile",
    ...user.names,
    ...columns,
  ];
  for (const name of Object.keys(row)) if (!known.includes(name)) ignored.add(name);
}

interface IdColumn {
  readonly name: string;
  readonly optional: boolean;
}

function readId(
  row: ReleasedRow,
  { name, optional }: IdColumn,
  reader: RowReader,
): string | undefined {
  const value = row[name];
  if (value === undefined || (value === null && optional)) {
    if (!optional) reader.problems.push(`${name} is missing`);
    return undefined;
  }
  return checkedId(value, name, reader);
}

function checkedId(value: unknown, path: string, reader: RowReader): string | undefined {
  if (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) {
    return comparableId(value);
  }
  const found = typeof value === "string" ? "is empty" : `is not a string, but ${kindOf(value)}`;
  reader.problems.push(`${path} ${found}`);
  return undefined;
}

function readText(row: ReleasedRow, name: string, reader: RowReader): string | undefined {
  const value = row[name];
  if (typeof value === "string") return value;
  const found = value === undefined ? "is missing" : `is not a string, but ${kindOf(value)}`;
  reader.problems.push(`${name} ${found}`);
  return undefined;
}

function scalar(value: unknown): FieldValue | undefined {
  if (value === null) return null;
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean"
    ? (value as FieldValue)
    : undefined;
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

function isObject(value: unknown): value is ReleasedRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
