/**
 * Roles of the platform, weakest first. An account may have several; whoever is signed in is a member,
 * everybody is a visitor.
 */
export const ROLES = [
  "visitor",
  "local",
  "member",
  "participant",
  "rater",
  "organiser",
  "admin",
  "scorer",
] as const;

/**
 * One role. `local` is whoever opened the viewer of this machine by its secret address, while no
 * account exists; `scorer` is the scoring process, which no request over HTTP ever is.
 */
export type Role = (typeof ROLES)[number];

/** Roles that an account can be given. */
export const ACCOUNT_ROLES = ["participant", "rater", "organiser", "admin"] as const;

/** A role of an account. */
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** What must be true of the object, beside whose it is, before a right holds. */
export type Condition =
  /** The team is the organisers' own, unranked one. */
  | "test-team"
  /** The study lets participants rate texts of other teams. */
  | "study-allows"
  /** The challenge's board is frozen. */
  | "frozen"
  /** The study is closed. */
  | "closed";

/** What a role may do with an object. */
export interface Right {
  /** `own`: objects of one's own (account, team, lease) only; others look as if they did not exist. */
  readonly scope: "any" | "own";
  /** Must hold of the object as well. @defaultValue nothing more */
  readonly when?: Condition;
  /** Whether each use is written to the audit log. @defaultValue false */
  readonly logged?: boolean;
}

/** Who may do one thing; a role that is absent may not. */
export type Permission = Readonly<Partial<Record<Role, Right>>>;

const ANY: Right = { scope: "any" };
const OWN: Right = { scope: "own" };
const LOGGED: Right = { scope: "any", logged: true };

/** One thing that somebody may or may not do; see {@link PERMISSIONS}. */
export type Action =
  | "see-public"
  | "take-part"
  | "see-own-submissions"
  | "see-teams"
  | "see-submitted-text"
  | "read-references"
  | "replace-references"
  | "rate"
  | "see-rating-counts"
  | "see-ratings"
  | "see-own-system"
  | "unblind"
  | "run-challenge"
  | "see-organisation"
  | "see-archive"
  | "invite-people"
  | "manage-accounts"
  | "see-audit"
  | "sign-in"
  | "use-own-account"
  | "see-runs";

/**
 * The matrix of rights. Server, pages and tests read it; there is no other place that says who may do
 * what. What is not in it is forbidden.
 */
export const PERMISSIONS: Readonly<Record<Action, Permission>> = {
  // see published board, rules, public files
  "see-public": {
    visitor: ANY,
    local: ANY,
    member: ANY,
    participant: ANY,
    rater: ANY,
    organiser: ANY,
    admin: ANY,
  },
  // register, form a team, submit
  "take-part": { participant: OWN, organiser: { scope: "own", when: "test-team" } },
  // see own submissions, scores, validation errors; an organiser those of the unranked test team
  "see-own-submissions": { participant: OWN, organiser: { scope: "own", when: "test-team" } },
  // teams with the names of their members: the own one; the organiser all of them
  "see-teams": { participant: OWN, organiser: ANY },
  // see other teams' files; a rater sees the blinded text of a lease only
  "see-submitted-text": {
    rater: OWN,
    organiser: { scope: "any", when: "frozen", logged: true },
    scorer: ANY,
  },
  // read hidden references: the organiser uploads and replaces, nobody downloads
  "read-references": { scorer: ANY },
  "replace-references": { organiser: LOGGED },
  // rate
  rate: { participant: { scope: "own", when: "study-allows" }, rater: OWN },
  // see others' ratings: counts only, until the study is closed
  "see-rating-counts": { organiser: ANY },
  "see-ratings": { organiser: { scope: "any", when: "closed" } },
  // see which system wrote a text
  "see-own-system": { participant: OWN },
  unblind: { organiser: { scope: "any", when: "closed", logged: true } },
  // change phases, freeze, rescore, publish
  "run-challenge": { organiser: LOGGED },
  // what an organiser looks at to do that: queue, flags, audit log, drafts
  "see-organisation": { organiser: ANY },
  // everything that the report is made from, with scores by item and texts that may be passed on
  "see-archive": { organiser: LOGGED },
  // invitations of people, by link
  "invite-people": { organiser: LOGGED, admin: LOGGED },
  // accounts, backups
  "manage-accounts": { admin: LOGGED },
  "see-audit": { organiser: ANY, admin: ANY },
  // sign in, redeem a link
  "sign-in": {
    visitor: ANY,
    local: ANY,
    member: ANY,
    participant: ANY,
    rater: ANY,
    organiser: ANY,
    admin: ANY,
  },
  // own password, second factor, sessions, tokens, deletion
  "use-own-account": { member: OWN },
  // the runs in this machine's folder
  "see-runs": { local: ANY, organiser: ANY, admin: ANY },
};

/** All actions, in the order of the matrix. */
export const ACTIONS: readonly Action[] = Object.keys(PERMISSIONS) as Action[];

/** What an API token may be allowed; a token never does more than its account. */
export const TOKEN_SCOPES = ["read", "submit", "rate", "organise"] as const;

/** One scope of a token. */
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Which scope a token needs for an action; absent actions are for people who signed in, not for tokens. */
const ACTION_SCOPES: Readonly<Partial<Record<Action, TokenScope>>> = {
  "see-public": "read",
  "see-own-submissions": "read",
  "see-teams": "read",
  "see-own-system": "read",
  "see-runs": "read",
  "take-part": "submit",
  rate: "rate",
  "see-submitted-text": "organise",
  "replace-references": "organise",
  "see-rating-counts": "organise",
  "see-ratings": "organise",
  "see-organisation": "organise",
  "see-archive": "organise",
  "see-audit": "organise",
  "run-challenge": "organise",
};

/** Whose an object is, seen from the caller. */
export type Relation = "own" | "other" | "missing";

/** What is asked before anything is done. */
export interface PermissionQuestion {
  /** What is to be done. */
  readonly action: Action;
  /** The caller's roles. */
  readonly roles: readonly Role[];
  /** Whose the object is; `own` where there is none. */
  readonly relation: Relation;
  /** What is true of the object. @defaultValue none */
  readonly conditions?: readonly Condition[];
  /** Scopes of the token that the caller used. @defaultValue no token: no bound */
  readonly scopes?: readonly TokenScope[];
}

/**
 * The answer: `allowed`; `hidden`: as if the object did not exist; `not-yet`: the object is not in the
 * state for it; `sign-in-first`; `forbidden`.
 */
export type PermissionAnswer = "allowed" | "hidden" | "not-yet" | "sign-in-first" | "forbidden";

/**
 * Decides whether something may be done. The only place that does.
 *
 * @param question - Who, what, on whose object.
 * @returns The answer. A caller without any right to the action gets the same one for every object,
 *   and one with a right to own objects gets the same one for foreign and missing objects.
 */
export function decide(question: PermissionQuestion): PermissionAnswer {
  const { action, roles, relation, conditions = [], scopes } = question;
  const permission = PERMISSIONS[action];
  const rights = roles.map((role) => permission[role]).filter((right) => right !== undefined);
  if (rights.length === 0) return isVisitor(roles) ? "sign-in-first" : "forbidden";
  if (scopes !== undefined && !coversAction(scopes, action)) return "forbidden";
  if (relation === "missing") return "hidden";
  const reaching = rights.filter(({ scope }) => scope === "any" || relation === "own");
  if (reaching.length === 0) return "hidden";
  const holds = reaching.some(({ when }) => when === undefined || conditions.includes(when));
  return holds ? "allowed" : "not-yet";
}

/**
 * Whether what a caller does has to be written to the audit log.
 *
 * @param action - What is done.
 * @param roles - The caller's roles.
 * @returns `true` if the matrix says so for one of the roles.
 */
export function isLogged(action: Action, roles: readonly Role[]): boolean {
  const permission = PERMISSIONS[action];
  return roles.some((role) => permission[role]?.logged === true);
}

function coversAction(scopes: readonly TokenScope[], action: Action): boolean {
  const needed = ACTION_SCOPES[action];
  return needed !== undefined && scopes.includes(needed);
}

function isVisitor(roles: readonly Role[]): boolean {
  return roles.every((role) => role === "visitor" || role === "local");
}
