const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * A text without halves of broken characters: each lone surrogate becomes U+FFFD.
 *
 * @param text - Any text.
 * @returns The same text if it was well formed.
 */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}
