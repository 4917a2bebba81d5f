// Installs the dependencies when they are missing or older than the lockfile. Needs Node alone.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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

/** Whether what npm says it installed is what the lockfile asks for; optional packages may be missing. */
function isInstalled() {
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json"));
  const wanted = packagesOf(join(root, "package-lock.json"));
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted).every(([name, { version, optional, devOptional }]) => {
    if (name === "") return true;
    const there = installed[name];
    return there === undefined
      ? optional === true || devOptional === true
      : there.version === version;
  });
}

function packagesOf(lockfile) {
  // npm writes its own lockfile after the packages: an install that was cut off leaves none.
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
