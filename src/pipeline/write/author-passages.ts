import { cutPassages } from "../../dataset/index.ts";
import type { CorpusDocument } from "../../records/index.ts";
import { createRetriever } from "../../retrieval/index.ts";
import { guessLanguage } from "../../text/index.ts";
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
 * @param context - Gets a warning for a weak profile, and for one in another language.
 * @returns The search; `undefined` for a brief without a profile, or with one in another language.
 * @throws LonghandError `unknown-author`, `not-found`, `invalid-corpus`.
 */
export async function openAuthorPassages(
  brief: Brief,
  context: RunContext,
): Promise<((query: string) => Promise<readonly Exemplar[]>) | undefined> {
  const { profile, seed } = brief;
  if (profile === undefined) return undefined;
  const documents = await documentsOfAuthor(profile);
  const words = documents.reduce((sum, { text }) => sum + countWords(text), 0);
  if (documents.length < LEAST_TEXTS || words < LEAST_WORDS) {
    context.onProgress({
      kind: "warning",
      text: `The profile of ${profile.author} has ${documents.length} texts with ${words} words: fewer than ${LEAST_TEXTS} texts or ${LEAST_WORDS.toLocaleString("en")} words say little about a style.`,
    });
  }
  if (isOtherLanguage(brief, documents, context)) return undefined;
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

/** Passages in another language than the document's would teach the wrong one. */
function isOtherLanguage(
  { profile, language, goal }: Brief,
  documents: readonly CorpusDocument[],
  { onProgress }: RunContext,
): boolean {
  const wanted = primary(language ?? guessLanguage(goal));
  const own = languageOf(documents);
  if (wanted === undefined || own === undefined || wanted === own) return false;
  onProgress({
    kind: "warning",
    text: `The profile of ${profile?.author ?? ""} is in ${nameOf(own)}, the document in ${nameOf(wanted)}: no passages are shown as examples of style.`,
  });
  return true;
}

/** The language that most documents are in. */
function languageOf(documents: readonly CorpusDocument[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { text } of documents) {
    const found = guessLanguage(text);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0];
}

function primary(tag: string | undefined): string | undefined {
  return tag?.toLowerCase().split("-")[0];
}

function nameOf(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
