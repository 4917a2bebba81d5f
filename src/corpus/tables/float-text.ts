const SMALL: readonly string[] = Array.from({ length: 10 }, (_, value) => value.toFixed(1));

/**
 * A number as Python and the engine print a double: `5` gives `5.0`, `1e16` gives `1e+16`. Ids are made of it.
 *
 * @param value - A finite number.
 */
export function floatText(value: number): string {
  // Ratings.
  if (value > 0 && value < SMALL.length) {
    const known = SMALL[value];
    if (known !== undefined) return known;
  }
  const size = Math.abs(value);
  if (Object.is(value, -0)) return "-0.0";
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
