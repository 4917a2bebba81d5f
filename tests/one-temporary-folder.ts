import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where programs look for the place of temporary files: POSIX, Windows, Windows. */
const VARIABLES = ["TMPDIR", "TEMP", "TMP"];

/**
 * Gives a run of the tests one temporary folder for everything that they, and the programs that they
 * start, leave in the system's; it is removed at the end.
 *
 * @returns What removes it.
 */
export function setup(): () => void {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  const folder = mkdtempSync(join(tmpdir(), "longhand-tests-"));
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
