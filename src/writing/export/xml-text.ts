/**
 * Escapes a text for HTML and XML, in elements and in attributes.
 *
 * @param text - The text.
 * @returns It, with every character of the markup as an entity.
 */
export function escapedXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
