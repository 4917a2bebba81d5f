import { z } from "zod";

/** For answers of which nothing is used but that they came. */
export const anythingSchema: z.ZodType<unknown> = z.unknown();
