import { createHash, type Hash } from "node:crypto";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { BenchmarkProfile, CorpusSource } from "../../records/index.ts";
import { walkFolder } from "../files/walk-folder.ts";
import { importRows, type RowFormat } from "../rows/import-rows.ts";
import type { RowBatch } from "../rows/row-event.ts";
import type { FormatImport, FormatImporter } from "../tables/import-format.ts";
import { sourceFiles } from "../tables/source-files.ts";
import { readAvocado } from "./avocado-mails.ts";
import { readJsonMails } from "./mail-json-files.ts";
import { readMailTree, walkMails } from "./mail-tree.ts";
import type { TreeForm } from "./mail-tree-file.ts";
import type { MboxDialect } from "./mbox-messages.ts";
import type { PlainMailRules } from "./plain-mail.ts";

/** Names of the settings that formats of mail take. */
export const MAIL_SETTINGS: readonly string[] = [
  "address",
  "author",
  "mbox",
  "profile",
  "sentOnly",
];

/** Imports a maildir, or any tree of files that hold one mail each. */
export const importMaildir: FormatImporter = treeImporter("maildir", "mails");

/** Imports mailboxes (mbox), or a tree of them. */
export const importMailboxes: FormatImporter = treeImporter("mailboxes", "mailboxes");

/** Imports the files of AESLC. */
export const importAeslc: FormatImporter = treeImporter("aeslc", "aeslc");

/** Imports a collection like Avocado's. */
export const importAvocado: FormatImporter = async (request, context) => {
  const read = settingsOf(request);
  const found = await look(request.from, walkFolder);
  const format: RowFormat = {
    ...commonOf("avocado", read, found),
    read: (mark, onRead) =>
      oneAfterAnother(request.from, mark, (top, from) =>
        readAvocado(top, { rules: read.rules, onRead }, from),
      ),
  };
  return importRows(format, request, context);
};

/** Imports mails in JSON Lines. */
export const importJsonMail: FormatImporter = async (request, context) => {
  const read = settingsOf(request);
  const files = await sourceFiles(request.from, [".jsonl", ".ndjson"]);
  const found: Found = {
    sources: files.map(({ path, bytes }) => ({ file: path, bytes })),
    identity: files,
  };
  const paths = files.map(({ path }) => path);
  const format: RowFormat = {
    ...commonOf("mail-jsonl", read, found),
    read: (mark, onRead) => readJsonMails(paths, { rules: read.rules, onRead }, mark as undefined),
  };
  return importRows(format, request, context);
};

function treeImporter(name: string, form: TreeForm): FormatImporter {
  return async (request, context) => {
    const read = settingsOf(request);
    const found = await look(request.from, walkMails);
    const { rules, dialect } = read;
    const format: RowFormat = {
      ...commonOf(name, read, found),
      read: (mark, onRead) =>
        oneAfterAnother(request.from, mark, (top, from) =>
          readMailTree(top, { form, dialect, rules, onRead }, from),
        ),
    };
    return importRows(format, request, context);
  };
}

/** Where the reading of several folders goes on. */
interface TopMark {
  /** How many have been read. */
  readonly top: number;
  /** Mark of the next one; its type is known to its reader only. */
  readonly mark: undefined;
}

async function* oneAfterAnother(
  tops: readonly string[],
  given: unknown,
  read: (top: string, mark: undefined) => AsyncIterable<RowBatch>,
): AsyncGenerator<RowBatch> {
  const start = (given ?? { top: 0, mark: undefined }) as TopMark;
  for (const [top, path] of tops.entries()) {
    if (top < start.top) continue;
    const mark = top === start.top ? start.mark : undefined;
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    const base = isFolder ? path : dirname(path);
    for await (const batch of read(path, mark)) {
      yield { events: batch.events, mark: { top, mark: batch.mark }, base };
    }
  }
}

interface Found {
  readonly sources: readonly CorpusSource[];
  readonly identity: unknown;
}

/** Each folder is one source, because it may hold half a million files. */
async function look(tops: readonly string[], walk: typeof walkFolder): Promise<Found> {
  const sources: CorpusSource[] = [];
  const hash = createHash("sha256");
  for (const top of tops) sources.push({ file: top, bytes: await addTo(hash, walk(top)) });
  return { sources, identity: hash.digest("hex") };
}

async function addTo(hash: Hash, found: ReturnType<typeof walkFolder>): Promise<number> {
  let total = 0;
  for await (const file of found) {
    if (file.kind !== "file") continue;
    hash.update(JSON.stringify([file.path, file.bytes, file.changedMs]));
    total += file.bytes;
  }
  return total;
}

interface MailSettings {
  readonly rules: Omit<PlainMailRules, "place" | "source">;
  readonly dialect: MboxDialect;
  readonly options: Readonly<Record<string, unknown>>;
}

function commonOf(name: string, { options }: MailSettings, found: Found): Omit<RowFormat, "read"> {
  return { name, kind: "documents", columns: { fields: "VARCHAR" }, options, ...found };
}

function settingsOf({ settings }: FormatImport): MailSettings {
  const { address, author, mbox, profile: given, sentOnly: sent } = settings;
  const profile = oneOf<BenchmarkProfile>("profile", given, ["longhand", "longlamp-paper"]);
  const dialect = oneOf<MboxDialect>("mbox", mbox, ["rd", "o"]);
  const sentOnly = sent !== undefined && oneOf("sent-only", sent, ["false", "true"]) === "true";
  const named = addressesOf(address);
  return {
    rules: {
      profile,
      author: typeof author === "string" ? author : undefined,
      addresses: named.length === 0 ? undefined : new Set(named),
      sentOnly,
    },
    dialect,
    options: {
      profile,
      sentOnly,
      ...(typeof author === "string" ? { author } : {}),
      ...(named.length === 0 ? {} : { addresses: named }),
    },
  };
}

function addressesOf(given: string | readonly string[] | undefined): readonly string[] {
  const listed = typeof given === "string" ? given.split(",") : (given ?? []);
  return listed.map((address) => address.trim().toLowerCase()).filter((address) => address !== "");
}

function oneOf<Name extends string>(
  option: string,
  given: string | readonly string[] | undefined,
  names: readonly [Name, ...Name[]],
): Name {
  if (given === undefined) return names[0];
  const known = names.find((name) => name === given);
  if (known !== undefined) return known;
  throw new LonghandError(
    `--${option} must be ${names.join(" or ")}, got ${JSON.stringify(given)}.`,
    { code: "usage", hint: "Leave it out for the default, which is named first." },
  );
}
