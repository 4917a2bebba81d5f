import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../src/storage/index.ts";
import { reportTraps } from "./report-traps.ts";
import { cellOf, metricOf, ROUGE_L, summaryOf } from "./sample-summary.ts";

/**
 * Writes the folder of a finished run whose settings, people and texts are the traps: each trap is one
 * setting with one text; a mean that is given is its score, a mean that is missing has its reason.
 *
 * @param runs - Folder of runs.
 * @returns Name of the run.
 */
export function writeTrapRun(runs: string): string {
  const name = "traps-01";
  const folder = join(runs, name);
  mkdirSync(join(folder, "scores"), { recursive: true });
  const traps = reportTraps().map((trap) => ({ ...trap, id: `${trap.cell}: ${trap.text}` }));
  const lines = (records: readonly object[]) =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const planned = traps.map(({ id, userId }) => ({
    v: 1,
    key: sha256(id),
    exampleId: `example of ${id}`,
    userId,
    cell: id,
    repeat: 0,
  }));
  const cells = traps.map(({ id, text, userId, mean, reason }) =>
    cellOf(id, {
      retriever: text,
      k: 1,
      model: userId,
      planned: 1,
      scored: mean === null ? 0 : 1,
      unscored: mean === null ? 1 : 0,
      metrics: {
        "rouge-l": metricOf("rouge-l", {
          ...(mean === null ? {} : { mean: mean ?? 0.5 }),
          ...(reason === undefined ? {} : { reason }),
        }),
      },
    }),
  );
  const summary = summaryOf({ cells, contrasts: [], notes: traps.map(({ text }) => text) });
  const statistics = { ...summary.statistics, baseline: { retriever: "none" } };
  const files: Readonly<Record<string, string>> = {
    "manifest.json": JSON.stringify({
      v: 1,
      run: name,
      experiment: { statistics },
      metrics: { "rouge-l": ROUGE_L },
    }),
    "plan.jsonl": lines(planned),
    "generation.jsonl": "",
    "outputs.jsonl": lines(traps.map(({ text }, at) => ({ ...planned[at], text, flags: [] }))),
    [`scores/${sha256(ROUGE_L).slice(0, 16)}.jsonl`]: lines(
      planned.map(({ exampleId, cell, repeat }, at) => {
        const { mean, reason } = traps[at] ?? {};
        const own = { metric: "rouge-l", exampleId, cell, repeat };
        return mean === null
          ? { status: "unscored", ...own, reason }
          : { status: "scored", ...own, value: mean ?? 0.5 };
      }),
    ),
    "summary.json": JSON.stringify(summary),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return name;
}
