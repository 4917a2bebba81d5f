import { pino } from "pino";
import type { ServerLog } from "./server-context.ts";

/**
 * Opens the structured log: one JSON object a line.
 *
 * @param file - Where to; `-` for stderr.
 * @returns The log. Lines are written at once, so that none is lost when the process dies.
 */
export function openLog(file: string): ServerLog {
  const destination = pino.destination({ dest: file === "-" ? 2 : file, mkdir: true, sync: true });
  return pino({ base: null }, destination);
}
