import { join } from "node:path";
import { cutPassages, taskNamed } from "../dataset/index.ts";
import type { DatasetExample, ProfileItem } from "../records/index.ts";
import { makeFolder, writeAtomically } from "../storage/index.ts";
import { wordsWithSpaces } from "../text/index.ts";
import { type Chapter, openText } from "./demo-books.ts";

/** Shortest chapter that is gone on with, in words. */
const MIN_CHAPTER_WORDS = 400;
/** Chapters before one that its profile is made of. */
const PROFILE_CHAPTERS = 5;
/** Words of a passage of a profile. */
const PASSAGE_WORDS = [60, 110] as const;
const PASSAGES_OF_CHAPTER = 4;

/**
 * Writes a dataset of the novel: the opening of a chapter in, its next words out, passages of the
 * chapters before as what its author wrote earlier.
 *
 * @param folder - Where to; it is made.
 * @param novel - The chapters.
 * @param examples - How many, spread over the novel.
 * @returns The examples.
 */
export async function writeSeaDataset(
  folder: string,
  novel: readonly Chapter[],
  examples: number,
): Promise<readonly DatasetExample[]> {
  const task = taskNamed("passage");
  const made = spread(longChapters(novel), examples).map((chapter) => exampleOf(chapter, novel));
  await makeFolder(folder);
  const lines = made.map((example) => `${task.writeLine(example)}\n`).join("");
  await writeAtomically(join(folder, "test.jsonl"), lines);
  return made;
}

/** Chapters with enough words, and enough chapters before them. */
function longChapters(novel: readonly Chapter[]): readonly Chapter[] {
  return novel
    .slice(PROFILE_CHAPTERS)
    .filter(({ text }) => wordsWithSpaces(text).length >= MIN_CHAPTER_WORDS);
}

function spread<T>(values: readonly T[], count: number): readonly T[] {
  const step = values.length / count;
  return values.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

function exampleOf({ number, title, text }: Chapter, novel: readonly Chapter[]): DatasetExample {
  const { opening, rest } = openText(text, { openingWords: 45, restWords: 110 });
  const task = taskNamed("passage");
  return {
    id: `chapter-${number}`,
    task: task.name,
    userId: "Herman Melville",
    input: task.writeInput({ title, prefix: opening }),
    output: rest,
    fields: { title, prefix: opening },
    profile: novel
      .filter((chapter) => chapter.number < number && chapter.number >= number - PROFILE_CHAPTERS)
      .flatMap(passagesOf),
  };
}

function passagesOf({ number, title, text }: Chapter): readonly ProfileItem[] {
  return cutPassages(text, PASSAGE_WORDS)
    .slice(0, PASSAGES_OF_CHAPTER)
    .map((passage, at) => ({
      id: `chapter-${number}#${at + 1}`,
      fields: { text: passage, title },
    }));
}
