import { decodeHTML } from "entities";
import { pythonStrip, pythonWords } from "../../text/index.ts";
import type { BuildRules } from "./build-rules.ts";

/** How a product's descriptions become the text of an input. */
export type DescriptionRules = Pick<BuildRules, "descriptionJoin" | "descriptionHtml">;

/**
 * One text of a product's descriptions. Under `tags-removed` everything between `<` and the next `>`
 * goes and entities stay; under `text` HTML is read as a browser would show it.
 *
 * @param descriptions - The descriptions as the source has them.
 * @param rules - How they are cleaned and joined.
 * @returns The text; empty if nothing is left.
 */
export function descriptionText(
  descriptions: readonly string[],
  { descriptionJoin, descriptionHtml }: DescriptionRules,
): string {
  const clean = descriptionHtml === "text" ? htmlText : withoutTags;
  const cleaned = descriptions.map(clean);
  if (cleaned.every((text) => pythonStrip(text) === "")) return "";
  if (descriptionJoin === "python-list") return `[${cleaned.map(pythonLiteral).join(", ")}]`;
  return descriptionHtml === "text"
    ? cleaned.filter((text) => text !== "").join(" ")
    : pythonStrip(cleaned.join(" "));
}

/** What the published code did: it cuts `< 4 and 5 >` out, too. */
function withoutTags(text: string): string {
  if (!text.includes("<")) return text;
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf("<", at);
    const close = open < 0 ? -1 : text.indexOf(">", open);
    if (close < 0) break;
    kept.push(text.slice(at, open));
    at = close + 1;
  }
  kept.push(text.slice(at));
  return kept.join("");
}

/** A tag begins with a letter, `/`, `!` or `?` right behind `<`, as HTML has it. */
const TAG_START = /<(?=[a-zA-Z/!?])/g;
const TAG_NAME = /^\/?([a-zA-Z][a-zA-Z0-9]*)/;
/** Elements whose content is no text. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head"]);
/** Elements within a line; all others part words. */
const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup tt u var wbr".split(
    " ",
  ),
);

/** Text of HTML in one line: tags, scripts and styles gone, entities decoded, blocks parted. */
function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return pythonWords(html).join(" ");
  const pieces: string[] = [];
  let at = 0;
  for (const { index } of html.matchAll(TAG_START)) {
    if (index < at) continue;
    pieces.push(html.slice(at, index));
    const tag = readTag(html, index);
    if (!INLINE.has(tag.name)) pieces.push(" ");
    at = tag.end;
  }
  pieces.push(html.slice(at));
  return pythonWords(decodeHTML(pieces.join(""))).join(" ");
}

interface Tag {
  readonly name: string;
  /** Where the text goes on. */
  readonly end: number;
}

function readTag(html: string, start: number): Tag {
  if (html.startsWith("<!--", start)) {
    return { name: "!--", end: endAfter(html, "-->", start) };
  }
  const name = TAG_NAME.exec(html.slice(start + 1, start + 24))?.[1]?.toLowerCase() ?? "";
  const end = endOfTag(html, start);
  const isOpening = html[start + 1] !== "/";
  if (!isOpening || !HIDDEN.has(name)) return { name, end };
  const close = html.toLowerCase().indexOf(`</${name}`, end);
  return { name, end: close < 0 ? html.length : endOfTag(html, close) };
}

/** A `>` inside a quoted attribute does not end a tag. */
function endOfTag(html: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at] as string;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at + 1;
    else if ((character === '"' || character === "'") && html[at - 1] === "=") quote = character;
  }
  return html.length;
}

function endAfter(html: string, mark: string, start: number): number {
  const found = html.indexOf(mark, start);
  return found < 0 ? html.length : found + mark.length;
}

/** A text as Python's `repr` prints it. */
function pythonLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] as string);
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};
