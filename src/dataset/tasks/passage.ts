import { defineTask } from "../define-task.ts";
import type { BenchmarkTask } from "../task.ts";

const PASSAGE = '"{title}" is the title for "{text}" ';

/**
 * Passage completion, Longhand's own task for any person's documents: title and first words of a
 * passage in, the rest out. Query and templates are those of email completion.
 */
export const passageTask: BenchmarkTask = defineTask({
  name: "passage",
  title: "Passage completion",
  user: { names: ["user_id"] },
  // A title may hold ". text:", so it also stands in a column of its own.
  columns: ["title"],
  inputs: ["Complete the text of the following passage. title: {title}. text: {prefix}"],
  profile: {
    text: { kind: "text" },
    id: { kind: "id" },
    date: { kind: "date", optional: true },
    title: { kind: "text" },
  },
  target: { field: "text", prefix: "prefix" },
  itemText: "{text}",
  query: {
    longhand: "{title} {prefix}",
    "longlamp-paper": { gpt: { from: "after", marker: ":" }, llama: { from: "input" } },
  },
  templates: {
    gpt: { passage: PASSAGE, separator: ", and ", wrap: "{ppeps}. {input}" },
    llama: {
      passage: PASSAGE,
      separator: ", and ",
      wrap: "{ppeps}. Following the given patterns {input}",
    },
  },
});
