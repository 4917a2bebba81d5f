// Compiles word-table.as into src/retrieval/bm25/word-table-module.ts. Run it after a change of the
// source; a test compares the hash of the source with the one in the module.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMPILER = "assemblyscript@0.28.20";
const source = new URL("word-table.as", import.meta.url);
const target = new URL("../src/retrieval/bm25/word-table-module.ts", import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "word-table-"));
try {
  copyFileSync(source, join(folder, "word-table.ts"));
  const options = [
    "--enable",
    "simd",
    "-O3",
    "--noAssert",
    "--runtime",
    "stub",
    "--use",
    "abort=",
    "--initialMemory",
    "1",
  ];
  execFileSync(
    "npx",
    ["--yes", "-p", COMPILER, "asc", "word-table.ts", ...options, "-o", "word-table.wasm"],
    { cwd: folder, stdio: "inherit" },
  );
  const module = readFileSync(join(folder, "word-table.wasm")).toString("base64");
  const lines = module.match(/.{1,96}/g).map((line) => `  "${line}"`);
  const hash = createHash("sha256").update(readFileSync(source)).digest("hex");
  writeFileSync(
    target,
    `// Made by tools/make-word-table.mjs (${COMPILER}) from tools/word-table.as.

/** SHA-256 of the source that the module was made from. */
export const WORD_TABLE_SOURCE = "${hash}";

/** WebAssembly module, in base64. */
export const WORD_TABLE_MODULE: string = [
${lines.join(",\n")},
].join("");
`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
