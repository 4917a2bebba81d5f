import { z } from "zod";

/** How nightly backups stand, as admins see it. */
export interface BackupsView {
  /** Where, how many nights, and when in minutes since midnight, UTC; null if none were asked for. */
  readonly plan: {
    readonly folder: string;
    readonly keep: number;
    readonly minute: number;
  } | null;
  /** When the next one is begun, UTC milliseconds; null without a plan. */
  readonly nextMs: number | null;
  /** Since when one is being written, UTC milliseconds; null if none is. */
  readonly runningSinceMs: number | null;
  /** The newest whole backup: when it was begun, UTC milliseconds, and its size; null if there is none. */
  readonly lastSuccess: { readonly atMs: number; readonly bytes: number } | null;
  /** What failed since then; null if nothing did. */
  readonly lastFailure: {
    readonly atMs: number;
    readonly code: string;
    readonly message: string;
  } | null;
}

/** Schema of {@link BackupsView}. */
export const backupsViewSchema: z.ZodType<BackupsView> = z.object({
  plan: z.nullable(z.object({ folder: z.string(), keep: z.number(), minute: z.number() })),
  nextMs: z.nullable(z.number()),
  runningSinceMs: z.nullable(z.number()),
  lastSuccess: z.nullable(z.object({ atMs: z.number(), bytes: z.number() })),
  lastFailure: z.nullable(z.object({ atMs: z.number(), code: z.string(), message: z.string() })),
});
