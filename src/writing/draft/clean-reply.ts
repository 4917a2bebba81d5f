import { splitSentences, unicodeWords } from "../../text/index.ts";
import { isMarkup, withoutMarks } from "./draft-faults.ts";

const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;
const HEADING =
  /^(?:#{1,6}\s.*|#\d+|\*\*[^*]+\*\*:?|[-*_=]{3,}|(?:part|chapter|section)\s+\w+\s*[:.]?)$/i;
const PREAMBLE = /^(?:sure|certainly|of course|okay|here(?:'s| is| are))\b[^\n]*[:!.]$/i;
// Labels of the prompt's own parts, which small models like to copy.
const LABEL_LINE =
  /^(?:\W*)(?:the part (?:before|after)\b[^.]*|what (?:was told before|has been told so far)\b[^.]*|where this part belongs\b.*|these sentences stand\b.*|facts (?:that hold here|of the \w+; never)\b.*|mention in this part\b.*|mention:.*|write (?:the (?:first|next|last) part|(?:chapter|step) \d+ of)\b.*|it is for:?\s.*|(?:and )?more (?:parts|chapters|steps) follow it\b.*)$/i;
const LABEL_START =
  /^(?:the (?:rest of the )?(?:story|essay|report|memoir|speech|article|manual|answer)(?: is| as a whole)?|(?:first|next|last|in this) part|the (?:chapter|step)|text|arrival|wish|obstacle|attempt|turn|cost|onward)\s*:\s*/i;
// Sentences about the text instead of its content: small models fall into them.
const ABOUT_TEXT =
  /^(?:(?:this|the) (?:(?:next|first|last|following|previous) part|(?:rest|part) of (?:this|the) (?:story|text)|story (?:is|was|begins|begin|starts|ends|concludes|continues|has been)\b)|the (?:last|next|first) part of (?:this|the) (?:story|essay|report|memoir|speech|article|manual|text)\b|this is (?:(?:the )?(?:first|next|last|final)|part|chapter|step) (?:\d+|part|chapter|step)\b|(?:a|this is a) (?:story|tale) (?:about|of) (?:a|an|the|how|two|three)\b|mentioned (?:above|below)\b|(?:\w: )?(?:about )?\d+ words\b|word count\b)/i;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]」』]*$/u;

/**
 * Turns a reply into prose: no headings, fences or remarks before it, paragraphs set apart by blank
 * lines.
 *
 * @param reply - What the model wrote.
 * @returns The prose; empty if nothing is left.
 */
export function cleanReply(reply: string): string {
  const lines = reply
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, "")
    .split("\n")
    .map((line) => line.trim());
  const kept = lines.filter(
    (line) =>
      !HEADING.test(line) &&
      !LABEL_LINE.test(line) &&
      !isMarkup(line) &&
      !/^(?:```|""")/.test(line),
  );
  const first = kept.findIndex((line) => line !== "");
  if (first !== -1 && PREAMBLE.test(kept[first] ?? "") && kept.length > first + 1)
    kept.splice(first, 1);
  return withoutRemarks(paragraphsOf(kept.map(plainLine).join("\n")));
}

/** Leaves out sentences about the text; a reply that holds nothing else stays, for the filters to judge. */
function withoutRemarks(paragraphs: readonly string[]): string {
  const kept = paragraphs
    .map((paragraph) =>
      splitSentences(paragraph)
        .filter((sentence) => !ABOUT_TEXT.test(sentence.trim()))
        .join("")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "");
  return (kept.length === 0 ? paragraphs : kept).join("\n\n");
}

/** Words in a row that a sentence may share with the request. */
const MOST_SHARED_WORDS = 9;

/**
 * Leaves out sentences that say the request again; small models fall into that. A text that holds nothing
 * else stays, for the filters to judge.
 *
 * @param text - Prose with paragraphs set apart by blank lines.
 * @param asked - What the model was told of the task: the goal, the brief of the part, the request.
 * @returns The text without them.
 */
export function withoutEchoes(text: string, asked: readonly string[]): string {
  const requests = asked.map((told) => ` ${unicodeWords(told).join(" ")} `);
  const isEcho = (sentence: string): boolean => {
    const words = unicodeWords(sentence);
    const run = MOST_SHARED_WORDS + 1;
    for (let at = 0; at + run <= words.length; at++) {
      const phrase = ` ${words.slice(at, at + run).join(" ")} `;
      if (requests.some((request) => request.includes(phrase))) return true;
    }
    return false;
  };
  const kept = paragraphsOf(text)
    .map((paragraph) =>
      splitSentences(paragraph)
        .filter((sentence) => !isEcho(sentence))
        .join("")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "");
  return kept.length === 0 ? text : kept.join("\n\n");
}

function plainLine(line: string): string {
  return withoutMarks(line)
    .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, "")
    .replace(/\*\*|__|#{2,}/g, "")
    .replace(/"""|```/g, "")
    .replace(LABEL_START, "");
}

/**
 * The paragraphs of a text: set apart by blank lines, or by line ends where there are no blank lines.
 *
 * @param text - The text.
 * @returns Its paragraphs, without line ends in them.
 */
export function paragraphsOf(text: string): string[] {
  const trimmed = text.trim();
  const parts = /\n\s*\n/.test(trimmed) ? trimmed.split(/\n\s*\n/) : trimmed.split("\n");
  return parts.map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "");
}

/**
 * Tells whether a text ends where a sentence ends.
 *
 * @param text - The text.
 * @returns Whether its last character closes a sentence.
 */
function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd());
}

/**
 * Drops a last sentence that was cut off; if there is no other one, it gets a full stop.
 *
 * @param text - Prose with paragraphs set apart by blank lines.
 * @returns A text that ends with a sentence; empty for an empty one.
 */
export function withoutTornEnd(text: string): string {
  if (endsSentence(text)) return text;
  const paragraphs = paragraphsOf(text);
  const last = paragraphs.pop() ?? "";
  const kept = splitSentences(last).slice(0, -1).join("").trim();
  const whole = [...paragraphs, ...(kept === "" ? [] : [kept])].join("\n\n");
  return whole === "" ? closed(text) : whole;
}

function closed(text: string): string {
  const bare = text.trimEnd().replace(/[\s,;:–—-]+$/, "");
  return bare === "" ? "" : `${bare}.`;
}
