import { createRouter } from "@tanstack/react-router";
import { Skeleton } from "./design/states.tsx";
import { challengeRoutes } from "./pages/challenge/challenge-routes.tsx";
import { peopleRoutes } from "./pages/people/people-routes.tsx";
import { ratingRoutes } from "./pages/rating/rating-routes.tsx";
import { runRoutes } from "./pages/runs/run-routes.tsx";
import { startRoute } from "./pages/start/start-route.tsx";
import { rootRoute } from "./shell/root-route.tsx";

/** All pages: each area lists its own. */
const routeTree = rootRoute.addChildren([
  startRoute,
  ...runRoutes,
  ...challengeRoutes,
  ...peopleRoutes,
  ...ratingRoutes,
]);

/** Finds the page of an address. */
export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: () => <Skeleton lines={8} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
