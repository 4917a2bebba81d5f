import type { ChatMessage } from "../../records/index.ts";
import { tailOf } from "../prompts/cut-text.ts";
import type { Writer } from "../run/writer.ts";

/** Words of the text so far that a model goes on with as if it had just written them. */
const ENDING_WORDS = 45;

/**
 * Tells whether the text so far goes to the writer's model as words of its own. A tiny model told to write
 * what follows talks about the text, or says the request again; given its own last words, it writes on. It
 * takes a backend that goes on with a message of the model.
 *
 * @param writer - The run.
 * @returns Whether it does.
 */
export function goesOn({ scale, writerModel }: Pick<Writer, "scale" | "writerModel">): boolean {
  return scale === "tiny" && writerModel.description.continuesReply === true;
}

/**
 * A conversation that ends with the model's own last words.
 *
 * @param messages - The conversation up to the request.
 * @param text - The text so far; whole sentences.
 * @param start - Words with which the next sentence begins. @defaultValue none
 * @returns The conversation; the same one where there are no words yet.
 */
export function goingOn(messages: readonly ChatMessage[], text: string, start = ""): ChatMessage[] {
  const content = `${tailOf(text, ENDING_WORDS)} ${start}`.trim();
  return content === "" ? [...messages] : [...messages, { role: "assistant", content }];
}
