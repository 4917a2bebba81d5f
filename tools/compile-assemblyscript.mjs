// Compiles AssemblyScript into a module of the sources that holds it as base64.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMPILER = "assemblyscript@0.28.20";

/**
 * Compiles `tools/NAME.as` into a module that exports `CONSTANT_MODULE`, and `CONSTANT_SOURCE`, the hash of
 * the source. A test compares that hash with the source's.
 *
 * @param {{ name: string, constant: string, target: string }} job - The names, and the module's path.
 */
export function compileAssemblyScript({ name, constant, target }) {
  const source = new URL(`${name}.as`, import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    copyFileSync(source, join(folder, `${name}.ts`));
    const options =
      "--enable simd -O3 --noAssert --runtime stub --use abort= --initialMemory 1".split(" ");
    const command = ["asc", `${name}.ts`, ...options, "-o", `${name}.wasm`];
    execFileSync("npx", ["--yes", "-p", COMPILER, ...command], { cwd: folder, stdio: "inherit" });
    const module = readFileSync(join(folder, `${name}.wasm`)).toString("base64");
    const lines = module.match(/.{1,96}/g).map((line) => `  "${line}"`);
    const hash = createHash("sha256").update(readFileSync(source)).digest("hex");
    writeFileSync(
      new URL(`../${target}`, import.meta.url),
      `// Made by tools/make-${name}.mjs (${COMPILER}) from tools/${name}.as.

/** SHA-256 of the source that the module was made from. */
export const ${constant}_SOURCE = "${hash}";

/** WebAssembly module, in base64. */
export const ${constant}_MODULE: string = [
${lines.join(",\n")},
].join("");
`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
