// `npm run bench [-- NAME...] [--json]`: speed as a ratio against a peer in the same run, and memory.

import type { BenchRow } from "./bench-row.ts";
import { benchLocalGeneration } from "./local-generation-rows.ts";
import { benchOverhead } from "./run-overhead.ts";

const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  overhead: benchOverhead,
  local: benchLocalGeneration,
};

const words = process.argv.slice(2);
const json = words.includes("--json");
const wanted = words.filter((word) => !word.startsWith("--"));
const unknown = wanted.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}. There are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}

const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`bench ${name}...`);
  rows.push(...(await bench()));
}
if (json) console.log(JSON.stringify({ rows }));
else for (const row of rows) console.log(rowText(row));

function rowText({ what, size, values, bound }: BenchRow): string {
  const shown = Object.entries(values).map(([name, value]) => `${name} ${round(value)}`);
  return `${what} (${size}): ${shown.join(", ")}${bound === undefined ? "" : `; required: ${bound}`}`;
}

function round(value: number | string): string {
  return typeof value === "number" ? String(Number(value.toPrecision(4))) : value;
}
