import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ComparedRun } from "../../../records/index.ts";
import { writeAtomically } from "../../../storage/index.ts";

/** What one run of a comparison came to: its `result.json`. A run with one is never repeated. */
export interface ArmResult {
  /** Format version. */
  readonly v: 1;
  /** How it ended. */
  readonly status: ComparedRun["status"];
  /** Why it is not complete. */
  readonly reason?: string;
  /** Words written. */
  readonly words: number;
  /** Calls that came to their end. */
  readonly calls: number;
  /** Tokens read and written. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** Seconds that it took; absent if it was interrupted and went on later. */
  readonly seconds?: number;
  /** US dollars; absent where prices are unknown. */
  readonly costUsd?: number;
}

const schema: z.ZodType<ArmResult> = z.strictObject({
  v: z.literal(1),
  status: z.enum(["complete", "incomplete", "budget", "crashed"]),
  reason: z.exactOptional(z.string()),
  words: z.number(),
  calls: z.number(),
  tokens: z.strictObject({ in: z.number(), out: z.number() }),
  seconds: z.exactOptional(z.number()),
  costUsd: z.exactOptional(z.number()),
});

/**
 * The result of a run, if it has come to its end.
 *
 * @param folder - The run's folder.
 * @returns The result.
 */
export async function readArmResult(folder: string): Promise<ArmResult | undefined> {
  const text = await readFile(join(folder, "result.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    // A damaged result is one that never came: the run's journal still knows every call.
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the result of a run.
 *
 * @param folder - The run's folder.
 * @param result - The result.
 */
export async function writeArmResult(folder: string, result: ArmResult): Promise<void> {
  await writeAtomically(join(folder, "result.json"), `${JSON.stringify(result, null, 2)}\n`);
}
