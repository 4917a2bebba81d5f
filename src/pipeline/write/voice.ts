import { burrowsDelta } from "../../scoring/index.ts";
import { type Brief, countWords, styleCardOf, type WriterOptions } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { openAuthorPassages } from "./author-passages.ts";
import { openVoiceGround, type VoiceGround } from "./voice-ground.ts";

/** What a writer is told of an author's voice; nothing without a profile. */
export type WriterVoice = Pick<
  WriterOptions,
  "findExemplars" | "styleDelta" | "styleCard" | "drift"
>;

/** Texts shorter than this have no style that could be measured. */
const LEAST_WORDS = 40;

/**
 * Opens an author's voice for a writer: passages, style card, distance to the style, drift limit.
 *
 * @param brief - The brief.
 * @param context - Is told what is wrong with the profile.
 * @returns What the writer is opened with; empty for a brief without a profile.
 * @throws LonghandError `unknown-author`, `invalid-brief`, `invalid-corpus`.
 */
export async function openVoice(brief: Brief, context: RunContext): Promise<WriterVoice> {
  const ground = await openVoiceGround(brief, context);
  return ground === undefined ? {} : voiceOf(brief, ground);
}

function voiceOf(brief: Brief, ground: VoiceGround): WriterVoice {
  const { documents, others, english, drift } = ground;
  const styleDelta = styleDeltaTo(ground);
  const styleCard = styleCardOf({ texts: documents.map(({ text }) => text), others, english });
  const { threshold } = drift ?? {};
  return {
    findExemplars: openAuthorPassages(brief, { ground, styleDelta }),
    styleDelta,
    ...(styleCard === undefined ? {} : { styleCard }),
    ...(drift === undefined || threshold === undefined
      ? {}
      : {
          drift: {
            threshold,
            distanceOf: drift.distanceOf,
            ...(drift.measure === undefined ? {} : { measure: drift.measure }),
          },
        }),
  };
}

/**
 * Measures the distance of texts to an author's style.
 *
 * @param ground - What the style is known by.
 * @returns Burrows' Delta of a text; `undefined` for a weak profile and for fewer than 40 words.
 */
function styleDeltaTo({
  profile,
  reference,
}: Pick<VoiceGround, "profile" | "reference">): (text: string) => number | undefined {
  return (text) => {
    if (countWords(text) < LEAST_WORDS) return undefined;
    const score = burrowsDelta(text, profile, reference);
    return score.status === "scored" ? score.value : undefined;
  };
}
