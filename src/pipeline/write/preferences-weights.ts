import { readFile } from "node:fs/promises";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { faultWords, fileError, parseStrictJson } from "../../storage/index.ts";
import { type FittedWeights, fitWeights, type RatedDraft } from "../../writing/index.ts";

const part = z.exactOptional(z.number());
const ratedSchema: z.ZodType<RatedDraft> = z.object({
  rating: z.number(),
  parts: z.object({
    length: part,
    must: part,
    facts: part,
    novelty: part,
    relevance: part,
    style: part,
    keywords: part,
  }),
});

/**
 * Fits the weights of the score of drafts to ratings: lines as `writing records --for rewards` writes them, with
 * a `rating` each.
 *
 * @param path - The file, in JSON Lines.
 * @returns The weights, ready for a brief's `scoreWeights`.
 * @throws LonghandError `invalid-record` with the line; `too-few-ratings`, `no-influence`.
 */
export async function weightsFromRatings(path: string): Promise<FittedWeights> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const drafts = text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = { file: path, line: index + 1 };
    const parsed = ratedSchema.safeParse(parseStrictJson(line, place));
    if (parsed.success) return [parsed.data];
    throw new LonghandError(`${path}:${place.line}: ${faultWords(parsed.error, "the line")}.`, {
      code: "invalid-record",
      hint: "Each line needs parts, as writing records --for rewards writes them, and a rating.",
      details: place,
    });
  });
  return fitWeights(drafts);
}
