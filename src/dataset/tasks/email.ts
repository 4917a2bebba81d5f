import { defineTask } from "../define-task.ts";
import type { BenchmarkTask } from "../task.ts";

const PASSAGE = '"{title}" is the title for "{text}" ';

/** LongLaMP-1, email completion: subject and first words in, the rest of the mail out. */
export const emailTask: BenchmarkTask = defineTask({
  name: "email",
  title: "Email completion",
  aliases: ["email_generation", "LongLaMP-1"],
  user: { names: ["user_id"], optional: true },
  // A subject may hold ". text:", so it also stands in a column of its own.
  columns: ["subject"],
  inputs: ["Complete the text of the following email. title: {subject}. text: {prefix}"],
  profile: {
    text: { kind: "text" },
    id: { kind: "id" },
    date: { kind: "date", optional: true },
    title: { kind: "text" },
  },
  target: { field: "text", prefix: "prefix" },
  itemText: "{text}",
  query: {
    longhand: "{subject} {prefix}",
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
