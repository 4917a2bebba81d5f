import { RANDOM_GENERATOR, randomStream } from "../foundation/index.ts";
import { checkRequest } from "./check-request.ts";
import { drawIndexes } from "./draw-indexes.ts";
import type { RetrievalProfile, Retriever } from "./retriever.ts";

/** Settings of the random retrievers. */
export interface RandomRetrieverOptions {
  /** `longhand` draws without replacement, `longlamp-paper` with it. */
  readonly profile: RetrievalProfile;
  /** Equal seeds draw equal passages. */
  readonly seed: number;
}

/**
 * The retriever that draws passages of the user's own at random: "personalised untuned" in the
 * LongLaMP paper. Each example has a stream of its own, so that no other example changes its draw.
 *
 * @param options - Profile and seed.
 * @returns The retriever.
 */
export function randomOwnRetriever({ profile, seed }: RandomRetrieverOptions): Retriever {
  const replacement = profile === "longlamp-paper";
  return {
    name: "random-own",
    signature: `random-own|replacement:${replacement ? "yes" : "no"}|${RANDOM_GENERATOR}|seed:${seed}|profile:${profile}|v:1`,
    retrieve: async (request) => {
      checkRequest("random-own", request);
      const { candidates, k, exampleId } = request;
      const drawn = drawIndexes(
        { below: candidates.length, count: k, replacement },
        randomStream(seed, "random-own", exampleId),
      );
      const passages = drawn.map((index) => ({ id: candidates[index]?.id ?? "", relevance: 0 }));
      return { passages, noSignal: false };
    },
  };
}
