import type { Generated } from "kysely";

/** Tables of people and what they did. */
export interface PeopleTables {
  /** Accounts, deleted ones as pseudonyms. */
  accounts: AccountRow;
  /** Roles of accounts. */
  accountRoles: AccountRoleRow;
  /** Who is signed in. */
  sessions: SessionRow;
  /** Passkeys of accounts. */
  passkeys: PasskeyRow;
  /** Keys for programs. */
  apiTokens: ApiTokenRow;
  /** Single-use links. */
  links: LinkRow;
  /** What was done that matters, chained by hashes. */
  auditLog: AuditRow;
}

/** One account. */
export interface AccountRow {
  /** Random, 128 bits; also the pseudonym in exports. */
  id: string;
  /** As shown; after deletion `deleted account`. */
  name: string;
  /** The name folded, so that no two look alike; after deletion the id. */
  nameKey: string;
  /** scrypt, its settings, salt and hash; null after deletion. */
  passwordHash: string | null;
  /** Secret of the second factor, sealed with a key that is not in the database; null if there is none. */
  totpSecret: string | null;
  /** 1 once a first code has been given. */
  totpConfirmed: number;
  /** Number of the last 30-second step whose code was used: no code works twice. */
  totpLastStep: number;
  /** UTC milliseconds. */
  createdMs: number;
  /** UTC milliseconds; null while the account lives. */
  deletedMs: number | null;
}

/** One role of one account. */
export interface AccountRoleRow {
  /** The account. */
  accountId: string;
  /** An account role. */
  role: string;
  /** UTC milliseconds. */
  grantedMs: number;
}

/** One signed-in browser. */
export interface SessionRow {
  /** Random, 128 bits: what its owner knows it by. */
  id: string;
  /** SHA-256 of the secret in the cookie. */
  tokenHash: string;
  /** Whose. */
  accountId: string;
  /** UTC milliseconds. */
  createdMs: number;
  /** UTC milliseconds. */
  expiresMs: number;
  /** 1 if a passkey opened it. */
  byPasskey: Generated<number>;
  /** UTC milliseconds, exact to a minute. */
  lastUsedMs: Generated<number>;
  /** Kind of browser and system, for instance `Firefox on Linux`; empty if nothing is known. */
  device: Generated<string>;
}

/** One passkey. */
export interface PasskeyRow {
  /** The credential's id, base64url, as the authenticator gave it. */
  id: string;
  /** Whose. */
  accountId: string;
  /** What its owner calls it. */
  name: string;
  /** Public key as COSE writes it, base64url. */
  publicKey: string;
  /** Uses, as far as the authenticator counts them. */
  counter: number;
  /** How the authenticator is reached, separated by spaces. */
  transports: string;
  /** UTC milliseconds. */
  createdMs: number;
  /** UTC milliseconds; null if it never was used. */
  lastUsedMs: number | null;
}

/** One key for programs. */
export interface ApiTokenRow {
  /** Random, 128 bits. */
  id: string;
  /** Whose. */
  accountId: string;
  /** What its owner calls it. */
  name: string;
  /** SHA-256 of the key. */
  tokenHash: string;
  /** Scopes, separated by spaces. */
  scopes: string;
  /** UTC milliseconds. */
  createdMs: number;
  /** UTC milliseconds. */
  expiresMs: number;
  /** UTC milliseconds, exact to a minute; null if it never was used. */
  lastUsedMs: number | null;
}

/** One link that works once. */
export interface LinkRow {
  /** Random, 128 bits. */
  id: string;
  /** SHA-256 of the code in the link. */
  codeHash: string;
  /** What it is for, for instance `setup`, `account`, `reset`, `team`. */
  purpose: string;
  /** JSON that only the purpose's owner reads. */
  payload: string;
  /** Account that made it; null for the server itself. */
  createdBy: string | null;
  /** UTC milliseconds. */
  createdMs: number;
  /** UTC milliseconds. */
  expiresMs: number;
  /** UTC milliseconds; null if it still works. */
  usedMs: number | null;
}

/** One line of the audit log. */
export interface AuditRow {
  /** From 1, without gaps. */
  sequence: number;
  /** UTC milliseconds. */
  atMs: number;
  /** Account; null for the server itself. */
  actorId: string | null;
  /** What was done. */
  action: string;
  /** Id of the object; empty if there is none. */
  subjectId: string;
  /** JSON: ids, numbers and words; no texts, names or secrets. */
  details: string;
  /** Hash of the line before; 64 zeros for the first. */
  previousHash: string;
  /** SHA-256 of the canonical JSON of all the fields above. */
  hash: string;
}
