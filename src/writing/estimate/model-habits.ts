import { FAKE_OUTPUT_TOKENS } from "../../models/index.ts";
import type { Brief, ModelSize } from "../brief/brief.ts";
import { START_TOKENS_PER_WORD } from "../brief/brief-words.ts";

/** How a model writes, as far as it decides what a document takes. */
export interface ModelHabits {
  /** Its tokens for a text, beside the 1.35 for an English word that estimates reckon with. */
  readonly tokenShare: number;
  /** Tokens around a conversation. */
  readonly templateTokens: number;
  /** Words of a reply, at least and at most; absent for a model that writes about as much as it is asked for. */
  readonly replyWords?: readonly [least: number, most: number];
  /** Share of its parts with mentions in which some have to be asked for. */
  readonly askedShare: number;
  /** Mentions for which a sentence is begun, as a share of those that are due. */
  readonly begunShare: number;
  /** Checks of a part; one whose reply keeps no form is made twice. */
  readonly checksPerLeaf: number;
  /** Whether it keeps the form of lists that it is asked for; else each is asked for as often as it may be. */
  readonly keepsForms: boolean;
}

/** Tokens of a chat template around a conversation. */
const CHAT_TOKENS = 15;
/** Those of a tiny model are measured (30,000 words, 196 mentions), those of larger ones assumed. */
const ASKED_SHARE = { tiny: 0.97, small: 0.5, hosted: 0.3 } as const;
const BEGUN_SHARE = { tiny: 0.85, small: 0.2, hosted: 0.1 } as const;
const CHECKS_PER_LEAF = 1.2;
/** Of the fake model: its tokens are words, its replies have a length of their own, and it names what it is asked to. */
const FAKE_CHECKS_PER_LEAF = 2;

/**
 * How the writer of a brief writes: the fake model as it does, any other as one of its size.
 *
 * @param brief - The brief.
 * @param scale - Size of the writer.
 * @param source - `assumed`: as any model of its size. @defaultValue as far as it is known
 * @returns Its habits.
 */
export function habitsOf(
  { model, modelSettings, models }: Brief,
  scale: ModelSize,
  source: "known" | "assumed" = "known",
): ModelHabits {
  const writer = models.writer ?? { model, settings: modelSettings };
  if (source === "known" && /^fake(?::|$)/.test(writer.model)) return fakeHabits(writer.settings);
  return {
    tokenShare: 1,
    templateTokens: CHAT_TOKENS,
    askedShare: ASKED_SHARE[scale],
    begunShare: BEGUN_SHARE[scale],
    checksPerLeaf: CHECKS_PER_LEAF,
    keepsForms: true,
  };
}

function fakeHabits({ outputTokens }: Readonly<Record<string, unknown>>): ModelHabits {
  const [least, most] = isRange(outputTokens) ? outputTokens : FAKE_OUTPUT_TOKENS;
  return {
    tokenShare: 1 / START_TOKENS_PER_WORD,
    templateTokens: 0,
    replyWords: [least, most],
    askedShare: 1,
    begunShare: 0.1,
    checksPerLeaf: FAKE_CHECKS_PER_LEAF,
    keepsForms: false,
  };
}

function isRange(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
