import { LonghandError } from "../../foundation/index.ts";
import type { CorpusDocument } from "../../records/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import { openCorpus } from "./named-corpus.ts";

/**
 * All documents of one author.
 *
 * @param profile - Corpus and author.
 * @returns The documents, in the corpus's order.
 * @throws LonghandError `unknown-author`, naming the nearest author there is.
 */
export async function documentsOfAuthor(profile: {
  readonly corpus: string;
  readonly author: string;
}): Promise<CorpusDocument[]> {
  const documents: CorpusDocument[] = [];
  const authors = new Set<string>();
  for await (const document of openCorpus(profile.corpus)) {
    authors.add(document.author);
    if (document.author === profile.author) documents.push(document);
  }
  if (documents.length > 0) return documents;
  const near = nearestWord(profile.author, [...authors]);
  throw new LonghandError(`The corpus ${profile.corpus} holds no document by ${profile.author}.`, {
    code: "unknown-author",
    hint:
      near === undefined
        ? `It holds ${counted(authors.size, "author")}: ${[...authors].slice(0, 20).join(", ")}${authors.size > 20 ? ", …" : ""}.`
        : `Did you mean ${near}?`,
    details: { corpus: profile.corpus, author: profile.author },
  });
}
