import type { ServerModule } from "../http/route.ts";
import { challengeStudyRoutes } from "./challenge-study-routes.ts";
import { humanBoardRoute } from "./human-board-route.ts";
import { importRoute } from "./import-route.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { leaseRoutes } from "./lease-routes.ts";
import type { StudyShelf } from "./open-study.ts";
import { raterRoutes } from "./rater-routes.ts";
import type { AnalysisShelf } from "./results-of.ts";
import { studyRoutes } from "./study-routes.ts";

/**
 * Rating studies: routes for raters and for organisers.
 *
 * @returns The module.
 */
export function ratingsModule(): ServerModule {
  const studies: StudyShelf = new Map();
  const analyses: AnalysisShelf = new Map();
  return {
    name: "ratings",
    routes: [
      ...raterRoutes(studies),
      ...leaseRoutes(studies),
      ...studyRoutes(studies, analyses),
      ...challengeStudyRoutes,
      humanBoardRoute({ studies, analyses }),
      importRoute(studies),
      ...invitationRoutes(studies),
    ],
  };
}
