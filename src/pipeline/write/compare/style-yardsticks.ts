import { createStyleReference, readStyleProfile } from "../../../scoring/index.ts";
import type { Brief } from "../../../writing/index.ts";
import { documentsOfAuthor } from "../../corpora/documents-of-author.ts";
import { openCorpus, SHIPPED_CORPUS } from "../../corpora/named-corpus.ts";
import type { StyleYardstick } from "./text-scores.ts";

/**
 * What style distances of each brief are measured by: the author's texts, and the shipped State of the Union
 * addresses as reference.
 *
 * @param briefs - The briefs by id.
 * @returns A yardstick for each brief with a profile.
 */
export async function styleYardsticks(
  briefs: ReadonlyMap<string, Brief>,
): Promise<ReadonlyMap<string, StyleYardstick>> {
  const withProfile = [...briefs].flatMap(([id, { profile }]) =>
    profile === undefined ? [] : [{ id, profile }],
  );
  if (withProfile.length === 0) return new Map();
  const texts: string[] = [];
  for await (const { text } of openCorpus(SHIPPED_CORPUS)) texts.push(text);
  const reference = await createStyleReference({ name: SHIPPED_CORPUS, texts });
  const yardsticks = new Map<string, StyleYardstick>();
  for (const { id, profile } of withProfile) {
    const documents = await documentsOfAuthor(profile);
    const author = readStyleProfile(documents.map(({ text }) => text));
    yardsticks.set(id, { author, reference });
  }
  return yardsticks;
}
