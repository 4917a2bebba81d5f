/**
 * The prompt by which the paper asks a model for keywords.
 *
 * @param abstract - The abstract.
 * @returns The prompt.
 */
export function keywordPrompt(abstract: string): string {
  return `Mention 5 short keywords of the following abstract of the paper that shows their main findings and claims: ${abstract} [OUTPUT] Keyword 1, Keyword 2 , Keyword 3 , Keyword 4, Keyword 5`;
}
