import { z } from "zod";
import {
  ACCOUNT_ROLES,
  type AccountRole,
  ROLES,
  type Role,
  TOKEN_SCOPES,
  type TokenScope,
} from "./permissions.ts";
import { shownNameSchema } from "./shown-name.ts";

/** Name of a person: 2 to 40 characters, all of which can be seen, with a letter or digit among them. */
export const personNameSchema: z.ZodString = shownNameSchema(2, 40);

/** Password: 10 to 200 characters, whatever they are. */
export const passwordSchema: z.ZodString = z
  .string()
  .min(10, "must have 10 characters or more")
  .max(200, "must have 200 characters at most");

/** Whoever is looking, as pages are told. */
export interface SessionView {
  /** The account; null for visitors and for the local viewer. */
  readonly account: { readonly id: string; readonly name: string } | null;
  /** Roles that hold now. */
  readonly roles: readonly Role[];
  /** Roles of the account that hold only once a second factor is set up. */
  readonly waitingRoles: readonly AccountRole[];
  /** Whether a second factor is set up. */
  readonly hasSecondFactor: boolean;
  /** What changes must carry in the header `x-csrf-token`; null without a cookie. */
  readonly csrfToken: string | null;
  /** Whether people may register without a link. */
  readonly openRegistration: boolean;
}

/** Schema of {@link SessionView}. */
export const sessionViewSchema: z.ZodType<SessionView> = z.object({
  account: z.nullable(z.object({ id: z.string(), name: z.string() })),
  roles: z.array(z.enum(ROLES)),
  waitingRoles: z.array(z.enum(ACCOUNT_ROLES)),
  hasSecondFactor: z.boolean(),
  csrfToken: z.nullable(z.string()),
  openRegistration: z.boolean(),
});

/** An account, as admins see it. */
export interface AccountView {
  /** Id. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Roles. */
  readonly roles: readonly AccountRole[];
  /** Whether a second factor is set up. */
  readonly hasSecondFactor: boolean;
  /** UTC milliseconds. */
  readonly createdMs: number;
  /** UTC milliseconds; null while the account lives. */
  readonly deletedMs: number | null;
}

/** Schema of {@link AccountView}. */
export const accountViewSchema: z.ZodType<AccountView> = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ACCOUNT_ROLES)),
  hasSecondFactor: z.boolean(),
  createdMs: z.number(),
  deletedMs: z.nullable(z.number()),
});

/** An API token, as its owner sees it. */
export interface TokenView {
  /** Id. */
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** What it is good for. */
  readonly scopes: readonly TokenScope[];
  /** UTC milliseconds. */
  readonly createdMs: number;
  /** UTC milliseconds. */
  readonly expiresMs: number;
  /** UTC milliseconds, exact to a minute; null if it never was used. */
  readonly lastUsedMs: number | null;
}

/** Schema of {@link TokenView}. */
export const tokenViewSchema: z.ZodType<TokenView> = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdMs: z.number(),
  expiresMs: z.number(),
  lastUsedMs: z.nullable(z.number()),
});

/** One browser that is signed in, as its owner sees it. */
export interface OpenSessionView {
  /** Id. */
  readonly id: string;
  /** UTC milliseconds. */
  readonly createdMs: number;
  /** UTC milliseconds. */
  readonly expiresMs: number;
  /** UTC milliseconds, exact to a minute. */
  readonly lastUsedMs: number;
  /** Kind of browser and system, for instance `Firefox on Linux`; empty if nothing is known. */
  readonly device: string;
  /** Whether a passkey opened it. */
  readonly byPasskey: boolean;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
}

/** Schema of {@link OpenSessionView}. */
export const openSessionViewSchema: z.ZodType<OpenSessionView> = z.object({
  id: z.string(),
  createdMs: z.number(),
  expiresMs: z.number(),
  lastUsedMs: z.number(),
  device: z.string(),
  byPasskey: z.boolean(),
  isCurrent: z.boolean(),
});

/** A passkey, as its owner sees it. */
export interface PasskeyView {
  /** Id. */
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** UTC milliseconds. */
  readonly createdMs: number;
  /** UTC milliseconds; null if it never was used. */
  readonly lastUsedMs: number | null;
}

/** Schema of {@link PasskeyView}. */
export const passkeyViewSchema: z.ZodType<PasskeyView> = z.object({
  id: z.string(),
  name: z.string(),
  createdMs: z.number(),
  lastUsedMs: z.nullable(z.number()),
});

/** What a single-use link is good for, as whoever holds it is told. */
export interface LinkView {
  /** `setup` and `account` make an account or add roles to one; `reset` sets a new password. */
  readonly purpose: string;
  /** Roles that it gives. */
  readonly roles: readonly AccountRole[];
  /** UTC milliseconds. */
  readonly expiresMs: number;
}

/** Schema of {@link LinkView}. */
export const linkViewSchema: z.ZodType<LinkView> = z.object({
  purpose: z.string(),
  roles: z.array(z.enum(ACCOUNT_ROLES)),
  expiresMs: z.number(),
});

/** A link that has just been made; its code is shown this once. */
export interface NewLink {
  /** Id. */
  readonly id: string;
  /** The address to give away. */
  readonly url: string;
  /** UTC milliseconds. */
  readonly expiresMs: number;
}

/** Schema of {@link NewLink}. */
export const newLinkSchema: z.ZodType<NewLink> = z.object({
  id: z.string(),
  url: z.string(),
  expiresMs: z.number(),
});

/** One line of the audit log, as it is shown. */
export interface AuditView {
  /** Number, from 1. */
  readonly sequence: number;
  /** UTC milliseconds. */
  readonly atMs: number;
  /** Account; null for the server itself. */
  readonly actorId: string | null;
  /** What was done. */
  readonly action: string;
  /** Id of the object; empty if there is none. */
  readonly subjectId: string;
  /** JSON: ids, numbers and words. */
  readonly details: string;
  /** Hash of the line, which holds that of the line before. */
  readonly hash: string;
}

/** Schema of {@link AuditView}. */
export const auditViewSchema: z.ZodType<AuditView> = z.object({
  sequence: z.number(),
  atMs: z.number(),
  actorId: z.nullable(z.string()),
  action: z.string(),
  subjectId: z.string(),
  details: z.string(),
  hash: z.string(),
});
