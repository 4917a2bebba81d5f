import { terminalSafe } from "../../text/index.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Characters that are not seen, or that no encoding of the page can hold. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Escapes a text for any place of an HTML page, attributes included. Control characters, direction
 * overrides and lone surrogates show as `\u001b`-style escapes; tabs and line breaks stay.
 *
 * @param text - Text from anyone.
 * @returns HTML source that shows the text and does nothing else.
 */
export function escapeHtml(text: string): string {
  return withEntities(text).replace(UNSEEN, visible);
}

/**
 * Escapes a text for the body of a page as {@link escapeHtml} does, and sets the escapes of unseen
 * characters apart, so that they cannot be mistaken for characters of the text.
 *
 * @param text - Text from anyone.
 * @returns HTML source.
 */
export function escapeHtmlBody(text: string): string {
  return withEntities(text).replace(UNSEEN, (character) => {
    const shown = visible(character);
    return shown === character ? character : `<span class="unseen">${shown}</span>`;
  });
}

function withEntities(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);
}

function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (character.length === 1 && code >= 0xd800 && code <= 0xdfff) return `\\u${code.toString(16)}`;
  return terminalSafe(character);
}
