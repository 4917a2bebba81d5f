import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type RunContext, systemClock } from "../src/pipeline/index.ts";

/** A place for the runs of one test file; it is removed after the tests. */
export interface TinyPlace {
  readonly folder: string;
  readonly context: RunContext;
  /** Writes a released LongLaMP file of the topic task and returns its path. */
  topicDataset(name: string, options?: TopicOptions): string;
}

/** What a dataset holds. */
export interface TopicOptions {
  readonly users?: number;
  readonly examplesPerUser?: number;
  readonly profileItems?: number;
}

/** Makes a place for runs below the system's temporary folder. */
export function tinyPlace(): TinyPlace {
  const folder = mkdtempSync(join(tmpdir(), "longhand-tiny-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const never = new AbortController().signal;
  return {
    folder,
    context: {
      clock: systemClock,
      nameSeed: "tiny",
      home: join(folder, "home"),
      runsFolder: join(folder, "runs"),
      credential: () => undefined,
      environment: {},
      stopping: never,
      stopNow: never,
      onProgress: () => undefined,
    },
    topicDataset: (name, options) => {
      const path = join(folder, `${name}.jsonl`);
      writeFileSync(path, topicRows(name, options));
      return path;
    },
  };
}

/** Rows of the topic task: each user's own words, so that retrievers have something to find. */
export function topicRows(
  name: string,
  { users = 3, examplesPerUser = 1, profileItems = 3 }: TopicOptions = {},
): string {
  const rows: string[] = [];
  for (let user = 0; user < users; user++) {
    const author = `${name}-user-${user}`;
    const profile = Array.from({ length: profileItems }, (_, item) => ({
      author,
      id: `${author}-item-${item}`,
      content: `${author} wrote ${item} times of the harbour, and boat ${item} lay still in it`,
      summary: `harbour ${item}`,
    }));
    for (let example = 0; example < examplesPerUser; example++) {
      rows.push(
        JSON.stringify({
          author,
          input: `Generate the content for a reddit post harbour ${example} of ${author}`,
          output: `the harbour of ${author} was loud on day ${example} since the boats came home late`,
          profile,
        }),
      );
    }
  }
  return `${rows.join("\n")}\n`;
}

/** Rows of the review task, in the same manner. */
export function reviewRows(
  name: string,
  { users = 3, examplesPerUser = 1, profileItems = 3 }: TopicOptions = {},
): string {
  const rows: string[] = [];
  for (let user = 0; user < users; user++) {
    const reviewerId = `${name}-user-${user}`;
    const profile = Array.from({ length: profileItems }, (_, item) => ({
      overall: "4.0",
      reviewText: `${reviewerId} took lamp ${item} to the harbour, where it burned ${item} nights long`,
      summary: `lamp ${item}`,
      description: `A lamp with ${item} wicks`,
    }));
    for (let example = 0; example < examplesPerUser; example++) {
      const input = `Generate the review text written by a reviewer who has a given an overall rating of "5.0" for a product with description "A lamp of ${reviewerId}". The summary of the review text is "lamp ${example}".`;
      const output = `the lamp of ${reviewerId} was bright on night ${example} and the boats came home by it`;
      rows.push(JSON.stringify({ reviewerId, input, output, profile }));
    }
  }
  return `${rows.join("\n")}\n`;
}
