/**
 * The word table of METEOR, made from the files of WordNet 3.0.
 *
 * @returns Eight blocks parted by empty lines.
 */
export function wordTable(): string;
