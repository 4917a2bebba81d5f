import type { ServerModule } from "../http/route.ts";
import { leaseRoutes } from "./lease-routes.ts";
import type { StudyShelf } from "./open-study.ts";
import { raterRoutes } from "./rater-routes.ts";
import { studyRoutes } from "./study-routes.ts";

/**
 * Rating studies: routes for raters and for organisers.
 *
 * @returns The module.
 */
export function ratingsModule(): ServerModule {
  const shelf: StudyShelf = new Map();
  return {
    name: "ratings",
    routes: [...raterRoutes(shelf), ...leaseRoutes(shelf), ...studyRoutes(shelf)],
  };
}
