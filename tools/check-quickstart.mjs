// Checks what `longhand quickstart --json` printed: real cells, enough examples, no failure, a report.
import { existsSync, readFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const result = JSON.parse(readFileSync(file, "utf8"));
const problems = [];
const expect = (holds, what) => holds || problems.push(what);

expect(existsSync(result.report ?? ""), `the report ${result.report} does not exist`);
expect(String(result.model).startsWith("gguf:"), `the model is ${result.model}, not a local one`);
for (const name of ["none", "bm25"]) {
  const cell = result.cells?.find(({ retriever }) => retriever === name);
  expect(cell !== undefined, `there is no cell for ${name}`);
  if (cell === undefined) continue;
  expect(cell.planned >= 8, `${cell.cell}: ${cell.planned} planned, fewer than 8`);
  expect(cell.scored === cell.planned && cell.failed === 0, `${cell.cell}: ${cell.failed} failed`);
  for (const metric of ["rouge-1", "rouge-l"]) {
    const { mean, ciLow, ciHigh, signature } = cell.metrics?.[metric] ?? {};
    expect(mean > 0 && mean < 1, `${cell.cell}: ${metric} is ${mean}`);
    expect(ciLow <= mean && mean <= ciHigh, `${cell.cell}: ${metric} lies outside its interval`);
    expect(signature?.startsWith(`${metric}|`), `${cell.cell}: ${metric} has no signature`);
  }
}
for (const problem of problems) console.error(`quickstart: ${problem}`);
console.log(
  problems.length === 0
    ? "quickstart: all checks passed"
    : `quickstart: ${problems.length} checks failed`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
