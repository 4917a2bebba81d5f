/**
 * Joins names of classes.
 *
 * @param names - Names, or nothing.
 * @returns One string.
 */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
