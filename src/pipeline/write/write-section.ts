import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { cutPassages } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import { type LanguageModel, type ModelReply, openLanguageModel } from "../../models/index.ts";
import { createRetriever } from "../../retrieval/index.ts";
import { fileError, refuseFolder, sha256, writeAtomically } from "../../storage/index.ts";
import { pythonWords } from "../../text/index.ts";
import {
  type Brief,
  type Exemplar,
  parseBrief,
  SECTION_PROMPT_VERSION,
  sectionMarkdown,
  sectionRequest,
  targetWordsOf,
} from "../../writing/index.ts";
import { documentsOfAuthor } from "../corpora/documents-of-author.ts";
import { createRunFolder } from "../run/run-folder.ts";
import { runEnvironment } from "../run/run-manifest.ts";
import type { RunContext } from "../run-context.ts";

/** Words of a passage shown as an example of the author's style. */
const EXEMPLAR_WORDS: readonly [number, number] = [80, 160];

/** A text that was written. */
export interface WrittenSection {
  /** Name of the run. */
  readonly run: string;
  /** Words of the text, without title and opening. */
  readonly words: number;
  /** Words that were asked for. */
  readonly targetWords: number;
  /** Model as the brief names it. */
  readonly model: string;
  /** The author's passages that were in the prompt, best first. */
  readonly passages: readonly string[];
  /** Tokens read and written. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** How the model stopped. */
  readonly finishReason: "stop" | "length";
  /** Seconds from the call to the end of the text. */
  readonly seconds: number;
  /** Where the text is, by format. */
  readonly exports: { readonly md: string };
}

/** What a command may override. */
export interface WriteOptions {
  /** Model in place of the brief's. */
  readonly model?: string;
  /** File for the Markdown, beside the one in the run's folder. */
  readonly out?: string;
}

/**
 * Writes one section in the author's voice: reads the brief, finds the author's passages nearest to
 * its goal, and streams what the model writes.
 *
 * @param path - The brief.
 * @param options - What to override.
 * @param context - Time, places, progress; the text is streamed as `text` events.
 * @returns What was written, and where it is.
 * @throws LonghandError `invalid-brief`, `unknown-author`, `not-found`; ModelCallError if the model
 *   gives no text.
 */
export async function writeSection(
  path: string,
  options: WriteOptions,
  context: RunContext,
): Promise<WrittenSection> {
  if (options.out !== undefined) await refuseFolder(options.out);
  const read = await readBrief(path);
  const brief = options.model === undefined ? read : { ...read, model: options.model };
  const exemplars = await exemplarsFor(brief);
  const model = await openModel(brief, context);
  try {
    const request = sectionRequest(brief, exemplars);
    await refuseTooLong(model, request);
    const startedMs = context.clock.nowMs();
    const reply = await model.generate(request, {
      signal: context.stopping,
      onText: (text) => context.onProgress({ kind: "text", text }),
    });
    context.onProgress({ kind: "text", text: "\n" });
    const seconds = (context.clock.nowMs() - startedMs) / 1000;
    return await save({ brief, exemplars, reply, seconds, model }, options, context);
  } finally {
    await model.close();
  }
}

async function readBrief(path: string): Promise<Brief> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  return parseBrief(text, path);
}

/** The author's own passages, the nearest to the goal first. */
async function exemplarsFor(brief: Brief): Promise<Exemplar[]> {
  const { profile } = brief;
  if (profile === undefined) return [];
  const documents = await documentsOfAuthor(profile);
  const passages = documents.flatMap(({ id, text, date }) =>
    cutPassages(text, EXEMPLAR_WORDS).map((passage, index) => ({
      id: `${id}#${index + 1}`,
      text: passage,
      ...(date === undefined ? {} : { date }),
    })),
  );
  const retriever = createRetriever({ name: "bm25", profile: "longhand", seed: brief.seed });
  const { passages: found } = await retriever.retrieve({
    exampleId: "brief",
    userId: profile.author,
    query: [brief.title ?? "", brief.goal].join(" "),
    k: profile.passages,
    candidates: passages,
  });
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}

function openModel(brief: Brief, context: RunContext): Promise<LanguageModel> {
  return openLanguageModel({
    spec: brief.model,
    settings: brief.modelSettings,
    home: context.home,
    credential: context.credential,
    clock: context.clock,
    replyTimeoutMs: 600_000,
  });
}

async function refuseTooLong(
  model: LanguageModel,
  request: ReturnType<typeof sectionRequest>,
): Promise<void> {
  const { contextTokens } = model.description;
  if (contextTokens === undefined) return;
  const { tokens } = await model.countTokens(request.messages);
  if (tokens + request.maxOutputTokens <= contextTokens) return;
  throw new LonghandError(
    `The prompt takes ${tokens} tokens and the text up to ${request.maxOutputTokens}, but the model's context holds ${contextTokens}.`,
    {
      code: "context-overflow",
      hint: "Lower profile.passages or length.words, or use a model with a longer context.",
    },
  );
}

interface Written {
  readonly brief: Brief;
  readonly exemplars: readonly Exemplar[];
  readonly reply: ModelReply;
  readonly seconds: number;
  readonly model: LanguageModel;
}

async function save(
  { brief, exemplars, reply, seconds, model }: Written,
  options: WriteOptions,
  context: RunContext,
): Promise<WrittenSection> {
  const folder = await createRunFolder(`write-${brief.kind}`, context);
  const markdown = sectionMarkdown(brief, reply.text);
  const md = options.out ?? join(folder.path, "text.md");
  await writeAtomically(join(folder.path, "text.md"), markdown);
  if (options.out !== undefined) await writeAtomically(options.out, markdown);
  const passages = exemplars.map(({ id }) => id);
  const manifest = {
    v: 1,
    run: folder.name,
    brief,
    prompt: SECTION_PROMPT_VERSION,
    passages,
    model: model.description,
    textHash: sha256(markdown),
    environment: runEnvironment(),
    endedAtMs: context.clock.nowMs(),
  };
  await writeAtomically(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  return {
    run: folder.name,
    words: pythonWords(reply.text).length,
    targetWords: targetWordsOf(brief),
    model: brief.model,
    passages,
    tokens: { in: reply.promptTokens, out: reply.outputTokens },
    finishReason: reply.finishReason,
    seconds: Math.round(seconds * 10) / 10,
    exports: { md },
  };
}
