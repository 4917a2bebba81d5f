import {
  type AutocorrelationSeries,
  autocorrelationCsv,
  renderAutocorrelationPage,
  renderAutocorrelationSvg,
  seriesByVariant,
  svgToPng,
} from "../../report/index.ts";
import { writeAtomically } from "../../storage/index.ts";

/**
 * Writes the pictures and the numbers behind them: one SVG and one PNG for each variant with a curve to
 * draw (named by the variant if there are several), one HTML page and one CSV file for all.
 *
 * @param series - Texts, each by one variant.
 * @param prefix - Beginning of the files' names.
 * @returns The files that were written.
 */
export async function drawAutocorrelation(
  series: readonly AutocorrelationSeries[],
  prefix: string,
): Promise<readonly string[]> {
  const files: string[] = [];
  const write = async (path: string, content: Parameters<typeof writeAtomically>[1]) => {
    await writeAtomically(path, content);
    files.push(path);
  };
  const groups = seriesByVariant(series);
  for (const group of groups) {
    const svg = renderAutocorrelationSvg(group);
    if (svg === undefined) continue;
    const name = groups.length === 1 ? prefix : `${prefix}-${group.variant}`;
    await write(`${name}.svg`, svg);
    await write(`${name}.png`, await svgToPng(svg));
  }
  await write(`${prefix}.html`, renderAutocorrelationPage(series));
  await write(`${prefix}.csv`, autocorrelationCsv(series));
  return files;
}
