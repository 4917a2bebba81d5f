import { defineTask } from "../define-task.ts";
import type { BenchmarkTask } from "../task.ts";

const PASSAGE = '"{summary}" is a summary for "{content}" ';

/** LongLaMP-4, topic writing: the summary of a post in, its content out. */
export const topicTask: BenchmarkTask = defineTask({
  name: "topic",
  title: "Topic writing",
  aliases: ["topic_writing", "LongLaMP-4"],
  user: { names: ["author"] },
  inputs: ["Generate the content for a reddit post {summary}"],
  profile: {
    author: { kind: "text", optional: true },
    // The published code reads other names than the published data have.
    content: { kind: "text", alsoRead: ["output"] },
    id: { kind: "id" },
    summary: { kind: "text", alsoRead: ["input"] },
  },
  target: { field: "content" },
  itemText: "{summary} {content}",
  query: {
    longhand: "{summary}",
    "longlamp-paper": { gpt: { from: "input" }, llama: { from: "input" } },
  },
  templates: {
    gpt: {
      passage: PASSAGE,
      separator: ", and ",
      wrap: "{ppeps}. Following the given patterns, {input}",
    },
    llama: {
      passage: PASSAGE,
      separator: ", and ",
      wrap: "{ppeps}. Following the given patterns {input}",
    },
  },
});
