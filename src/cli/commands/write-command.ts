import { writeSection } from "../../pipeline/index.ts";
import type { CommandDefinition } from "../command.ts";
import { argument, textOption } from "../options.ts";

/** `longhand write`: one section in an author's voice. */
export const writeCommand: CommandDefinition = {
  usage: "write <brief>",
  summary: "write one section in an author's voice, streamed to the terminal and saved as Markdown",
  options: [
    ["--model <spec>", "model in place of the brief's, for instance fake"],
    ["--out <file>", "write the Markdown here, too"],
  ],
  examples: [
    "longhand write examples/thanks-brief.yaml",
    "longhand write examples/thanks-brief.yaml --model fake --json",
    "longhand write brief.yaml --out section.md",
  ],
  run: async (input) => {
    const model = textOption(input, "model");
    const out = textOption(input, "out");
    const written = await writeSection(
      argument(input, 0),
      { ...(model === undefined ? {} : { model }), ...(out === undefined ? {} : { out }) },
      input.context,
    );
    const cut = written.finishReason === "length" ? " (stopped at its token limit)" : "";
    return {
      json: written,
      text: [
        `${written.words} of about ${written.targetWords} words${cut} in ${written.seconds} s, by ${written.model}.`,
        written.passages.length > 0
          ? `Read: ${written.passages.join(", ")}.`
          : "No author's texts were read.",
        `Saved: ${written.exports.md}`,
      ].join("\n"),
    };
  },
};
