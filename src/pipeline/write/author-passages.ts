import { cutPassages } from "../../dataset/index.ts";
import { createRetriever } from "../../retrieval/index.ts";
import { type Brief, countWords, type Exemplar } from "../../writing/index.ts";
import { documentsOfAuthor } from "../corpora/documents-of-author.ts";
import type { RunContext } from "../run-context.ts";

/** Words of a passage shown as an example of the author's style. */
const EXEMPLAR_WORDS: readonly [number, number] = [80, 160];
/** Below this a profile says little about a style. */
const LEAST_TEXTS = 3;
const LEAST_WORDS = 3000;

/**
 * Opens the search for the author's own passages nearest to a query.
 *
 * @param brief - The brief.
 * @param context - Gets a warning for a weak profile.
 * @returns The search; `undefined` for a brief without a profile.
 * @throws LonghandError `unknown-author`, `not-found`, `invalid-corpus`.
 */
export async function openAuthorPassages(
  { profile, seed }: Brief,
  context: RunContext,
): Promise<((query: string) => Promise<readonly Exemplar[]>) | undefined> {
  if (profile === undefined) return undefined;
  const documents = await documentsOfAuthor(profile);
  const words = documents.reduce((sum, { text }) => sum + countWords(text), 0);
  if (documents.length < LEAST_TEXTS || words < LEAST_WORDS) {
    context.onProgress({
      kind: "warning",
      text: `The profile of ${profile.author} has ${documents.length} texts with ${words} words: fewer than ${LEAST_TEXTS} texts or ${LEAST_WORDS.toLocaleString("en")} words say little about a style.`,
    });
  }
  const passages = documents.flatMap(({ id, text, date }) =>
    cutPassages(text, EXEMPLAR_WORDS).map((passage, index) => ({
      id: `${id}#${index + 1}`,
      text: passage,
      ...(date === undefined ? {} : { date }),
    })),
  );
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const retriever = createRetriever({ name: "bm25", profile: "longhand", seed });
  return async (query) => {
    const { passages: found } = await retriever.retrieve({
      exampleId: "brief",
      userId: profile.author,
      query,
      k: profile.passages,
      candidates: passages,
    });
    return found.flatMap(({ id }) => byId.get(id) ?? []);
  };
}
