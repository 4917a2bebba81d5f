import type { Brief, ModelSize } from "../brief/brief.ts";
import type { CheckSwitches } from "../brief/switched-checks.ts";

/** Kinds whose quotations are somebody's words. */
const QUOTING: ReadonlySet<string> = new Set(["report", "essay", "article", "answer"]);

/**
 * The checks of a brief.
 *
 * @param brief - The brief.
 * @param size - Size of the model that would be asked: the writer's, or for its look for contradictions the
 *   checker's; a tiny one is never asked.
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
