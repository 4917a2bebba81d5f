import { z } from "zod";
import type { CheckSwitches } from "../brief/switched-checks.ts";

const flag = z.exactOptional(z.boolean());

/** Schema of a brief's `checks`. */
export const checksSchema: z.ZodType<Partial<CheckSwitches>> = z.strictObject({
  knowledge: flag,
  quotations: flag,
  topics: flag,
  summaries: flag,
  model: flag,
});
