// `npm run bench [-- NAME...] [--json]`: speed as a ratio against a peer in the same run, and memory.

import type { BenchRow } from "./bench-row.ts";

const BENCHES: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  metrics: async () => (await import("./metrics.ts")).benchMetrics(),
  overhead: async () => (await import("./run-overhead.ts")).benchOverhead(),
  large: async () => (await import("./large-file.ts")).benchLargeFile(),
  throughput: async () => (await import("./throughput.ts")).benchThroughput(),
  dataset: async () => (await import("./dataset.ts")).benchDataset(),
  writing: async () => (await import("./writing.ts")).benchWriting(),
  local: async () => (await import("./local-generation-rows.ts")).benchLocalGeneration(),
};

/** Benches that write whole documents or take a server's whole machine: only where they are named. */
const LONG: Readonly<Record<string, () => Promise<void>>> = {
  techniques: async () => (await import("./techniques.ts")).benchTechniques(),
  growth: async () => (await import("./writing-growth.ts")).benchGrowth(),
  "growth-time": async () => (await import("./writing-growth.ts")).benchGrowthTime(),
  server: async () => (await import("./server.ts")).benchServer(),
};

const words = process.argv.slice(2);
const json = words.includes("--json");
const wanted = words.filter((word) => !word.startsWith("--"));
const unknown = wanted.find((name) => !(name in BENCHES || name in LONG));
if (unknown !== undefined) {
  console.error(
    `There is no benchmark ${unknown}. There are: ${Object.keys({ ...BENCHES, ...LONG }).join(", ")}.`,
  );
  process.exit(2);
}

for (const name of wanted) await LONG[name]?.();
if (wanted.length > 0 && wanted.every((name) => name in LONG)) process.exit();

const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`bench ${name}...`);
  rows.push(...(await bench()));
}
if (json) console.log(JSON.stringify({ rows: rows.map(({ bound: _, ...row }) => row) }));
else for (const row of rows) console.log(rowText(row));

function rowText({
  what,
  size,
  oursMs,
  peerMs,
  ratio,
  peer,
  maxDifference,
  bound,
  used,
}: BenchRow): string {
  const times = `${shown(oursMs)} ms, ${peer} ${shown(peerMs)} ms: ${shown(ratio)}×`;
  const required = bound === undefined ? "" : `; required: ${bound}`;
  const resources = used === undefined ? "" : `; ${usedText(used)}`;
  return `${what} (${size}): ${times}${resources}, difference ≤ ${shown(maxDifference)}${required}`;
}

function usedText({ ours, peer }: NonNullable<BenchRow["used"]>): string {
  const cpu = `processor ${shown(ours.cpuMs)} ms against ${shown(peer.cpuMs)} ms: ${shown(peer.cpuMs / ours.cpuMs)}×`;
  return `${cpu}; memory ${shown(ours.maxRssMb)} MB against ${shown(peer.maxRssMb)} MB`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}
