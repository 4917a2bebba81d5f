import { z } from "zod";
import type { PlantedSource } from "./planted-fact.ts";

const text = z.string().regex(/\S/, "must not be empty");

const given = z.strictObject({
  subject: text,
  attribute: text,
  is: z.enum(["person", "place", "thing", "date", "amount", "year", "choice"]),
  alias: z.exactOptional(z.array(text).max(2, "must name two at most")),
  unit: z.exactOptional(text),
  from: z.exactOptional(z.int().min(1)),
  to: z.exactOptional(z.int().min(1)),
  of: z.exactOptional(z.array(text)),
  changes: z.exactOptional(z.boolean()),
});

/** Schema of a brief's `planted`. */
export const plantedSchema: z.ZodType<PlantedSource> = z.strictObject({
  seed: z._default(z.int().min(0).max(4294967295), 1),
  given: z.array(given),
  invented: z.array(z.strictObject({ subject: text, frame: text })),
}) as unknown as z.ZodType<PlantedSource>;
