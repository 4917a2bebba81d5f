import type { Brief, ModelSize } from "../brief/brief.ts";
import type { Asker } from "../run/ask-model.ts";
import type { MustHit } from "./must-hits.ts";
import type { PlanTree } from "./plan-tree.ts";

/** What the planner works with. */
export interface Planning {
  /** The brief. */
  readonly brief: Brief;
  /** Size of the planner. */
  readonly scale: ModelSize;
  /** Mentions by id. */
  readonly hits: ReadonlyMap<string, MustHit>;
  /** The plan so far. */
  readonly tree: PlanTree;
  /** Makes calls. */
  readonly asker: Asker;
}
