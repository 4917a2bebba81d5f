// Runs TypeDoc's validation and fails on every finding but one kind: the members of an object type
// that is written inline (`{ readonly id: string }`) are explained by the comment of what holds them.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Into a file: TypeDoc ends its process at once, and what a pipe has not taken by then is lost.
const folder = mkdtempSync(join(tmpdir(), "longhand-docs-"));
const path = join(folder, "findings.txt");
const file = openSync(path, "w");
const { error } = spawnSync(
  process.execPath,
  ["node_modules/typedoc/bin/typedoc", "--emit", "none", "--pretty", "false"],
  { stdio: ["ignore", file, file] },
);
closeSync(file);
const output = readFileSync(path, "utf8");
rmSync(folder, { recursive: true });
if (error !== undefined) throw error;
const escapeCharacter = String.fromCharCode(27);
const lines = output.replaceAll(new RegExp(`${escapeCharacter}\\[\\d+m`, "g"), "").split("\n");
const findings = lines.filter(
  (line) => /^\[?(?:warning|error)\]?/.test(line) || / - error/.test(line),
);
const real = findings.filter(
  (line) => !line.includes(".__type.") && !/Found \d+ errors/.test(line),
);
for (const line of real) console.error(line);
const ended = lines.some((line) => /Found \d+ errors/.test(line)) || findings.length === 0;
if (!ended) console.error(`TypeDoc did not finish:\n${lines.join("\n")}`);
console.log(`public documentation: ${real.length} problems`);
process.exitCode = real.length > 0 || !ended ? 1 : 0;
