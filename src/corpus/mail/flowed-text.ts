/**
 * Joins the soft line ends of `format=flowed` (RFC 3676): a line that ends in a space goes on in the
 * next one. Quoted lines must have been taken out, or stay as they are.
 *
 * @param text - The text as it was sent.
 * @param deletesSpace - Whether the space before a soft line end belongs to the encoding.
 * @returns The text with whole paragraphs.
 */
export function unflowed(text: string, deletesSpace: boolean): string {
  const lines: string[] = [];
  let isSoft = false;
  for (const given of text.split("\n")) {
    // A space at the start of a line was put there, so that the line is not taken for another kind.
    const line = given.startsWith(" ") ? given.slice(1) : given;
    const isQuote = line.startsWith(">");
    if (isSoft && line !== "" && !isQuote) lines[lines.length - 1] += line;
    else lines.push(line);
    isSoft = line.endsWith(" ") && line !== "-- " && !isQuote;
    if (isSoft && deletesSpace) lines[lines.length - 1] = lines.at(-1)?.slice(0, -1) ?? "";
  }
  return lines.join("\n");
}
