import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { openWordVectors } from "../../models/index.ts";
import type {
  AutocorrelationCurve,
  AutocorrelationRequest,
  AutocorrelationView,
  CurvePoint,
} from "../../records/index.ts";
import { GAPELMAPER_VARIANTS, type GapelmaperVariant } from "../../scoring/index.ts";
import { openAutocorrelationThreads } from "../gapelmaper/autocorrelation-threads.ts";
import { measureTexts } from "../gapelmaper/measure-texts.ts";
import type { RunContext } from "../run-context.ts";

const MAX_THREADS = 4;

/**
 * Measures texts that were sent. They are kept in a temporary folder while they are measured.
 *
 * @param request - The texts.
 * @param context - Home of the vectors, the wish to stop.
 * @returns Their curves, thinned for drawing.
 * @throws LonghandError `vectors-missing`, `invalid-option`, `interrupted`.
 */
export async function measureGivenTexts(
  request: AutocorrelationRequest,
  context: RunContext,
): Promise<AutocorrelationView> {
  const { texts, shuffle = false, allowShort = false } = request;
  const variants = variantsOf(request);
  const threads = openAutocorrelationThreads(Math.min(MAX_THREADS, availableParallelism()));
  const folder = await mkdtemp(join(tmpdir(), "longhand-texts-"));
  try {
    const names = new Map<string, string>();
    for (const [place, { name, text }] of texts.entries()) {
      const file = join(folder, `text-${place}.txt`);
      await writeFile(file, text);
      names.set(file, name);
    }
    const vectors = await openWordVectors({ home: context.home, onProgress: () => undefined });
    try {
      const options = { files: [...names.keys()], variants, shuffle, allowShort };
      const measured = await measureTexts(options, { vectors, threads, context });
      const curves = measured.map(
        ({ file, copy, record }): AutocorrelationCurve => ({
          name: names.get(file) ?? file,
          shuffled: copy !== undefined,
          record: { ...record, curve: thinned(record.curve) },
        }),
      );
      return { curves };
    } finally {
      vectors.close();
    }
  } finally {
    await threads.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function variantsOf({ variants = ["longhand"] }: AutocorrelationRequest): GapelmaperVariant[] {
  return variants.map((name) => {
    const found = GAPELMAPER_VARIANTS.find((variant) => variant === name);
    if (found !== undefined) return found;
    throw new LonghandError(`There is no variant ${name} of GAPELMAPER.`, {
      code: "invalid-option",
      hint: `There are: ${GAPELMAPER_VARIANTS.join(", ")}.`,
    });
  });
}

/** Lags up to which every point is kept. */
const KEPT_WHOLE = 100;
/** Points beyond, for each factor of ten. */
const POINTS_PER_DECADE = 120;

/**
 * Thins a curve for drawing: all points up to lag 100, then points evenly over the logarithm of the lag.
 *
 * @param curve - The curve, by growing lag.
 * @returns A part of its points, in order.
 */
export function thinned(curve: readonly CurvePoint[]): readonly CurvePoint[] {
  let lastStep = Number.NEGATIVE_INFINITY;
  return curve.filter(({ lag }) => {
    if (lag <= KEPT_WHOLE) return true;
    const step = Math.floor(Math.log10(lag) * POINTS_PER_DECADE);
    const isNew = step > lastStep;
    lastStep = step;
    return isNew;
  });
}
