import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../storage/index.ts";
import { loadSodium } from "../load-sodium.ts";

/** A hidden reference as it is sealed. */
export interface SealedReference {
  /** The item. */
  readonly itemId: string;
  /** The hidden text. */
  readonly reference: string;
  /** A string that stands nowhere else: wherever it is found, references have leaked. */
  readonly canary: string;
}

/** Where keys and sealed references are. */
export interface VaultPlaces {
  /** Folder of sealed files; the server writes them and cannot read them. */
  readonly sealedFolder: string;
  /** The public key, which only seals. */
  readonly publicKey: string;
  /** The private key. Only the scorer process opens this file; give it to another system user. */
  readonly privateKey: string;
}

/**
 * Where the vault of a server is.
 *
 * @param dataFolder - The server's own folder.
 * @returns The places.
 */
export function vaultPlaces(dataFolder: string): VaultPlaces {
  const sealedFolder = join(dataFolder, "references");
  return {
    sealedFolder,
    publicKey: join(sealedFolder, "public.key"),
    privateKey: join(dataFolder, "scorer", "private.key"),
  };
}

/**
 * Makes the pair of keys if there is none. The scorer process calls this, never the server.
 *
 * @param places - Where.
 */
export async function ensureKeys(places: VaultPlaces): Promise<void> {
  const library = await loadSodium();
  await makeFolder(places.sealedFolder);
  await makeFolder(join(places.privateKey, ".."));
  const pair = library.crypto_box_keypair();
  const text = JSON.stringify({
    publicKey: library.to_base64(pair.publicKey),
    privateKey: library.to_base64(pair.privateKey),
  });
  try {
    await writeFile(places.privateKey, text, { flag: "wx", mode: 0o600 });
    await writeFile(places.publicKey, library.to_base64(pair.publicKey), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Seals references: whoever has the public key can do it, and nobody without the private one can undo it.
 *
 * @param references - The references.
 * @param publicKeyPath - File of the public key.
 * @returns The sealed bytes.
 */
export async function sealReferences(
  references: readonly SealedReference[],
  publicKeyPath: string,
): Promise<Uint8Array> {
  const library = await loadSodium();
  const publicKey = library.from_base64(await readFile(publicKeyPath, "utf8"));
  return library.crypto_box_seal(JSON.stringify(references), publicKey);
}

/**
 * Opens sealed references. Only the scorer process calls this.
 *
 * @param sealedPath - The sealed file.
 * @param privateKeyPath - File of the pair of keys.
 * @returns Reference by item.
 */
export async function openReferences(
  sealedPath: string,
  privateKeyPath: string,
): Promise<ReadonlyMap<string, string>> {
  const library = await loadSodium();
  const pair = JSON.parse(await readFile(privateKeyPath, "utf8")) as Record<string, string>;
  const bytes = library.crypto_box_seal_open(
    new Uint8Array(await readFile(sealedPath)),
    library.from_base64(pair["publicKey"] ?? ""),
    library.from_base64(pair["privateKey"] ?? ""),
  );
  const references = JSON.parse(library.to_string(bytes)) as readonly SealedReference[];
  return new Map(references.map(({ itemId, reference }) => [itemId, reference]));
}
