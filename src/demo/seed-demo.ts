import { LonghandError } from "../foundation/index.ts";
import type { RunContext } from "../pipeline/index.ts";
import { type RunServerOptions, runServer } from "../server/index.ts";
import { type AnnualPlan, annualDraft, submitAnnual } from "./annual-challenge.ts";
import { formTeams, makeChallenge, putReferences } from "./demo-challenge.ts";
import { type DemoClock, openDemoClock } from "./demo-clock.ts";
import { throwIfStopped } from "./demo-context.ts";
import {
  ANNUAL_CHALLENGE,
  DEMO_RATERS,
  makeAccounts,
  type Passwords,
  SEA_CHALLENGE,
  type SignedIn,
} from "./demo-people.ts";
import {
  beginHalfRead,
  beginStudy,
  completeStudy,
  openDemoStudy,
  openStudy,
  pilotStudy,
} from "./demo-studies.ts";
import { type FrozenText, freezeSea, SEA_TEAMS, seaDraft, submitSea } from "./sea-challenge.ts";

/** Days that the demo has behind it: a session lives 14, and nobody has to sign in again. */
const PAST_DAYS = 12;
/** Chapters of the second challenge; the others are those of the pilot study. */
const CHALLENGE_CHAPTERS = 4;

/** What the demo is seeded with. */
export interface SeedParts {
  /** Makes the texts, and cuts the long ones. */
  readonly plan: () => Promise<AnnualPlan>;
  /** Everybody's password. */
  readonly passwords: Passwords;
  /** How the server is started that takes it all in. */
  readonly server: Omit<RunServerOptions, "clock" | "rateLimits">;
}

/** What a part of the seeding works on. */
interface Stage {
  readonly plan: AnnualPlan;
  readonly people: SignedIn;
  readonly time: DemoClock;
  readonly context: RunContext;
}

interface Scene {
  readonly title: string;
  readonly daysAgo: number;
  readonly play: (stage: Stage) => Promise<void>;
}

const SCENES: readonly Scene[] = [
  { title: "a pilot study", daysAgo: 12, play: playPilot },
  { title: "a challenge in its human phase", daysAgo: 11, play: playSea },
  { title: "a challenge that takes submissions", daysAgo: 10, play: openAnnual },
  { title: "submissions", daysAgo: 6, play: playAnnual },
  { title: "an open study", daysAgo: 3, play: playStudy },
];

/**
 * Seeds a new server: everything goes in through the routes that people use, with a clock that is behind,
 * so that there is a past.
 *
 * @param parts - Texts, passwords, the server.
 * @param context - Time, progress, the wish to stop.
 * @throws LonghandError `demo-refused`, `interrupted`; what starting the server throws.
 */
export async function seedDemo(parts: SeedParts, context: RunContext): Promise<void> {
  const time = openDemoClock(context.clock, PAST_DAYS);
  const many = 1_000_000;
  const running = await runServer({
    ...parts.server,
    clock: time.clock,
    // One program speaks for everybody, from one address.
    rateLimits: { anonymousPerMinute: many, signedInPerMinute: many },
  });
  try {
    const server = { url: running.url, signal: context.stopping };
    const { setupUrl } = running;
    if (setupUrl === undefined) throw taken();
    const plan = await parts.plan();
    tell(context, "accounts", 0);
    const people = await makeAccounts(server, setupUrl, parts.passwords);
    for (const [at, { title, daysAgo, play }] of SCENES.entries()) {
      tell(context, title, at + 1);
      throwIfStopped(context);
      time.toDaysAgo(daysAgo);
      await play({ plan, people, time, context });
    }
    tell(context, "done", SCENES.length + 1);
  } finally {
    await running.close();
  }
}

function taken(): LonghandError {
  return new LonghandError("The server to be seeded has accounts already.", {
    code: "demo-refused",
    hint: "Choose another folder with --home.",
  });
}

function tell({ onProgress }: RunContext, note: string, done: number): void {
  onProgress({
    kind: "step",
    step: "Seeding",
    done,
    total: SCENES.length + 1,
    unit: "parts",
    note,
  });
}

function ratersOf({ people }: Stage) {
  return people.raters.map((client, at) => ({ client, name: DEMO_RATERS[at] ?? "" }));
}

async function playPilot(stage: Stage): Promise<void> {
  const { organiser } = stage.people;
  const { texts, seed } = stage.plan;
  const study = pilotStudy(texts.sea.slice(CHALLENGE_CHAPTERS), seed);
  const studyId = await openDemoStudy(organiser, study);
  await completeStudy(organiser, ratersOf(stage), { studyId, seed, clock: stage.time });
}

async function playSea({ plan, people, context }: Stage): Promise<void> {
  const items = plan.texts.sea.slice(0, CHALLENGE_CHAPTERS);
  await makeChallenge(people.organiser, seaDraft(items, context.clock.nowMs()));
  await formTeams(people, SEA_CHALLENGE, SEA_TEAMS);
  await submitSea({ items, seed: plan.seed }, people, context);
}

async function openAnnual({ plan, people, context }: Stage): Promise<void> {
  await makeChallenge(people.organiser, annualDraft(plan, context.clock.nowMs()));
  await formTeams(people, ANNUAL_CHALLENGE, ["archive", "blank", "memory", "leaves"]);
  const references = plan.texts.annual.map(({ id, reference }) => ({ itemId: id, reference }));
  const place = { challenge: ANNUAL_CHALLENGE, track: "messages", references };
  await putReferences(people.organiser, place);
}

async function playAnnual({ plan, people, context }: Stage): Promise<void> {
  await submitAnnual(plan, people, context);
}

async function playStudy(stage: Stage): Promise<void> {
  const { plan, people, time } = stage;
  const { texts, seed } = plan;
  const frozen: readonly FrozenText[] = await freezeSea(people.organiser);
  const study = openStudy(frozen, texts.sea.slice(0, CHALLENGE_CHAPTERS), seed);
  const studyId = await openDemoStudy(people.organiser, study);
  const manner = { studyId, seed, clock: time };
  time.toDaysAgo(1);
  await beginStudy(ratersOf(stage), manner);
  // A text is set aside for a day from its last answer.
  time.toDaysAgo(0.05);
  await beginHalfRead(ratersOf(stage), manner);
}
