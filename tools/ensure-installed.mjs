// Installs the dependencies when they are missing or older than the lockfile. Needs Node alone.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @returns {boolean} whether something was installed */
export function ensureInstalled() {
  refuseOldNode();
  if (isInstalled()) return false;
  process.stderr.write("Installing dependencies (npm ci; about a minute)...\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, error } = spawnSync(npm, ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    // What npm prints goes to stderr: stdout may carry JSON.
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status === 0) return true;
  process.stderr.write(
    `npm ci failed${error ? ` (${error.message})` : ""}: see its message above. Is the package registry reachable?\n`,
  );
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `Longhand needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

function isInstalled() {
  const marker = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (!existsSync(marker)) return false;
  // npm writes its marker after the packages; an interrupted install leaves none.
  return statSync(marker).mtimeMs >= statSync(lock).mtimeMs || sameLock(lock, marker);
}

function sameLock(lock, marker) {
  // A fresh checkout gives the lockfile a new time; compare what is in it instead.
  const { status } = spawnSync(process.execPath, [
    "-e",
    `const [a, b] = process.argv.slice(1).map((f) => JSON.parse(require("fs").readFileSync(f)).packages);
     process.exit(Object.keys(b).every((k) => a[k] && a[k].version === b[k].version) ? 0 : 1)`,
    lock,
    marker,
  ]);
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
