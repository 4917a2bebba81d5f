import { formatCount } from "../format-number.ts";
import { escapeHtmlBody } from "./escape-html.ts";
import { html, type Markup } from "./markup.ts";

/** Characters of a text that are shown before the rest is folded away. */
const SHOWN_CHARACTERS = 1200;

/** A fold that hides less than this is not worth a click. */
const LEAST_FOLDED = 300;

/**
 * A text as it was written, in its own direction: whole if it is short, else with all but its
 * beginning folded away. Nothing is left out.
 *
 * @param text - Text from anyone.
 * @returns The text as blocks of markup.
 */
export function longText(text: string): Markup {
  const end = foldingPoint(text);
  if (end === text.length) return textBlock(text);
  const rest = text.slice(end);
  return html`${textBlock(text.slice(0, end))}<details class="rest"><summary>${formatCount(rest.length)} more characters</summary>${textBlock(rest)}</details>`;
}

/**
 * A short text inside a line, kept apart from the direction of what surrounds it.
 *
 * @param text - Text from anyone.
 * @returns The text as inline markup.
 */
export function inlineText(text: string): Markup {
  return html`<bdi>${{ source: escapeHtmlBody(text) }}</bdi>`;
}

/**
 * The beginning of a text on one line.
 *
 * @param text - Text from anyone.
 * @param maxCharacters - How much of it at most.
 * @returns The text, its white space collapsed, with an ellipsis if it goes on.
 */
export function beginning(text: string, maxCharacters: number): string {
  // A text may be huge; only its head is looked at.
  const head = text
    .slice(0, maxCharacters * 4)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...head];
  const whole = characters.length <= maxCharacters && text.length <= maxCharacters * 4;
  return whole ? head : `${characters.slice(0, maxCharacters).join("").trimEnd()}…`;
}

function textBlock(text: string): Markup {
  return html`<div class="text" dir="auto">${{ source: escapeHtmlBody(text) }}</div>`;
}

/** Where the fold begins: after a space near the limit, else between two characters. */
function foldingPoint(text: string): number {
  if (text.length <= SHOWN_CHARACTERS + LEAST_FOLDED) return text.length;
  const near = text.slice(0, SHOWN_CHARACTERS);
  const space = Math.max(near.lastIndexOf(" "), near.lastIndexOf("\n"));
  if (space > SHOWN_CHARACTERS / 2) return space + 1;
  const low = text.charCodeAt(SHOWN_CHARACTERS);
  return low >= 0xdc00 && low <= 0xdfff ? SHOWN_CHARACTERS - 1 : SHOWN_CHARACTERS;
}
