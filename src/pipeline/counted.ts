/**
 * A number with its noun.
 *
 * @param count - How many.
 * @param one - The noun for one.
 * @param many - The noun for all other numbers. @defaultValue `one` with an s
 * @returns For instance `1 text` or `1,234 texts`.
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
