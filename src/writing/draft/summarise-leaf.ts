import { splitSentences } from "../../text/index.ts";
import { cutToWords } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { cleanReply, withoutTornEnd } from "./clean-reply.ts";
import type { Drafting } from "./drafting.ts";

/** Words of a summary: a hosted model's leaves are about twice as long as a small one's. */
const SUMMARY_WORDS = { tiny: 24, small: 40, hosted: 80 } as const;
/** Longest reply, in tokens for each word asked for. */
const SUMMARY_TOKENS_PER_WORD = 2.25;

/**
 * What a leaf says, in short: the sentence nearest to its brief for a tiny model, else a summary by the
 * model, or that sentence where none can be had.
 *
 * @param text - The leaf's text.
 * @param drafting - The leaf; the call is added to its entries.
 * @returns At most 24, 40 or 80 words, by the model's size.
 */
export async function summaryOf(text: string, drafting: Drafting): Promise<string> {
  const { work, node } = drafting;
  const { scale } = work.writer;
  const words = SUMMARY_WORDS[scale];
  if (scale === "tiny") return nearestSentence(text, drafting, words);
  const outcome = await work.writer.asker.ask({
    stage: "summary",
    node: node.id,
    variant: "0",
    messages: [
      { role: "system", content: TEMPLATES.summary.system },
      { role: "user", content: fill(TEMPLATES.summary.ask, { text, words }) },
    ],
    maxOutputTokens: Math.ceil(SUMMARY_TOKENS_PER_WORD * words),
  });
  drafting.entries.push(outcome.entry);
  const summary = withoutTornEnd(cleanReply(outcome.call?.text ?? "")).replace(/\s+/g, " ");
  return summary === "" ? nearestSentence(text, drafting, words) : cutToWords(summary, words);
}

function nearestSentence(text: string, { node, work }: Drafting, words: number): string {
  const brief = nodeLine(node);
  const sentences = splitSentences(text.replace(/\s+/g, " "));
  const worth = sentences.map((sentence) => work.relevance.cosine(sentence, brief));
  const best = worth.indexOf(Math.max(...worth));
  return cutToWords(sentences[best] ?? text, words);
}
