/** Calls and tokens of one step. */
export interface StepEstimate {
  /** Calls. */
  readonly calls: number;
  /** Tokens read. */
  readonly in: number;
  /** Tokens written. */
  readonly out: number;
  /**
   * Of the tokens read, those that begin a prompt in the same way as one shortly before: a backend that
   * keeps what it has read may charge less for them. @defaultValue 0
   */
  readonly cached?: number;
}

/** Nothing at all. */
export const NO_STEP: StepEstimate = { calls: 0, in: 0, out: 0, cached: 0 };

/** One call of a step. */
export interface CallEstimate {
  /** How many of them, fractions allowed. */
  readonly calls: number;
  /** Tokens that one of them reads. */
  readonly in: number;
  /** Tokens that one of them writes. */
  readonly out: number;
  /** Tokens of each prompt that were read before. @defaultValue 0 */
  readonly cached?: number;
}

/**
 * Several calls of one sort.
 *
 * @param call - How many, and what each takes.
 * @returns Their sum, not rounded.
 */
export function stepOf({ calls, in: read, out, cached = 0 }: CallEstimate): StepEstimate {
  return { calls, in: calls * read, out: calls * out, cached: calls * cached };
}

/**
 * Adds steps up.
 *
 * @param steps - The steps.
 * @returns Their sum.
 */
export function sumOf(steps: readonly StepEstimate[]): StepEstimate {
  return steps.reduce(
    (sum, step) => ({
      calls: sum.calls + step.calls,
      in: sum.in + step.in,
      out: sum.out + step.out,
      cached: (sum.cached ?? 0) + (step.cached ?? 0),
    }),
    NO_STEP,
  );
}

/**
 * Whole calls and tokens.
 *
 * @param step - A step.
 * @returns The same, rounded.
 */
export function rounded(step: StepEstimate): StepEstimate {
  return {
    calls: Math.round(step.calls),
    in: Math.round(step.in),
    out: Math.round(step.out),
    cached: Math.round(step.cached ?? 0),
  };
}
