import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { Parser } from "htmlparser2";
import { fileError } from "../../storage/index.ts";

/** A person whose mailbox was collected. */
export interface Custodian {
  readonly id: string;
  readonly names: ReadonlySet<string>;
  /** In lower case. */
  readonly addresses: ReadonlySet<string>;
}

/** What metadata say about one mail. */
export interface ItemMetadata {
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly date?: string | undefined;
}

/** Custodians and mails by id. */
export interface MailMetadata {
  readonly custodians: Map<string, Custodian>;
  readonly items: Map<string, ItemMetadata>;
}

/** Elements that describe a person or a mail, by their names in lower case. */
const CUSTODIANS: ReadonlySet<string> = new Set(["custodian", "account", "mailbox"]);
const ITEMS: ReadonlySet<string> = new Set(["item", "email", "mail", "message", "document"]);
/** Elements whose attribute `name` tells which value they hold. */
const FIELDS: ReadonlySet<string> = new Set(["field", "tag", "property", "metadata"]);

/** What a value is, by the name of its attribute or element. */
const VALUES: ReadonlyMap<string, "id" | "name" | "address" | "from" | "subject" | "date"> =
  new Map([
    ["id", "id"],
    ["number", "id"],
    ["name", "name"],
    ["address", "address"],
    ["email", "address"],
    ["emailaddress", "address"],
    ["from", "from"],
    ["sender", "from"],
    ["author", "from"],
    ["subject", "subject"],
    ["title", "subject"],
    ["date", "date"],
    ["sent", "date"],
    ["datesent", "date"],
    ["sentdate", "date"],
  ]);

type Value = "id" | "name" | "address" | "from" | "subject" | "date";

interface Open {
  readonly kind: "custodian" | "item";
  readonly values: Map<Value, string[]>;
  /** How deep it stands. */
  readonly depth: number;
}

/**
 * Reads a file of metadata (XML): elements `custodian` with id, names and addresses, and elements
 * `item`, `email` or `message` with id, sender, subject and date, as attributes, as elements, or as
 * `<field name="…">`. Everything else is passed over; entities of a document type are not expanded.
 *
 * @param path - The file.
 * @param metadata - Where to add what it says.
 * @throws LonghandError `not-found`, `not-readable`.
 */
export async function readMetadata(path: string, metadata: MailMetadata): Promise<void> {
  const parser = new Parser(handlers(metadata), { xmlMode: true, decodeEntities: true });
  const decoder = new StringDecoder("utf8");
  try {
    for await (const chunk of createReadStream(path)) parser.write(decoder.write(chunk as Buffer));
  } catch (cause) {
    throw fileError(path, cause);
  }
  parser.end(decoder.end());
}

interface State {
  readonly metadata: MailMetadata;
  readonly open: Open[];
  depth: number;
  /** The value whose text is being gathered. */
  value: { readonly name: Value; readonly depth: number; text: string } | undefined;
}

function handlers(metadata: MailMetadata) {
  const state: State = { metadata, open: [], depth: 0, value: undefined };
  return {
    onopentag: (name: string, attributes: Record<string, string>) => {
      state.depth += 1;
      openElement(state, localName(name), attributes);
    },
    ontext: (text: string) => {
      if (state.value !== undefined && state.value.text.length < MAX_VALUE_UNITS) {
        state.value.text += text;
      }
    },
    onclosetag: () => {
      closeElement(state);
      state.depth -= 1;
    },
  };
}

const MAX_VALUE_UNITS = 10_000;

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

function openElement(state: State, name: string, attributes: Record<string, string>): void {
  const given = new Map(Object.entries(attributes).map(([key, text]) => [localName(key), text]));
  const kind = kindOf(state, name, given);
  if (kind === undefined) {
    openValue(state, FIELDS.has(name) ? (given.get("name") ?? "") : name, given.get("value"));
    return;
  }
  const values = new Map<Value, string[]>();
  state.open.push({ kind, values, depth: state.depth });
  for (const [key, text] of given) addValue(values, VALUES.get(key), text);
}

function kindOf(
  { open }: State,
  name: string,
  given: ReadonlyMap<string, string>,
): Open["kind"] | undefined {
  if (ITEMS.has(name) && given.has("id")) return "item";
  return CUSTODIANS.has(name) && (given.has("id") || open.length === 0) ? "custodian" : undefined;
}

function openValue(state: State, name: string, text: string | undefined): void {
  const outer = state.open.at(-1);
  const value = VALUES.get(plain(name));
  if (outer === undefined || value === undefined) return;
  if (text !== undefined) addValue(outer.values, value, text);
  else state.value = { name: value, depth: state.depth, text: "" };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

function closeElement(state: State): void {
  const { value, depth } = state;
  const open = state.open.at(-1);
  if (value?.depth === depth) {
    if (open !== undefined) addValue(open.values, value.name, value.text);
    state.value = undefined;
  }
  if (open?.depth !== depth) return;
  state.open.pop();
  keep(open, state.metadata);
}

function addValue(values: Map<Value, string[]>, name: Value | undefined, given: string): void {
  const text = given.trim();
  if (name === undefined || text === "") return;
  values.set(name, [...(values.get(name) ?? []), text]);
}

function keep({ kind, values }: Open, { custodians, items }: MailMetadata): void {
  const id = values.get("id")?.[0];
  if (id === undefined) return;
  const first = (name: Value): string | undefined => values.get(name)?.[0];
  if (kind === "item") {
    items.set(id, { from: first("from"), subject: first("subject"), date: first("date") });
    return;
  }
  const known = custodians.get(id);
  const lower = (texts: readonly string[] = []): string[] =>
    texts.map((text) => text.toLowerCase());
  custodians.set(id, {
    id,
    names: new Set([...(known?.names ?? []), ...lower(values.get("name"))]),
    addresses: new Set([...(known?.addresses ?? []), ...lower(values.get("address"))]),
  });
}
