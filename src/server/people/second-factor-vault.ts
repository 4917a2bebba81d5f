import { chmod, link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { makeFolder } from "../../storage/index.ts";
import type { Queries } from "../database/database.ts";
import { Refusal } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { loadSodium } from "../load-sodium.ts";

/** How a sealed secret begins: no base32 text holds a colon. */
const MARK = "sealed:1:";
const KEY_BYTES = 32;

/** What sealing needs of the server. */
type Vault = Pick<ServerContext, "database" | "folders" | "randomBytes">;

/** A secret and whose it is: sealed for one account, it opens for no other. */
interface OwnedSecret {
  /** The account. */
  readonly accountId: string;
  /** The secret, plain or sealed. */
  readonly secret: string;
}

/**
 * Where the key is with which secrets of second factors are sealed. It is never in the database, nor
 * in a backup of it.
 *
 * @param dataFolder - The server's own folder.
 * @returns The file.
 */
export function secondFactorKeyFile(dataFolder: string): string {
  return join(dataFolder, "keys", "second-factor.key");
}

/**
 * Seals a secret for the database (XChaCha20-Poly1305). Makes the key when the first secret is sealed,
 * and never a second one.
 *
 * @param owned - The plain secret and its account.
 * @param server - The key's place, and chance.
 * @returns What the database may hold.
 * @throws Refusal 503 `second-factor-unreadable` if there are sealed secrets but no key for them.
 */
export async function sealSecret(
  { accountId, secret }: OwnedSecret,
  server: Vault,
): Promise<string> {
  const library = await loadSodium();
  const key = await keyForSealing(server);
  const nonce = new Uint8Array(
    server.randomBytes(library.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES),
  );
  const sealed = library.crypto_aead_xchacha20poly1305_ietf_encrypt(
    secret,
    accountId,
    null,
    nonce,
    key,
  );
  return `${MARK}${Buffer.concat([nonce, sealed]).toString("base64url")}`;
}

/**
 * Opens a secret that the database holds.
 *
 * @param owned - The sealed secret and its account.
 * @param server - The key's place.
 * @returns The plain secret.
 * @throws Refusal 503 `second-factor-unreadable` if the key is missing, or is another one.
 */
export async function openSecret(
  { accountId, secret }: OwnedSecret,
  { folders }: Pick<ServerContext, "folders">,
): Promise<string> {
  const library = await loadSodium();
  const key = await readKey(secondFactorKeyFile(folders.data));
  if (key === undefined) throw unreadable("its key is missing");
  if (!secret.startsWith(MARK)) throw unreadable("what is kept of it is not sealed");
  const bytes = new Uint8Array(Buffer.from(secret.slice(MARK.length), "base64url"));
  const nonceBytes = library.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
  try {
    const opened = library.crypto_aead_xchacha20poly1305_ietf_decrypt(
      null,
      bytes.subarray(nonceBytes),
      accountId,
      bytes.subarray(0, nonceBytes),
      key,
    );
    return library.to_string(opened);
  } catch (cause) {
    throw unreadable("its key is another one", cause);
  }
}

/**
 * Seals what an older version has kept in the clear, and has the database forget the plain bytes.
 * Called at each start; mostly there is nothing to do.
 *
 * @param server - Database, key, log.
 */
export async function sealPlainSecrets(server: Vault & Pick<ServerContext, "log">): Promise<void> {
  const { database, folders, log } = server;
  const plain = await database.query
    .selectFrom("accounts")
    .select(["id", "totpSecret"])
    .where("totpSecret", "is not", null)
    .where("totpSecret", "not like", `${MARK}%`)
    .execute();
  for (const { id, totpSecret } of plain) {
    const secret = totpSecret ?? "";
    await database.query
      .updateTable("accounts")
      .set({ totpSecret: await sealSecret({ accountId: id, secret }, server) })
      .where("id", "=", id)
      .where("totpSecret", "=", secret)
      .execute();
  }
  if (plain.length > 0) await forgetOldPages(server);
  const isKeyThere = (await readKey(secondFactorKeyFile(folders.data))) !== undefined;
  if (!isKeyThere && (await hasSealed(database.query))) {
    log.warn({ code: "second-factor-unreadable" }, "the key of the second factors is missing");
  }
}

/** Rows that were written over still stand in free pages and in the log of writes. */
async function forgetOldPages({ database: { query, kind } }: Vault): Promise<void> {
  if (kind === "postgres") {
    await sql`vacuum full accounts`.execute(query);
    return;
  }
  await sql`vacuum`.execute(query);
  await sql`pragma wal_checkpoint(truncate)`.execute(query);
}

async function hasSealed(query: Queries): Promise<boolean> {
  const first = await query
    .selectFrom("accounts")
    .select("id")
    .where("totpSecret", "like", `${MARK}%`)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

async function keyForSealing({ database, folders, randomBytes }: Vault): Promise<Uint8Array> {
  const file = secondFactorKeyFile(folders.data);
  const present = await readKey(file);
  if (present !== undefined) return present;
  // A new key would make what the lost one has sealed look like wrong digits.
  if (await hasSealed(database.query)) throw unreadable("its key is missing");
  await makeKey(file, { randomBytes });
  const made = await readKey(file);
  if (made === undefined) throw unreadable("its key is missing");
  return made;
}

/** The file appears whole, on disk, or not at all; of two at once, the first stays. */
async function makeKey(
  file: string,
  { randomBytes }: Pick<ServerContext, "randomBytes">,
): Promise<void> {
  const folder = dirname(file);
  await makeFolder(folder);
  await chmod(folder, 0o700);
  const temporary = `${file}.${newId({ randomBytes })}.tmp`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(Buffer.from(randomBytes(KEY_BYTES)).toString("base64url"));
    await handle.sync();
    await handle.close();
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable("its key cannot be read", cause);
  }
  const key = new Uint8Array(Buffer.from(text.trim(), "base64url"));
  if (key.length !== KEY_BYTES) throw unreadable("its key is damaged");
  return key;
}

/** Nobody gets in without the digits because they cannot be checked. */
function unreadable(reason: string, cause?: unknown): Refusal {
  const refusal = new Refusal(503, {
    code: "second-factor-unreadable",
    message: `The server cannot check second factors: ${reason}. Whoever runs it has to put back the file keys/second-factor.key, which a backup made with --references holds.`,
  });
  if (cause !== undefined) refusal.cause = cause;
  return refusal;
}
