/** A piece of material for the judge. */
export interface Material {
  /** What it is, in capitals: `TASK`, `TEXT`. */
  readonly label: string;
  /** Its words, untrusted. */
  readonly content: string;
}

/**
 * Sets material apart from the question. The marks carry a number that none of the pieces holds in a
 * mark of its own, so that no text can pretend to have ended.
 *
 * @param pieces - The material; pieces without content are left out.
 * @returns The material with its marks.
 */
export function setApart(pieces: readonly (Material | undefined)[]): string {
  const given = pieces.filter((piece) => piece !== undefined);
  const all = given.map(({ content }) => content).join("\n");
  let number = 1;
  while (all.includes(`#${number}]`)) number++;
  return given
    .map(({ label, content }) => `[${label} #${number}]\n${content}\n[END OF ${label} #${number}]`)
    .join("\n\n");
}

/**
 * A piece of material that need not be there.
 *
 * @param label - What it is.
 * @param content - Its words, if there are any.
 * @returns The piece, or nothing.
 */
export function optional(label: string, content: string | undefined): Material | undefined {
  return content === undefined || content.trim() === "" ? undefined : { label, content };
}
