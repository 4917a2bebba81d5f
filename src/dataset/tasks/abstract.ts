import type { PromptTemplate } from "../../records/index.ts";
import { defineTask } from "../define-task.ts";
import type { BenchmarkTask } from "../task.ts";

const TEMPLATE: PromptTemplate = {
  passage: '"{abstract|words:750}" is the abstract for the title "{title}"',
  separator: ", and ",
  wrap: "{ppeps}. Use the above abstracts as context to understand the style and language of the user and, {input}",
};

/** LongLaMP-2, abstract generation: title and keywords in, the abstract out. */
export const abstractTask: BenchmarkTask = defineTask({
  name: "abstract",
  title: "Abstract generation",
  aliases: ["abstract_generation", "generation_abstract", "LongLaMP-2"],
  user: { names: ["name"] },
  // A title may hold what follows it, so both parts also stand in columns of their own.
  columns: ["title", "keywords"],
  inputs: ['Generate an abstract for the title "{title}" using the following items: {keywords}'],
  profile: {
    id: { kind: "id" },
    title: { kind: "text" },
    abstract: { kind: "text" },
    year: { kind: "date", optional: true },
  },
  target: { field: "abstract" },
  itemText: "{title} {abstract}",
  query: {
    longhand: "{title} {keywords}",
    "longlamp-paper": {
      gpt: { from: "after", marker: "items:" },
      llama: { from: "after", marker: "items:" },
    },
  },
  templates: { gpt: TEMPLATE, llama: TEMPLATE },
});
