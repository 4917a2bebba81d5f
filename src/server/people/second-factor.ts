import { Secret, TOTP } from "otpauth";
import type { Database } from "../database/database.ts";
import { Refusal } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { AccountRow } from "./people-tables.ts";
import { openSecret } from "./second-factor-vault.ts";

/** Length of a step, in milliseconds (RFC 6238). */
const STEP_MS = 30_000;
/** Bytes of a secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/**
 * A secret for a new second factor, and the address that an app reads as a picture.
 *
 * @param name - Name of the account, shown in the app.
 * @param server - Chance.
 * @returns Both.
 */
export function newSecondFactor(
  name: string,
  { randomBytes }: Pick<ServerContext, "randomBytes">,
): { readonly secret: string; readonly uri: string } {
  const bytes = new Uint8Array(randomBytes(SECRET_BYTES));
  const totp = generator(new Secret({ buffer: bytes.buffer }).base32, name);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The number of the step that a code belongs to.
 *
 * @param secret - The secret, base32.
 * @param code - Six digits.
 * @param nowMs - The time; one step to either side is accepted.
 * @returns The step; `undefined` if the code is wrong.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const shift = generator(secret, "").validate({ token: code, timestamp: nowMs, window: 1 });
  return shift === null ? undefined : Math.floor(nowMs / STEP_MS) + shift;
}

/**
 * Checks the second factor of an account that has one, and uses the code up.
 *
 * @param account - The account.
 * @param given - The code, if one was given, and the time.
 * @param server - The database, and the key that opens the secret.
 * @throws Refusal 401 `second-factor-needed`, `wrong-second-factor`; 503 `second-factor-unreadable`.
 */
export async function useSecondFactor(
  account: AccountRow,
  given: { readonly code: string | undefined; readonly nowMs: number },
  { database, folders }: Pick<ServerContext, "database" | "folders">,
): Promise<void> {
  if (account.totpConfirmed !== 1) return;
  if (given.code === undefined) {
    throw new Refusal(401, {
      code: "second-factor-needed",
      message: "Give the six digits that your app shows.",
    });
  }
  const owned = { accountId: account.id, secret: account.totpSecret ?? "" };
  const step = stepOfCode(await openSecret(owned, { folders }), given.code, given.nowMs);
  if (step === undefined || !(await takeStep(database, account.id, step))) {
    throw new Refusal(401, {
      code: "wrong-second-factor",
      message: "These digits are not right, or have been used. Wait for the next ones.",
    });
  }
}

/** The update decides: a code that has been seen does not work again. */
async function takeStep(
  { query }: Pick<Database, "query">,
  accountId: string,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable("accounts")
    .set({ totpLastStep: step })
    .where("id", "=", accountId)
    .where("totpLastStep", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function generator(secret: string, label: string): TOTP {
  return new TOTP({ issuer: "Longhand", label, secret, algorithm: "SHA1", digits: 6, period: 30 });
}
