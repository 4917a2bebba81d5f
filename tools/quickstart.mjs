// `npm run quickstart`: installs what is missing, builds, and hands over to `longhand quickstart`,
// which gets the small model once and runs the main job. Needs Node alone to begin with.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const main = join(root, "dist", "cli", "main.js");

const installed = ensureInstalled();
if (installed || !isBuilt()) build();
const { status } = spawnSync(process.execPath, [main, "quickstart", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(status ?? 1);

function isBuilt() {
  if (!existsSync(main)) return false;
  const builtMs = statSync(main).mtimeMs;
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true });
  return sources
    .filter((entry) => entry.isFile())
    .every(
      (entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs <= builtMs,
    );
}

function build() {
  process.stderr.write("Building (tsc; about 20 seconds)...\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const built = spawnSync(npm, ["run", "-s", "build"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (built.status !== 0) process.exit(1);
}
