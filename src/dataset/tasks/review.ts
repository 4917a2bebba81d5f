import { defineTask } from "../define-task.ts";
import type { BenchmarkTask } from "../task.ts";

const INPUT_END =
  'given an overall rating of "{overall}" for a product with description "{description}". ' +
  'The summary of the review text is "{summary}".';

/** LongLaMP-3, product review writing: rating, description and summary in, the review out. */
export const reviewTask: BenchmarkTask = defineTask({
  name: "review",
  title: "Product review writing",
  aliases: ["product_review", "product_review_writing", "LongLaMP-3"],
  user: { names: ["reviewerId", "reviewerID"] },
  // Descriptions and summaries may hold quotes, so the parts also stand in columns of their own.
  columns: ["overall", "description", "summary"],
  inputs: [
    // "has a given an" is in the released data.
    `Generate the review text written by a reviewer who has a ${INPUT_END}`,
    `Generate the review text written by a reviewer who has ${INPUT_END}`,
  ],
  profile: {
    // The published data has none: an id is then made of the content.
    id: { kind: "id", optional: true },
    overall: { kind: "rating" },
    reviewText: { kind: "text" },
    summary: { kind: "text" },
    description: { kind: "text" },
    reviewTime: { kind: "date", optional: true },
  },
  target: { field: "reviewText" },
  itemText: "{overall} {summary} {description} {reviewText}",
  query: {
    longhand: "{overall} {summary} {description}",
    "longlamp-paper": { gpt: { from: "input" }, llama: { from: "input" } },
  },
  templates: {
    gpt: {
      passage:
        '"{overall}" is a rating for the product with description "{description}". ' +
        '"{summary}" is summary for "{reviewText}" ',
      separator: ", and ",
      wrap: "{ppeps}. Following the given patterns {input}",
    },
    llama: {
      passage: '"{reviewText|words:100}"',
      lead: "Below are a list of review texts by the reviewer:",
      separator: ", and ",
      wrap:
        "{ppeps}. Use the above list of review texts by the reviewer as context to understand " +
        "the writing style and language of the reviewer and, {input}",
    },
  },
});
