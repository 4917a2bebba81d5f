/**
 * Parses JSON that came from outside.
 *
 * @param text - The text.
 * @returns The value in an object; `undefined` if the text is not JSON. What the parser said is left
 *   out: it quotes the text, and that can hold a secret.
 */
export function tryJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
