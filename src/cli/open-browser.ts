import { spawn } from "node:child_process";

/**
 * Opens the browser of the desktop; without a desktop nothing happens.
 *
 * @param address - Address or file.
 */
export function openBrowser(address: string): void {
  const [program, args] = browserCall(address);
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  // Without a desktop there is nothing to open; the address stands on the screen.
  child.on("error", () => undefined);
  child.unref();
}

function browserCall(address: string): readonly [string, readonly string[]] {
  if (process.platform === "darwin") return ["open", [address]];
  if (process.platform === "win32") return ["explorer.exe", [address]];
  return ["xdg-open", [address]];
}
