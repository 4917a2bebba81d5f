// What small models put into a text that does not belong there. Each pattern was tried on old novels and
// speeches: it must leave people's prose alone.

/** What a placeholder stands for; a bracket with anything else in it may be the author's. */
const PLACE =
  "(?:your|the)?\\s*(?:insert|sentences?|paragraphs?|words?|text|names?|first names?|last names?|full names?|surnames?|dates?|day|month|year|time|city|town|country|place|locations?|address|compan(?:y|ies)|organi[sz]ations?|titles?|topics?|numbers?|amounts?|characters?|authors?|protagonist|speaker|audience|events?|details?|descriptions?|examples?|facts?|reasons?|quotes?|sources?|add|describe|mention|fill in|tbd|to be (?:determined|added|written)|something|blank|placeholder)";
const PLACEHOLDERS: readonly RegExp[] = [
  new RegExp(`[\\[{<]{1,2}\\s*${PLACE}(?:\\s+[^\\]}>\\n]{0,60})?[\\]}>]{1,2}`, "i"),
  /\[(?:your|my|insert|his|her|their|recipient|sender)\s[^\]\n]{1,60}\]/i,
  /\binsert (?:\w+ ){0,7}here\b/i,
  /\(insert [^)\n]{1,60}\)/i,
  /\b(?:your|enter|add|write|type) (?:\w+ ){0,2}(?:name|text|sentence|paragraph|title|date) here\b/i,
  /\blorem ipsum\b/i,
  /_{5,}|\bTBD\b|\bTODO\b/,
];

const KINDS = "(?:story|essay|report|memoir|speech|article|manual|answer|text|letter)";
const PIECES = "(?:parts?|sections?|chapters?|paragraphs?|sentences?|words|steps?)";
const ECHOES: readonly RegExp[] = [
  // A remark before the text: "Sure! Here is the next part:".
  /^(?:sure|certainly|of course|absolutely|okay)[,!.]? (?:here|i|let)\b/i,
  new RegExp(
    `^here(?:'s|’s| is| are) (?:the|a|an|your|my|another|one|some|two|three)\\b.*\\b(?:${KINDS}|${PIECES}|continuation|version|draft|summary)\\b.*:$`,
    "i",
  ),
  new RegExp(
    `^here(?:'s|’s| is) (?:the|a|my) (?:next|first|last|rest|continuation|rewritten|revised|completed)\\b.*\\b(?:${KINDS}|${PIECES}|continuation|version)\\b`,
    "i",
  ),
  // The request said again: "Write the next part of the story in about 120 words."
  new RegExp(
    `^(?:now,? |please |next,? )?(?:write|continue|rewrite|go on with|complete|expand|add|use|avoid|make sure|remember to|include|do not|don't|don’t)\\b.*\\b(?:${KINDS}|${PIECES})\\b.*(?:\\b\\d{2,4} words\\b|\\bof the ${KINDS}\\b|\\bplain prose\\b|\\bin (?:one|two|three|four|\\d) (?:paragraphs?|sentences?)\\b)`,
    "i",
  ),
  /^(?:user|assistant|system|human|ai|response|output|instructions?|prompt|task|input)\s*:/i,
  /^\W*(?:word count|total words?|end of (?:part|chapter|section|step) (?:\d+|one|two|three)|to be continued|continued in the next (?:part|chapter))\b/i,
  /\b(?:i hope (?:this|that) (?:helps|meets)|let me know if you(?:'d| would)? (?:need|want|like|have) (?:any |me to |more |further )|feel free to (?:ask|adjust|modify|edit|let)|would you like me to (?:write|continue|add|change|go)|as (?:you )?requested,|based on (?:the|your) (?:prompt|instructions?|information provided|text provided)|the (?:provided|given) (?:text|prompt|brief|instructions?|passage|context)|(?:this|the|your) (?:prompt|brief|instructions) (?:asks?|says?|requires?|tells?))\b/i,
];

const MARKUP = /^\s*(?:\|.*\||[-|:+=\s]{5,})\s*$/;
const LIST_LINE = /^\s*(?:[-*•–]|\d{1,2}[.)]|[a-z][.)]|step \d+:?)\s+\S/i;
/** Lines from which on, and share of the lines at which, a reply is a list. */
const LEAST_LIST_LINES = 3;
const LEAST_LIST_SHARE = 0.6;

/**
 * Tells whether a sentence holds a gap that somebody should fill: "[Name]", "Insert here".
 *
 * @param sentence - The sentence.
 * @returns Whether it does.
 */
export function holdsPlaceholder(sentence: string): boolean {
  return PLACEHOLDERS.some((pattern) => pattern.test(sentence));
}

/**
 * Tells whether a sentence says the request again, or speaks to whoever made it.
 *
 * @param sentence - The sentence.
 * @returns Whether it does.
 */
export function echoesTask(sentence: string): boolean {
  const trimmed = sentence.trim();
  return ECHOES.some((pattern) => pattern.test(trimmed));
}

/**
 * Tells whether a line is part of a table or a rule, and no prose.
 *
 * @param line - The line.
 * @returns Whether it is.
 */
export function isMarkup(line: string): boolean {
  return line.trim() !== "" && MARKUP.test(line);
}

/**
 * Tells whether a reply is a list where prose was asked for.
 *
 * @param reply - The reply as the model gave it.
 * @returns Whether at least three of its lines, and six in ten, are items.
 */
export function isList(reply: string): boolean {
  const lines = reply.split("\n").filter((line) => line.trim() !== "");
  const items = lines.filter((line) => LIST_LINE.test(line)).length;
  return items >= LEAST_LIST_LINES && items >= LEAST_LIST_SHARE * lines.length;
}

/**
 * A line without the marks of links, emphasis and simple tags; its words stay.
 *
 * @param line - The line.
 * @returns The line.
 */
export function withoutMarks(line: string): string {
  return line
    .replace(/!?\[([^\]\n]*)\]\((?:https?:|mailto:|#|\/)[^)\s]*\)/g, "$1")
    .replace(/<\/?(?:span|b|i|em|strong|u)(?:\s[^>]*)?>/gi, "")
    .replace(/<\/?(?:p|br|div|ul|ol|li|h[1-6]|blockquote)(?:\s[^>]*)?\/?>/gi, " ")
    .replace(/(^|[\s("“‘])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?=$|[\s.,;:!?)"”’])/g, "$1$2")
    .replace(/[ \t]{2,}/g, " ")
    .trim();
}
