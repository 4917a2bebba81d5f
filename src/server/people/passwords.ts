import { scrypt } from "node:crypto";
import { LonghandError } from "../../foundation/index.ts";
import { isSameText } from "../http/browser-checks.ts";
import type { ServerContext } from "../http/server-context.ts";

/** scrypt's block size and parallelism (RFC 7914). */
const r = 8;
const p = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes at once: each takes 128 MiB of memory with the usual cost. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashes a password. Takes half a second and 128 MiB on purpose; never call it within a transaction.
 *
 * @param password - The password.
 * @param server - Chance for the salt, and the cost.
 * @returns Settings, salt and hash in one text.
 */
export async function hashPassword(
  password: string,
  { randomBytes, config }: Pick<ServerContext, "randomBytes" | "config">,
): Promise<string> {
  const salt = Buffer.from(randomBytes(SALT_BYTES)).toString("base64url");
  const hash = await derive(password, { log2N: config.passwordCost, salt });
  return ["scrypt", config.passwordCost, r, p, salt, hash].join("$");
}

/**
 * Checks a password. Takes as long for accounts that do not exist.
 *
 * @param password - As given.
 * @param kept - What {@link hashPassword} gave; `undefined` if there is no such account.
 * @param server - The cost.
 * @returns Whether it is the right one.
 */
export async function isPassword(
  password: string,
  kept: string | undefined,
  { config }: Pick<ServerContext, "config">,
): Promise<boolean> {
  const [scheme, cost, , , salt, hash] = (kept ?? "").split("$");
  if (scheme !== "scrypt" || salt === undefined || hash === undefined) {
    await derive(password, { log2N: config.passwordCost, salt: "nobody" });
    return false;
  }
  return isSameText(await derive(password, { log2N: Number(cost), salt }), hash);
}

async function derive(
  password: string,
  { log2N, salt }: { readonly log2N: number; readonly salt: string },
): Promise<string> {
  const N = 2 ** log2N;
  await takeTurn();
  try {
    return await new Promise((resolve, reject) => {
      const options = { N, r, p, maxmem: 256 * N * r };
      // NFC, so that one keyboard's "é" is another's.
      scrypt(password.normalize("NFC"), salt, HASH_BYTES, options, (cause, key) => {
        if (cause === null) resolve(key.toString("base64url"));
        else
          reject(
            new LonghandError("The password could not be hashed.", { code: "hash-failed", cause }),
          );
      });
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function takeTurn(): Promise<void> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
}
