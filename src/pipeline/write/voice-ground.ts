import { LonghandError } from "../../foundation/index.ts";
import type { CorpusDocument } from "../../records/index.ts";
import {
  createStyleReference,
  readStyleProfile,
  type StyleProfile,
  type StyleReference,
} from "../../scoring/index.ts";
import { guessLanguage } from "../../text/index.ts";
import { type Brief, countWords, type Techniques } from "../../writing/index.ts";
import { documentsOfAuthor } from "../corpora/documents-of-author.ts";
import { openCorpus, SHIPPED_CORPUS } from "../corpora/named-corpus.ts";
import type { RunContext } from "../run-context.ts";
import { modelVectors } from "./embedder.ts";
import {
  type DroppedText,
  openModelDrift,
  openVoiceDrift,
  type VoiceDrift,
} from "./voice-drift.ts";

/** Below these a profile says little about a style, and distances to it are not told. */
export const LEAST_VOICE = { texts: 3, words: 3000 } as const;

/** Everything that an author's voice is known by. */
export interface VoiceGround {
  /** The author. */
  readonly author: string;
  /** Texts that count: all of the author's, those aside that a drift filter dropped. */
  readonly documents: readonly CorpusDocument[];
  /** Their words. */
  readonly words: number;
  /** Whether there are at least 3 texts and 3,000 words. */
  readonly isStrong: boolean;
  /** The author's style. */
  readonly profile: StyleProfile;
  /** The yardstick of distances. */
  readonly reference: StyleReference;
  /** How often others use each word. */
  readonly others: { readonly counts: ReadonlyMap<string, number>; readonly words: number };
  /** Whether the author's texts are English. */
  readonly english: boolean;
  /** Tells texts that have little to do with the author's; absent unless the brief asks for it. */
  readonly drift?: VoiceDrift;
  /** Texts of the author's that were left out, with their distances. */
  readonly dropped: readonly DroppedText[];
}

/**
 * Reads what an author's voice is known by: the author's texts, the style in them, and the shipped State of
 * the Union addresses as yardstick.
 *
 * @param brief - The brief.
 * @param context - Is told of a weak profile, of one in another language, and of texts that are left out.
 * @returns The ground; `undefined` for a brief without a profile, one that switches the voice off, or one whose
 *   profile is in another language.
 * @throws LonghandError `unknown-author`; `invalid-brief` if there is no such corpus; `invalid-corpus`; what `openEmbeddingModel` throws for
 *   the model of `driftVectors`.
 */
export async function openVoiceGround(
  brief: Brief,
  context: RunContext,
): Promise<VoiceGround | undefined> {
  const { profile, techniques } = brief;
  if (profile === undefined || techniques?.voice === false) return undefined;
  const all = await documentsOfAuthor(profile).catch((error: unknown) => {
    throw ofProfile(error);
  });
  if (isOtherLanguage(brief, all, context)) return undefined;
  const drift = techniques?.drift === true ? await openDrift(all, techniques, context) : undefined;
  const documents = keptDocuments(all, drift, context);
  const texts = documents.map(({ text }) => text);
  const words = texts.reduce((sum, text) => sum + countWords(text), 0);
  const isStrong = documents.length >= LEAST_VOICE.texts && words >= LEAST_VOICE.words;
  if (!isStrong) {
    warn(
      context,
      `The profile of ${profile.author} has ${documents.length} texts with ${words} words: fewer than ${LEAST_VOICE.texts} texts or ${LEAST_VOICE.words.toLocaleString("en")} words say little about a style.`,
    );
  }
  return {
    author: profile.author,
    documents,
    words,
    isStrong,
    profile: readStyleProfile(texts),
    ...(await readReference(profile.author)),
    english: (languageOf(documents) ?? "en") === "en",
    ...(drift === undefined ? {} : { drift }),
    dropped: drift?.dropped ?? [],
  };
}

/** A corpus that is not there is a fault of the brief that names it. */
function ofProfile(error: unknown): unknown {
  if (!(error instanceof LonghandError) || error.code !== "not-found") return error;
  return new LonghandError(`profile.corpus of the brief: ${error.message}`, {
    code: "invalid-brief",
    hint: "Name a corpus folder, a file in JSON Lines or sotu; paths begin at the folder in which the command runs.",
    cause: error,
  });
}

/** By words at once; by a model that is opened for each batch of texts, so that nobody has to close it. */
function openDrift(
  documents: readonly CorpusDocument[],
  { driftVectors = "words" }: Partial<Techniques>,
  context: RunContext,
): VoiceDrift | Promise<VoiceDrift> {
  if (driftVectors.toLowerCase() === "words") return openVoiceDrift(documents);
  return openModelDrift(documents, modelVectors(driftVectors, context));
}

function keptDocuments(
  all: readonly CorpusDocument[],
  drift: VoiceDrift | undefined,
  context: RunContext,
): readonly CorpusDocument[] {
  if (drift === undefined) return all;
  if (drift.reason !== undefined) {
    warn(
      context,
      `Nothing is left out for its distance: there are ${all.length} texts, and fewer than 8 give no limit.`,
    );
  }
  for (const { id, distance } of drift.dropped) {
    warn(context, `Left out of the profile: ${id}, ${distance.toFixed(3)} away from its centre.`);
  }
  const gone = new Set(drift.dropped.map(({ id }) => id));
  return all.filter(({ id }) => !gone.has(id));
}

/** The shipped addresses as a yardstick, with how often each president uses each word. */
interface Shipped {
  readonly reference: StyleReference;
  readonly counts: ReadonlyMap<string, number>;
  readonly words: number;
  readonly byAuthor: ReadonlyMap<string, StyleProfile>;
}

// The addresses are part of the package: whoever asks first reads them for all.
let shipped: Promise<Shipped> | undefined;

/** The yardstick, and how often all but the author use each word. */
async function readReference(author: string): Promise<Pick<VoiceGround, "reference" | "others">> {
  shipped ??= readShipped();
  const { reference, counts, words, byAuthor } = await shipped;
  const own = byAuthor.get(author);
  if (own === undefined) return { reference, others: { counts, words } };
  const others = [...counts].map(
    ([word, count]) => [word, count - (own.wordCounts.get(word) ?? 0)] as const,
  );
  return { reference, others: { counts: new Map(others), words: words - own.words } };
}

async function readShipped(): Promise<Shipped> {
  const texts: string[] = [];
  const textsBy = new Map<string, string[]>();
  for await (const { author, text } of openCorpus(SHIPPED_CORPUS)) {
    texts.push(text);
    textsBy.set(author, [...(textsBy.get(author) ?? []), text]);
  }
  const reference = await createStyleReference({ name: SHIPPED_CORPUS, texts });
  const byAuthor = new Map([...textsBy].map(([author, own]) => [author, readStyleProfile(own)]));
  const counts = new Map<string, number>();
  let words = 0;
  for (const profile of byAuthor.values()) {
    words += profile.words;
    for (const [word, count] of profile.wordCounts) {
      counts.set(word, (counts.get(word) ?? 0) + count);
    }
  }
  return { reference, counts, words, byAuthor };
}

/** Passages in another language than the document's would teach the wrong one. */
function isOtherLanguage(
  { profile, language, goal }: Brief,
  documents: readonly CorpusDocument[],
  context: RunContext,
): boolean {
  const wanted = primary(language ?? guessLanguage(goal));
  const own = languageOf(documents);
  if (wanted === undefined || own === undefined || wanted === own) return false;
  warn(
    context,
    `The profile of ${profile?.author ?? ""} is in ${nameOf(own)}, the document in ${nameOf(wanted)}: no passages are shown as examples of style.`,
  );
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

function warn({ onProgress }: RunContext, text: string): void {
  onProgress({ kind: "warning", text });
}
