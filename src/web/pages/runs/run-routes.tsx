import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { z } from "zod";
import { rootRoute } from "../../shell/root-route.tsx";

const text = z.exactOptional(z.string());

/** Search of the page of a run: which metric its heat map shows. */
const runSearchSchema = z.object({ metric: text });

/** Search of the list of examples. */
const examplesSearchSchema = z.object({
  cell: text,
  status: z.exactOptional(z.enum(["all", "generated", "failed", "pending"])),
});

/** Search of one example. */
const exampleSearchSchema = z.object({
  cell: text,
  beside: text,
  repeat: z.exactOptional(z.int()),
});

/** Search of a comparison: two runs, or `RUN#CELL`. */
const compareSearchSchema = z.object({ a: text, b: text });

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs",
  component: lazyRouteComponent(() => import("./run-list-page.tsx"), "RunListPage"),
});

/** Page of one run. */
export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$runId",
  validateSearch: runSearchSchema,
  component: lazyRouteComponent(() => import("./run-page.tsx"), "RunPage"),
});

/** Page of the report of a run, or of a comparison of ways of writing. */
export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$runId/report",
  component: lazyRouteComponent(() => import("./report-page.tsx"), "ReportPage"),
});

/** Page of the texts of one cell. */
export const examplesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$runId/examples",
  validateSearch: examplesSearchSchema,
  component: lazyRouteComponent(() => import("./examples-page.tsx"), "ExamplesPage"),
});

/** Page of one example. */
export const exampleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$runId/examples/$example",
  validateSearch: exampleSearchSchema,
  component: lazyRouteComponent(() => import("./example-page.tsx"), "ExamplePage"),
});

/** Page of a comparison. */
export const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare",
  validateSearch: compareSearchSchema,
  component: lazyRouteComponent(() => import("./compare-page.tsx"), "ComparePage"),
});

const autocorrelationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/autocorrelation",
  component: lazyRouteComponent(() => import("./autocorrelation-page.tsx"), "AutocorrelationPage"),
});

/** Page of a manuscript. */
export const manuscriptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/writings/$runId",
  component: lazyRouteComponent(() => import("./manuscript-page.tsx"), "ManuscriptPage"),
});

/** Pages of runs. */
export const runRoutes = [
  runsRoute,
  runRoute,
  reportRoute,
  examplesRoute,
  exampleRoute,
  compareRoute,
  autocorrelationRoute,
  manuscriptRoute,
] as const;
