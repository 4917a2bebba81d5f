import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.tsx";

const rateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/rate",
  component: lazyRouteComponent(() => import("./rate-page.tsx"), "RatePage"),
});

/** Page of a study for its rater. */
export const raterStudyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/rate/$studyId",
  component: lazyRouteComponent(() => import("./rater-study-page.tsx"), "RaterStudyPage"),
});

/** Page on which a text is read and rated. */
export const readingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/rate/$studyId/texts/$leaseId",
  component: lazyRouteComponent(() => import("./reading-page.tsx"), "ReadingPage"),
});

const studiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/studies",
  component: lazyRouteComponent(() => import("./organiser/studies-page.tsx"), "StudiesPage"),
});

const newStudyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/studies/new",
  component: lazyRouteComponent(() => import("./organiser/new-study-page.tsx"), "NewStudyPage"),
});

/** Page of a study for its organisers. */
export const studyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/studies/$studyId",
  component: lazyRouteComponent(() => import("./organiser/study-page.tsx"), "StudyPage"),
});

/** Page of what a study came to. */
export const studyResultsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/studies/$studyId/results",
  component: lazyRouteComponent(() => import("./organiser/results-page.tsx"), "StudyResultsPage"),
});

/** Pages of rating studies. */
export const ratingRoutes = [
  rateRoute,
  raterStudyRoute,
  readingRoute,
  studiesRoute,
  newStudyRoute,
  studyRoute,
  studyResultsRoute,
] as const;
