import { randomStream } from "../foundation/index.ts";
import type { RunContext } from "../pipeline/index.ts";
import type { ChallengeItem } from "../records/index.ts";
import type { Chapter } from "./demo-books.ts";
import { openText } from "./demo-books.ts";
import {
  type ChallengeDraft,
  DEMO_TERMS,
  type DemoSubmission,
  dayFrom,
  submitTexts,
} from "./demo-challenge.ts";
import { ANNUAL_CHALLENGE, type DemoTeam, type SignedIn } from "./demo-people.ts";
import { roundAndRound, shuffledSentences, stretchesOf } from "./long-texts.ts";
import type { DemoItem, DemoTexts } from "./make-texts.ts";

/** Items that are public with all results. */
const DEVELOPMENT_ITEMS = 1;
const LONG_TEXTS = 4;
/** Words of a long text: 20,001 that have a vector, and some that have none. */
const LONG_WORDS = 22_500;

/** What the first challenge is made of. */
export interface AnnualParts {
  /** Texts of the demo. */
  readonly texts: DemoTexts;
  /** The novel. */
  readonly novel: readonly Chapter[];
  /** Whether there are word vectors, so that GAPELMAPER can be scored. */
  readonly hasVectors: boolean;
  /** Seed of everything drawn. */
  readonly seed: number;
}

interface LongItem {
  readonly item: ChallengeItem;
  readonly text: string;
}

/** The parts with the long stretches of the novel cut. */
export interface AnnualPlan extends AnnualParts {
  /** Stretches of the novel, by item. */
  readonly long: readonly LongItem[];
}

/**
 * Cuts the long texts of the first challenge.
 *
 * @param parts - What it is made of.
 * @returns The parts with long texts.
 */
export function planAnnual(parts: AnnualParts): AnnualPlan {
  const stretches = stretchesOf(parts.novel, { count: LONG_TEXTS, words: LONG_WORDS });
  const long = stretches.map((text, at): LongItem => {
    const { opening } = openText(text, { openingWords: 60, restWords: 0 });
    return { item: { itemId: `voyage-${at + 1}`, prompt: opening, set: "test" }, text };
  });
  return { ...parts, long };
}

/**
 * The challenge that takes submissions: one track with hidden references, one with long texts.
 *
 * @param plan - Its texts.
 * @param nowMs - Now, UTC milliseconds.
 * @returns File and items.
 */
export function annualDraft(
  { texts, long, hasVectors }: AnnualPlan,
  nowMs: number,
): ChallengeDraft {
  return {
    file: {
      id: ANNUAL_CHALLENGE,
      title: "In their own words",
      description:
        "Demo. Two tasks: go on from the opening of a passage of a State of the Union address, as its president did; and write a long text that keeps its structure from the opening of a chapter of Moby-Dick.",
      tracks: [
        {
          id: "messages",
          title: "Annual messages",
          kind: "reference",
          minWords: 5,
          items: "messages.jsonl",
          metrics: [
            { id: "rouge-l", direction: "higher", primary: true },
            { id: "rouge-1", direction: "higher" },
            { id: "distinct-2", direction: "higher" },
          ],
        },
        {
          id: "voyages",
          title: "Long voyages",
          kind: "open",
          minWords: 20_000,
          items: "voyages.jsonl",
          metrics: [
            ...(hasVectors ? [{ id: "gapelmaper", direction: "lower", primary: true }] : []),
            { id: "distinct-2", direction: "higher", ...(hasVectors ? {} : { primary: true }) },
          ],
        },
      ],
      dates: {
        announced: dayFrom(nowMs, -11),
        submissionsOpen: dayFrom(nowMs, -10),
        submissionsClose: dayFrom(nowMs, 20),
        ratingCloses: dayFrom(nowMs, 50),
      },
      terms: DEMO_TERMS,
      rules: { empty: "accept", belowMinWords: "accept", aboveMaxWords: "reject" },
      study: { ratersPerText: 3, systems: 4 },
    },
    items: {
      "messages.jsonl": texts.annual.map(messageItem),
      "voyages.jsonl": long.map(({ item }) => item),
    },
  };
}

function messageItem({ id, opening }: DemoItem, at: number): ChallengeItem {
  return { itemId: id, prompt: opening, set: at < DEVELOPMENT_ITEMS ? "development" : "test" };
}

/**
 * Submissions of the first challenge: scored ones, one that is rejected, one of development items.
 *
 * @param plan - The texts.
 * @param people - Everybody.
 * @param context - Time, the wish to stop.
 */
export async function submitAnnual(
  plan: AnnualPlan,
  people: SignedIn,
  context: RunContext,
): Promise<void> {
  const { texts, seed } = plan;
  const { annual } = texts;
  const development = Object.fromEntries(
    annual.slice(0, DEVELOPMENT_ITEMS).map(({ id, texts: made }) => [id, made.bm25]),
  );
  const memory = testTexts(texts, (item) => item.texts.bm25);
  const [first = ""] = Object.keys(memory);
  const { [first]: _left, ...incomplete } = memory;
  const outOfOrder = testTexts(texts, ({ id, texts: made }) =>
    shuffledSentences(made.bm25, randomStream(seed, "leaves", id)),
  );
  const inOrder: readonly DemoSubmission[] = [
    messages(
      people,
      "archive",
      testTexts(texts, ({ earlier }) => earlier),
    ),
    messages(
      people,
      "blank",
      testTexts(texts, (item) => item.texts.none),
    ),
    // Rejected: an item is missing, and there is one that nobody asked for.
    messages(people, "memory", { ...incomplete, "message-0": "This was not asked for." }),
    { ...messages(people, "memory", development), set: "development" },
    { ...messages(people, "memory", memory), select: true },
    messages(people, "leaves", outOfOrder),
    ...voyages(plan, people),
  ];
  for (const submission of inOrder) await submitTexts(submission, context);
}

function testTexts(
  { annual }: DemoTexts,
  textOf: (item: DemoItem) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(annual.slice(DEVELOPMENT_ITEMS).map((item) => [item.id, textOf(item)]));
}

const SYSTEMS: Readonly<Record<DemoTeam, readonly [system: string, models: string, use: string]>> =
  {
    blank: ["alone", "The model of this demo", "It got the opening and nothing else."],
    memory: [
      "with own passages",
      "The model of this demo",
      "It got the opening, and one earlier passage of the same author, found by BM25.",
    ],
    archive: ["word for word", "None: people wrote this", "Texts of the same author, as they are."],
    leaves: [
      "out of order",
      "The model of this demo",
      "Sentences of another system's texts in an order drawn by chance.",
    ],
  };

function messages(
  people: SignedIn,
  team: DemoTeam,
  texts: Readonly<Record<string, string>>,
): DemoSubmission {
  return {
    member: people.teams[team],
    challenge: ANNUAL_CHALLENGE,
    track: "messages",
    meta: demoMeta(team),
    texts,
  };
}

/**
 * What a team declares.
 *
 * @param team - The team.
 * @returns Name of its system, and the answers to the questions about resources.
 */
export function demoMeta(team: DemoTeam): DemoSubmission["meta"] {
  const [system, models, use] = SYSTEMS[team];
  return {
    system,
    declaration: { models, data: "State of the Union addresses, Moby-Dick: public domain", use },
  };
}

/** Long texts: the novel itself, the novel out of order, one page again and again, and one that is too short. */
function voyages({ long, texts, seed }: AnnualPlan, people: SignedIn): readonly DemoSubmission[] {
  const pages = texts.sea.map((item) => item.texts.bm25);
  const of = (
    team: DemoTeam,
    system: string,
    textOf: (item: LongItem, at: number) => string,
  ): DemoSubmission => ({
    ...messages(
      people,
      team,
      Object.fromEntries(long.map((one, at) => [one.item.itemId, textOf(one, at)])),
    ),
    track: "voyages",
    meta: { ...demoMeta(team), system },
  });
  return [
    of("archive", "the novel itself", ({ text }) => text),
    of("leaves", "the novel out of order", ({ text, item }) =>
      shuffledSentences(text, randomStream(seed, "leaves", item.itemId)),
    ),
    of("memory", "round and round", (_, at) =>
      roundAndRound([pages[at] ?? "", ...pages], LONG_WORDS),
    ),
    of("blank", "a page", (_, at) => texts.sea[at]?.texts.none ?? ""),
  ];
}
