import type { Brief, ModelSize } from "../brief/brief.ts";

/** Checks that can be switched on and off; facts, names, order, mentions and lengths are always checked. */
export interface CheckSwitches {
  /** Whether nobody may know a fact before its `knownBy` says so. @defaultValue true */
  readonly knowledge: boolean;
  /** Whether quoted words have to stand in the brief or in its sources. @defaultValue true for a report, essay, article or answer */
  readonly quotations: boolean;
  /** Whether a topic of `avoid` is an issue where it comes up. @defaultValue true */
  readonly topics: boolean;
  /** Whether a part's summary has to match its brief. @defaultValue true, but not for a tiny model */
  readonly summaries: boolean;
  /** Whether a model looks for contradictions that rules do not see. @defaultValue true, but not for a tiny model */
  readonly model: boolean;
}

/** Kinds whose quotations are somebody's words. */
const QUOTING: ReadonlySet<string> = new Set(["report", "essay", "article", "answer"]);

/**
 * The checks of a brief.
 *
 * @param brief - The brief.
 * @param size - Size of the writer's model; a tiny one is never asked.
 * @returns Every switch.
 */
export function checksOf(
  { checks, kind }: Pick<Brief, "checks" | "kind">,
  size: ModelSize,
): CheckSwitches {
  const isLarger = size !== "tiny";
  const switches = {
    knowledge: true,
    quotations: QUOTING.has(kind),
    topics: true,
    summaries: isLarger,
    model: isLarger,
    ...checks,
  };
  return { ...switches, model: switches.model && isLarger };
}
