// `npm run reproduce [-- FILE... | --all] [--set NAME=VALUE] [--write-readme]`: gets published and quoted
// results again and compares them with what is expected. Ends with 1 if one is off.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { README_FILE, readmeWithTable } from "./readme-table.ts";
import { FOLDER, readReproduction, reproductionFiles } from "./reproduction.ts";
import { type Outcome, runReproduction } from "./run-reproduction.ts";

const words = process.argv.slice(2);
if (words.includes("--write-readme")) {
  const path = join(FOLDER, README_FILE);
  writeFileSync(path, readmeWithTable(readFileSync(path, "utf8")));
} else {
  process.exitCode = await reproduce();
}

async function reproduce(): Promise<number> {
  const given = Object.fromEntries(
    words.flatMap((word, at) => (word === "--set" ? [(words[at + 1] ?? "").split("=", 2)] : [])),
  );
  const named = words.filter((word) => word.endsWith(".json")).map((word) => basename(word));
  const files = named.length > 0 ? named : reproductionFiles();
  let failed = 0;
  for (const file of files) {
    const reproduction = readReproduction(file);
    const outcome = await runReproduction(reproduction, given);
    console.log(`${mark(outcome)} ${file}: ${reproduction.title}`);
    for (const line of detailsOf(outcome)) console.log(`    ${line}`);
    if (outcome.status === "off") failed += 1;
  }
  console.log(failed === 0 ? "Nothing is off." : `${failed} are off.`);
  return failed === 0 ? 0 : 1;
}

function mark({ status }: Outcome): string {
  if (status === "off") return "✗";
  return status === "as-expected" ? "✓" : "·";
}

function detailsOf(outcome: Outcome): readonly string[] {
  switch (outcome.status) {
    case "cannot-run-here":
      return [`cannot run here: ${outcome.why}`];
    case "checked-by-test":
      return [`checked by ${outcome.test}`];
    case "as-expected":
    case "off":
      return outcome.values.map(
        ({ what, found, wanted, status }) =>
          `${what}: ${found}${wanted === "" ? " (as measured)" : ` (expected ${wanted})`}${status === "off" ? " OFF" : ""}`,
      );
  }
}
