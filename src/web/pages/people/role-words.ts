import type { AccountRole, TokenScope } from "../../../records/index.ts";

/** What each role is called on pages. */
export const ROLE_WORDS: Readonly<Record<AccountRole, string>> = {
  participant: "Participant",
  rater: "Rater",
  organiser: "Organiser",
  admin: "Admin",
};

/** What each role may do, in a few words. */
export const ROLE_HINTS: Readonly<Record<AccountRole, string>> = {
  participant: "forms a team and hands in texts",
  rater: "reads and rates texts, blind",
  organiser: "runs challenges and rating studies",
  admin: "looks after accounts",
};

/** What each scope of a token allows. */
export const SCOPE_WORDS: Readonly<Record<TokenScope, string>> = {
  read: "Read what you may see",
  submit: "Hand in texts for your team",
  rate: "Rate",
  organise: "Run challenges and studies",
};
