import { csvLine } from "../exports/csv-text.ts";
import { type AutocorrelationSeries, fittedAt } from "./autocorrelation-series.ts";

/**
 * The numbers behind the plots: one row for each text, variant and lag.
 *
 * @param series - The texts.
 * @returns CSV with a head: text, variant, lag, correlation, used, power, exponential. The last two are
 * the fitted C, empty where no law was fitted.
 */
export function* autocorrelationCsv(series: readonly AutocorrelationSeries[]): Generator<string> {
  yield csvLine(["text", "variant", "lag", "correlation", "used", "power", "exponential"]);
  for (const { name, record } of series) {
    for (const { lag, correlation, used } of record.curve) {
      const laws = (["power", "exponential"] as const).map((law) => {
        const fitted = record[law];
        return fitted === undefined ? undefined : fittedAt(fitted, law, lag);
      });
      yield csvLine([name, record.variant, lag, correlation, used ? 1 : 0, ...laws]);
    }
  }
}
