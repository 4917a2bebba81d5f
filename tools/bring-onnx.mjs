// `npm run onnx`: brings what the tests of sentence vectors use and the plain install leaves out: the ONNX
// runtime, for this machine alone, and the model all-minilm-l6-v2 (docs/decisions/2026-11-30-onnx-runtime.md).
// `npm ci` and `npm install` take the runtime out again.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";

const NAME = "onnxruntime-node";
const VERSION = "1.30.0";
/** What the registry says of the archive; the same as a lockfile would hold. */
const INTEGRITY =
  "sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==";
const MODEL = "all-minilm-l6-v2";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const place = join(modules, NAME);
const windows = process.platform === "win32";
/** The binaries of this machine; those of five others are left in the archive. */
const binaries = `bin/napi-v6/${process.platform}/${process.arch}`;

process.exit((isHere() ? 0 : bring()) || pullModel());

function isHere() {
  const description = join(place, "package.json");
  if (!existsSync(description) || !existsSync(join(place, binaries))) return false;
  return JSON.parse(readFileSync(description, "utf8")).version === VERSION;
}

function bring() {
  say(`Fetching ${NAME} ${VERSION} (114 MB; 45 MB on disk)...`);
  const work = mkdtempSync(join(modules, ".onnx-"));
  try {
    const wanted = `${NAME}@${VERSION}`;
    const packed = run("npm", ["pack", "--silent", "--pack-destination", work, wanted], {
      cwd: work,
    });
    if (packed === undefined) return 1;
    const archive = packed.trim().split("\n").at(-1) ?? "";
    const bytes = readFileSync(join(work, archive));
    const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    if (found !== INTEGRITY) return fail(`What came is not ${wanted}: it hashes to ${found}.`);
    const parts = ["package.json", "dist", binaries].map((part) => `package/${part}`);
    if (run("tar", ["-xzf", archive, ...parts], { cwd: work }) === undefined) return 1;
    // The old one goes aside first: a stop in between leaves one or the other, never a mixture.
    if (existsSync(place)) renameSync(place, join(work, "old"));
    renameSync(join(work, "package"), place);
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Into the home folder of the tests, where it stays when packages are installed anew. */
function pullModel() {
  const home = join(modules, ".cache", "longhand-tests");
  if (existsSync(join(home, "models", MODEL, "tokenizer.json.receipt.json"))) return 0;
  mkdirSync(home, { recursive: true });
  const cli = join(root, "src", "cli", "main.ts");
  const pulled = run(process.execPath, ["--import", "tsx", cli, "models", "pull", MODEL], {
    cwd: root,
    env: { ...env, LONGHAND_HOME: home },
  });
  return pulled === undefined ? 1 : 0;
}

function run(program, args, where) {
  const { status, stdout, error } = spawnSync(program, args, {
    ...where,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: windows && program === "npm",
  });
  if (status === 0) return stdout;
  fail(
    `${program} ${args.join(" ")} failed${error ? ` (${error.message})` : ""}: see its message above. Is the package registry reachable?`,
  );
  return undefined;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  return 1;
}
