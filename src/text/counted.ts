/**
 * A count with its noun, as a sentence holds it.
 *
 * @param count - A whole number.
 * @param singular - The noun for one, for instance `text is`.
 * @param plural - The noun for any other number. @defaultValue the singular with an s
 * @returns For instance `1 example` or `10,000 examples`.
 */
export function counted(count: number, singular: string, plural: string = `${singular}s`): string {
  const digits = String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${digits} ${count === 1 ? singular : plural}`;
}
