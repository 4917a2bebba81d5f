import { z } from "zod";
import { randomStream } from "../foundation/index.ts";
import type { RunContext } from "../pipeline/index.ts";
import { demoMeta } from "./annual-challenge.ts";
import { type ChallengeDraft, DEMO_TERMS, dayFrom, submitTexts } from "./demo-challenge.ts";
import type { DemoClient } from "./demo-client.ts";
import { type DemoTeam, SEA_CHALLENGE, type SignedIn } from "./demo-people.ts";
import { shuffledSentences } from "./long-texts.ts";
import type { DemoItem } from "./make-texts.ts";

/** Teams of the second challenge. */
export const SEA_TEAMS: readonly DemoTeam[] = ["blank", "memory", "leaves"];

/**
 * The challenge whose texts people rate.
 *
 * @param items - What was gone on with.
 * @param nowMs - Now, UTC milliseconds.
 * @returns File and items.
 */
export function seaDraft(items: readonly DemoItem[], nowMs: number): ChallengeDraft {
  return {
    file: {
      id: SEA_CHALLENGE,
      title: "From the sea",
      description:
        "Demo. Go on from the opening of a chapter of Moby-Dick. Submissions are closed, the board is frozen, and people are reading the texts.",
      tracks: [
        {
          id: "chapters",
          title: "Chapters",
          kind: "open",
          items: "chapters.jsonl",
          metrics: [
            { id: "distinct-2", direction: "higher", primary: true },
            { id: "rep-4", direction: "lower" },
          ],
        },
      ],
      dates: {
        announced: dayFrom(nowMs, -60),
        submissionsOpen: dayFrom(nowMs, -45),
        submissionsClose: dayFrom(nowMs, -4),
        ratingCloses: dayFrom(nowMs, 25),
      },
      terms: DEMO_TERMS,
      rules: { empty: "accept", belowMinWords: "accept", aboveMaxWords: "reject" },
      study: { ratersPerText: 3, systems: SEA_TEAMS.length },
    },
    items: {
      "chapters.jsonl": items.map(({ id, opening }) => ({
        itemId: id,
        prompt: opening,
        set: "test",
      })),
    },
  };
}

/**
 * Hands in the texts of all teams of the second challenge.
 *
 * @param work - What was gone on with, and the seed.
 * @param people - Everybody.
 * @param context - Time, the wish to stop.
 */
export async function submitSea(
  { items, seed }: { readonly items: readonly DemoItem[]; readonly seed: number },
  people: SignedIn,
  context: RunContext,
): Promise<void> {
  const textOf: Readonly<Record<string, (item: DemoItem) => string>> = {
    blank: ({ texts }) => texts.none,
    memory: ({ texts }) => texts.bm25,
    leaves: ({ id, texts }) => shuffledSentences(texts.bm25, randomStream(seed, "leaves", id)),
  };
  for (const team of SEA_TEAMS) {
    const texts = items.map((item) => [item.id, textOf[team]?.(item) ?? ""] as const);
    await submitTexts(
      {
        member: people.teams[team],
        challenge: SEA_CHALLENGE,
        track: "chapters",
        meta: demoMeta(team),
        texts: Object.fromEntries(texts),
        select: true,
      },
      context,
    );
  }
}

/** A text of the best submissions. */
export interface FrozenText {
  /** The team. */
  readonly team: string;
  /** The system. */
  readonly system: string;
  /** The item. */
  readonly itemId: string;
  /** Its prompt. */
  readonly prompt: string;
  /** The text. */
  readonly text: string;
}

const frozenTextSchema: z.ZodType<FrozenText> = z.object({
  team: z.string(),
  system: z.string(),
  itemId: z.string(),
  prompt: z.string(),
  text: z.string(),
});

/**
 * Freezes the board of the second challenge and takes the texts for the rating study.
 *
 * @param organiser - Who does it.
 * @returns The texts.
 */
export async function freezeSea(organiser: DemoClient): Promise<readonly FrozenText[]> {
  await organiser.change("POST", `/challenges/${SEA_CHALLENGE}/freeze`, {});
  const file = await organiser.file(`/challenges/${SEA_CHALLENGE}/texts?track=chapters&top=10`);
  return file
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => frozenTextSchema.parse(JSON.parse(line)));
}
