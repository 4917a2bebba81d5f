// Runs an experiment from code on the deterministic fake model and prints what was found.
// Run it: npx tsx examples/run-experiment.ts
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineExperiment, type RunContext, startRun, systemClock } from "longhand";
import { renderTerminalReport } from "longhand/report";

const folder = mkdtempSync(join(tmpdir(), "longhand-example-"));
const never = new AbortController().signal;
const context: RunContext = {
  clock: systemClock,
  nameSeed: folder,
  home: join(folder, "home"),
  runsFolder: join(folder, "runs"),
  credential: () => undefined,
  environment: {},
  stopping: never,
  stopNow: never,
  onProgress: () => undefined,
};

const experiment = defineExperiment({
  version: 1,
  name: "example",
  dataset: { path: "sotu-passage", maxExamples: 12 },
  grid: { retriever: ["none", "bm25"], k: [1], model: ["fake"] },
  metrics: ["rouge-l"],
});
const { summary, report } = await startRun(experiment, {}, context);
process.stdout.write(
  `${renderTerminalReport(summary, { colour: false, widthColumns: 100 })}\n${report}\n`,
);
