import { join } from "node:path";
import type { WritingComparison } from "../../../records/index.ts";
import {
  renderWritingMarkdown,
  renderWritingPage,
  writingContrastsCsv,
  writingCurvesCsv,
  writingScoresCsv,
} from "../../../report/index.ts";
import { makeFolder, writeAtomically } from "../../../storage/index.ts";

/**
 * Writes the report of a comparison in every format.
 *
 * @param comparison - The comparison.
 * @param folder - Where to.
 * @returns Paths by format.
 */
export async function writeComparisonReport(
  comparison: WritingComparison,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  await makeFolder(folder);
  const files: readonly (readonly [string, string, string])[] = [
    ["md", "report.md", renderWritingMarkdown(comparison)],
    ["html", "report.html", renderWritingPage(comparison)],
    ["json", "report.json", `${JSON.stringify(comparison, null, 2)}\n`],
    ["scores", "scores.csv", writingScoresCsv(comparison)],
    ["contrasts", "contrasts.csv", writingContrastsCsv(comparison)],
    ["curves", "curves.csv", writingCurvesCsv(comparison)],
  ];
  const paths: Record<string, string> = {};
  for (const [format, name, content] of files) {
    const path = join(folder, name);
    await writeAtomically(path, content);
    paths[format] = path;
  }
  return paths;
}
