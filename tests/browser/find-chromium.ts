import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Finds a browser: the one that `CHROMIUM` names, or an installed Chromium or Chrome.
 *
 * @returns Path of the program.
 * @throws Error that says what to install.
 */
export function findChromium(): string {
  const named = process.env["CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = [...folders, "/usr/bin"].flatMap((folder) =>
    NAMES.map((name) => join(folder, name)),
  );
  const program = [...found, ...PLACES].find(isProgram);
  if (program !== undefined) return program;
  throw new Error(
    "There is no Chromium to test in. Install one (Debian: apt-get install chromium), or set CHROMIUM to the path of a Chromium or Chrome.",
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
