import { basename } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { type ReaderEvent, rejected, skipped } from "../corpus-event.ts";
import { type FoundFile, walkFolder } from "../files/walk-folder.ts";
import type { RowBatch } from "../rows/row-event.ts";
import { avocadoMail } from "./avocado-text.ts";
import { type MailMetadata, readMetadata } from "./custodian-metadata.ts";
import { mailRows } from "./mail-row.ts";
import { type PlainMailRules, plainMailEvents } from "./plain-mail.ts";
import { tooLarge } from "./read-mailbox.ts";
import { zipTexts } from "./zip-texts.ts";

/** How a collection is read. */
export interface AvocadoReading {
  readonly rules: Omit<PlainMailRules, "place" | "source">;
  /** Told how many bytes have been read. */
  readonly onRead: (bytes: number) => void;
}

/** Where the reading of a collection goes on. */
export interface AvocadoMark {
  /** How many archives have been read. */
  readonly archive: number;
  /** How many texts of the next one. */
  readonly text: number;
}

/**
 * Reads a collection like Avocado's: an archive (zip) for each custodian with one text file a mail,
 * and XML files about custodians and mails, anywhere below one folder.
 *
 * @param top - The folder, or one archive.
 * @param reading - Which mails are wanted.
 * @param mark - Where an earlier reading ended.
 * @returns The mails in the order of the archives' names.
 */
export async function* readAvocado(
  top: string,
  reading: AvocadoReading,
  mark: AvocadoMark = { archive: 0, text: 0 },
): AsyncGenerator<RowBatch> {
  const files = await metadataBelow(top);
  let archive = 0;
  let bytes = 0;
  for await (const found of archivesBelow(top)) {
    archive += 1;
    bytes += found.bytes;
    if (archive <= mark.archive) continue;
    let text = archive === mark.archive + 1 ? mark.text : 0;
    for await (const events of archiveMails(found, { ...reading, files }, text)) {
      text += 1;
      yield { events: events.flatMap(mailRows), mark: { archive: archive - 1, text } };
    }
    yield { events: [], mark: { archive, text: 0 } };
    reading.onRead(bytes);
  }
}

/** Files of metadata: those of one custodian are read with its archive only. */
interface MetadataFiles {
  /** What files that belong to no single archive say. */
  readonly shared: MailMetadata;
  /** Paths by custodian. */
  readonly own: ReadonlyMap<string, readonly string[]>;
}

async function metadataBelow(top: string): Promise<MetadataFiles> {
  const custodians = new Set<string>();
  for await (const { path } of archivesBelow(top)) custodians.add(nameOf(path));
  const shared: MailMetadata = { custodians: new Map(), items: new Map() };
  const own = new Map<string, string[]>();
  for await (const found of walkFolder(top)) {
    if (found.kind !== "file" || !/\.xml$/i.test(found.path)) continue;
    const name = nameOf(found.path);
    if (custodians.has(name)) own.set(name, [...(own.get(name) ?? []), found.path]);
    else await readMetadata(found.path, shared);
  }
  return { shared, own };
}

async function metadataOf(
  custodian: string,
  { shared, own }: MetadataFiles,
): Promise<MailMetadata> {
  const paths = own.get(custodian) ?? [];
  if (paths.length === 0) return shared;
  const metadata = { custodians: new Map(shared.custodians), items: new Map(shared.items) };
  for (const path of paths) await readMetadata(path, metadata);
  return metadata;
}

function nameOf(path: string): string {
  return basename(path).replace(/\.(?:zip|xml)$/i, "");
}

async function* archivesBelow(top: string): AsyncGenerator<FoundFile> {
  for await (const found of walkFolder(top)) {
    if (found.kind === "file" && /\.zip$/i.test(found.path)) yield found;
  }
}

interface ArchiveReading extends AvocadoReading {
  readonly files: MetadataFiles;
}

async function* archiveMails(
  { path, source }: FoundFile,
  { rules: given, files }: ArchiveReading,
  skip: number,
): AsyncGenerator<readonly ReaderEvent[]> {
  const custodianId = nameOf(path);
  const metadata = await metadataOf(custodianId, files);
  try {
    for await (const { name, bytes } of zipTexts(path, skip)) {
      const place = { file: `${path}/${name}` };
      const rules: PlainMailRules = { ...given, place, source: `${source}/${name}` };
      const other = otherText(name);
      if (other !== undefined) yield [skipped({ ...other, place })];
      else if (bytes === undefined) yield [tooLarge(place)];
      else {
        const itemId = basename(name).replace(/\.[A-Za-z]+$/, "");
        const mail = avocadoMail(bytes, { custodianId, itemId }, metadata);
        yield [...plainMailEvents(mail, rules)];
      }
    }
  } catch (error) {
    // One archive that cannot be read does not end the import of a collection.
    if (!(error instanceof LonghandError)) throw error;
    const { message } = error;
    const reason = error.code === "unsafe-archive" ? "unsafe-archive" : "damaged";
    yield [rejected({ reason, message, place: { file: path } })];
  }
}

/** In Avocado, the last letters of a name tell what it is: only `EM` is a mail. */
function otherText(name: string) {
  const ending = /-([A-Z]{2})\.[A-Za-z]+$/.exec(name)?.[1];
  if (ending !== undefined && ending !== "EM") {
    const message = "an attachment, a contact or another item that is no mail";
    return { reason: "unknown-extension" as const, message };
  }
  if (/\.txt$/i.test(name)) return undefined;
  return { reason: "unknown-extension" as const, message: "no text file" };
}
