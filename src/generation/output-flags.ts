import type { OutputFlag } from "../records/index.ts";
import { pythonStrip, pythonWords } from "../text/index.ts";

// "I am sorry for the delay" is an apology and "I can't come on Friday" a mail: what is declined must
// be the writing itself.
const REFUSAL =
  /^["'“]?(?:(?:(?:i['’]?m|i am) (?:very |so |really )?sorry|sorry|unfortunately|as an ai[^.,]*)[,.]? (?:but )?)?i(?: can(?:no|['’])t| cannot| won['’]t|(?: am|['’]m) (?:not able|unable) to)(?: \w+)? (?:help|assist|provide|write|fulfill?|comply|create|generate|complete|continue|do (?:that|this))\b|^["'“]?as an ai (?:language )?model\b/i;
const PREFIX =
  /^(?:(?:sure|certainly|of course)[,!.:]|here(?:['’]s| is| are) (?:the|a|an|your|my)\b|(?:review(?: text)?|abstract|content|post|e?mail|text|output|answer|completion|response)\s*:)/i;

/** Words in the unit that a looping text repeats, at most. */
const LONGEST_LOOP_WORDS = 40;
/** Share of the text that must be one repeated unit before it counts as a loop. */
const LOOP_SHARE = 0.5;

/**
 * Odd traits of an output. They are counted in every report and never change a score.
 *
 * @param text - The output.
 * @param finishReason - How the model stopped.
 * @returns The flags, in a fixed order: `refusal` (the text declines), `prefix` (it begins with
 *   talk about the text), `loop` (half or more of it repeats one unit), `cut-off` (the model ran
 *   into its token limit).
 */
export function flagsOf(text: string, finishReason: "stop" | "length"): OutputFlag[] {
  const stripped = pythonStrip(text);
  const flags: OutputFlag[] = [];
  if (REFUSAL.test(stripped)) flags.push("refusal");
  if (PREFIX.test(stripped)) flags.push("prefix");
  if (isLoop(stripped)) flags.push("loop");
  if (finishReason === "length") flags.push("cut-off");
  return flags;
}

/** Whether the end of the text is one unit of words, three times or more, for half of its length. */
function isLoop(text: string): boolean {
  const words = pythonWords(text.toLowerCase());
  for (let unit = 1; unit <= Math.min(LONGEST_LOOP_WORDS, Math.floor(words.length / 3)); unit++) {
    // The last unit may be cut off anywhere, so compare each word with the one a unit before it.
    let at = words.length - 1;
    while (at >= unit && words[at] === words[at - unit]) at -= 1;
    const repeated = words.length - 1 - at;
    if (repeated >= 2 * unit && repeated >= 8 && repeated >= LOOP_SHARE * words.length) return true;
  }
  return false;
}
