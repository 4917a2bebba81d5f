import type { ServerModule } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { ScorerLimits } from "../scoring/run-scorer.ts";
import { openScoringEngine } from "../scoring/scoring-engine.ts";
import { auditRoute } from "./audit-route.ts";
import { openBoardKeeper } from "./board-keeper.ts";
import { boardRoute } from "./board-route.ts";
import { challengeRoutes } from "./challenge-routes.ts";
import { checkRoute } from "./check-route.ts";
import { declarationsRoute } from "./declarations-route.ts";
import { organiserRoutes, type RatingProgress } from "./organiser-routes.ts";
import { submissionRoutes } from "./submission-routes.ts";
import { teamListRoute } from "./team-list-route.ts";
import { teamRoutes } from "./team-routes.ts";
import { textsRoute } from "./texts-route.ts";

/** What may differ from the usual. */
export interface ChallengesOptions {
  /** What the rating stage knows. */
  readonly rating: RatingProgress;
  /** Bounds of scorer processes. */
  readonly limits?: ScorerLimits;
}

/**
 * Challenges: routes, the board, and what scores submissions.
 *
 * @param server - What modules are handed.
 * @param options - What differs from the usual.
 * @returns The module.
 */
export function challengesModule(
  server: ServerContext,
  { rating, limits = {} }: ChallengesOptions,
): ServerModule {
  const keeper = openBoardKeeper(server);
  const engine = openScoringEngine(server, { limits });
  return {
    name: "challenges",
    routes: [
      ...challengeRoutes,
      ...teamRoutes,
      teamListRoute,
      ...submissionRoutes,
      boardRoute(keeper),
      textsRoute(keeper),
      ...organiserRoutes(rating),
      declarationsRoute,
      checkRoute,
      auditRoute,
    ],
    start: engine.start,
    close: async () => {
      await engine.close();
      await keeper.close();
    },
  };
}
