/**
 * Places for the marks of an axis: round numbers, four to eight of them.
 *
 * @param low - Lower end of the axis; above 0 on a logarithmic one.
 * @param high - Upper end, above the lower.
 * @param isLogarithmic - Whether equal steps on the axis are equal ratios.
 * @returns Numbers in rising order.
 */
export function axisTicks(low: number, high: number, isLogarithmic: boolean): readonly number[] {
  // Within a factor of five both kinds of axis look alike.
  if (!isLogarithmic || high / low < 5) return evenTicks(low, high);
  const firsts = high / low > 1_000 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    ticks.push(...firsts.map((first) => rounded(first * 10 ** power)));
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}

function evenTicks(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (([1, 2, 5, 10] as const).find((first) => first * power >= rough) ?? 10) * power;
  const count = Math.floor(high / step) - Math.ceil(low / step) + 1;
  return Array.from({ length: count }, (_, at) => rounded((Math.ceil(low / step) + at) * step));
}

/** Without the rounding error of powers and sums. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
