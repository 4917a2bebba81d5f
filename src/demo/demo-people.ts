import { z } from "zod";
import type { AccountRole } from "../records/index.ts";
import { type DemoClient, type DemoServer, registerPerson } from "./demo-client.ts";

/** Somebody of the demo. */
export interface DemoPerson {
  /** Name to sign in with. */
  readonly name: string;
  /** What they are. */
  readonly role: string;
  /** What there is to see, in a sentence. */
  readonly shows: string;
  /** Page to begin with. */
  readonly page: string;
}

interface Cast extends DemoPerson {
  readonly roles: readonly AccountRole[];
  /** Team of a participant. */
  readonly team?: string;
}

/** Id of the challenge that takes submissions. */
export const ANNUAL_CHALLENGE = "annual-messages";
/** Id of the challenge whose texts people rate. */
export const SEA_CHALLENGE = "sea-chapters";

/** Teams of the demo, and their participants. */
export const DEMO_TEAMS = {
  memory: { team: "Good Memory", person: "Paula Participant" },
  blank: { team: "Blank Page", person: "Peter Participant" },
  archive: { team: "The Archive", person: "Petra Participant" },
  leaves: { team: "Loose Leaves", person: "Pim Participant" },
} as const;

/** Key of one of the {@link DEMO_TEAMS}. */
export type DemoTeam = keyof typeof DEMO_TEAMS;

/** Raters of the demo: the first is in the middle of a text, the last has not begun. */
export const DEMO_RATERS = ["Rita Rater", "Ravi Rater", "Rosa Rater"] as const;

const ORGANISER = "Olga Organiser";
const ADMIN = "Ada Admin";

const RATER_SHOWS: Readonly<Record<string, string>> = {
  "Rita Rater": "an open text, half read, with two answers that were saved by themselves",
  "Ravi Rater": "some texts handed in, the next one waiting",
  "Rosa Rater": "the whole way: consent, training text, texts, survey",
};

const TEAM_SHOWS: Readonly<Record<DemoTeam, string>> = {
  memory: "submissions: rejected, scored, selected as final; a development set with single results",
  blank: "a text too short for GAPELMAPER: it is flagged, and stands below the ranks",
  archive: "texts by people: a president's earlier words, and a novel",
  leaves: "texts out of order: what GAPELMAPER says to that, and a flag",
};

const CAST: readonly Cast[] = [
  {
    name: ORGANISER,
    role: "organiser",
    roles: ["organiser"],
    shows:
      "phases, queue, flags, audit log; coverage of the open study, results of the closed one; runs",
    page: "/challenges",
  },
  ...(Object.keys(DEMO_TEAMS) as DemoTeam[]).map(
    (key): Cast => ({
      name: DEMO_TEAMS[key].person,
      role: `participant, team ${DEMO_TEAMS[key].team}`,
      roles: ["participant"],
      team: DEMO_TEAMS[key].team,
      shows: TEAM_SHOWS[key],
      page: `/challenges/${ANNUAL_CHALLENGE}`,
    }),
  ),
  ...DEMO_RATERS.map(
    (name): Cast => ({
      name,
      role: "rater",
      roles: ["rater"],
      shows: RATER_SHOWS[name] ?? "",
      page: "/rate",
    }),
  ),
  {
    name: ADMIN,
    role: "admin",
    roles: ["admin", "organiser"],
    shows: "people, invitations, roles, reset links, audit log",
    page: "/people",
  },
];

/** Everybody, in the order of the table. */
export const DEMO_PEOPLE: readonly DemoPerson[] = CAST.map(({ name, role, shows, page }) => ({
  name,
  role,
  shows,
  page,
}));

/** Digits and letters that nobody mistakes for one another. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const PASSWORD_LETTERS = 20;

/**
 * Draws a password that nobody can guess: 20 of 31 letters, 99 bits.
 *
 * @param randomBytes - Chance.
 * @returns Four groups of five letters.
 */
export function drawPassword(randomBytes: (byteCount: number) => Uint8Array): string {
  let letters = "";
  while (letters.length < PASSWORD_LETTERS) {
    for (const byte of randomBytes(PASSWORD_LETTERS)) {
      // Bytes above the last whole multiple would make some letters likelier than others.
      if (byte < LETTERS.length * 8) letters += LETTERS[byte % LETTERS.length];
    }
  }
  return (letters.slice(0, PASSWORD_LETTERS).match(/.{5}/g) ?? []).join("-");
}

/** Passwords by name. */
export type Passwords = Readonly<Record<string, string>>;

/** People who are signed in. */
export interface SignedIn {
  /** The organiser. */
  readonly organiser: DemoClient;
  /** Participants by their team. */
  readonly teams: Readonly<Record<DemoTeam, DemoClient>>;
  /** Raters in the order of {@link DEMO_RATERS}. */
  readonly raters: readonly DemoClient[];
}

const invitationsSchema = z.object({ items: z.array(z.object({ url: z.string() })) });

/**
 * Makes all accounts: the first with the link of a new server, all others with links of the admin.
 *
 * @param server - The server.
 * @param setupUrl - Its link for the first account.
 * @param passwords - Everybody's password.
 * @returns Everybody, signed in.
 */
export async function makeAccounts(
  server: DemoServer,
  setupUrl: string,
  passwords: Passwords,
): Promise<SignedIn> {
  const account = (name: string, link: string) => ({ name, link, password: passwords[name] ?? "" });
  const admin = await registerPerson(server, account(ADMIN, setupUrl));
  const people = new Map<string, DemoClient>();
  for (const { name, roles } of CAST) {
    if (name === ADMIN) continue;
    const reply = await admin.change("POST", "/people/invitations", { roles, count: 1 });
    const [link] = invitationsSchema.parse(reply).items;
    people.set(name, await registerPerson(server, account(name, link?.url ?? "")));
  }
  const find = (name: string) => people.get(name) ?? admin;
  return {
    organiser: find(ORGANISER),
    teams: {
      memory: find(DEMO_TEAMS.memory.person),
      blank: find(DEMO_TEAMS.blank.person),
      archive: find(DEMO_TEAMS.archive.person),
      leaves: find(DEMO_TEAMS.leaves.person),
    },
    raters: DEMO_RATERS.map(find),
  };
}
