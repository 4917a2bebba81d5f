import { DEFAULT_MODEL, locateModel } from "../src/models/index.ts";
import type { BenchRow } from "./bench-row.ts";
import { measureLocalGeneration } from "./local-generation.ts";
import { longhandHome } from "./longhand-home.ts";

/**
 * Local generation against a bare loop over its engine, on the small default model.
 *
 * @returns One row per bare loop.
 * @throws LonghandError if the model was never pulled.
 */
export async function benchLocalGeneration(): Promise<BenchRow[]> {
  const name = DEFAULT_MODEL.replace(/^gguf:/, "");
  const { path } = await locateModel(name, { home: longhandHome() });
  const rows = await measureLocalGeneration({ path });
  return rows.map((row) => ({ ...row, bound: "≥ 0.9×, equal texts" }));
}
