import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { z } from "zod";
import { rootRoute } from "../../shell/root-route.tsx";

const text = z.exactOptional(z.string());

/** Search of the board: which one. */
const boardSearchSchema = z.object({
  track: text,
  metric: text,
  part: z.exactOptional(z.enum(["public", "private"])),
  asOf: text,
});

/** Search of the board of marks by people. */
const humanBoardSearchSchema = z.object({
  track: text,
  order: text,
  raters: z.exactOptional(z.enum(["all", "unflagged"])),
});

/** Search of the page that takes a file: for which items. */
const submitSearchSchema = z.object({
  track: text,
  set: z.exactOptional(z.enum(["development", "test"])),
});

const challengesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges",
  component: lazyRouteComponent(() => import("./challenge-list-page.tsx"), "ChallengeListPage"),
});

const newChallengeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/new-challenge",
  component: lazyRouteComponent(() => import("./organise/create-page.tsx"), "CreatePage"),
});

/** Page of one challenge. */
export const challengeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId",
  component: lazyRouteComponent(() => import("./challenge-page.tsx"), "ChallengePage"),
});

/** Page of the board. */
export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/board",
  validateSearch: boardSearchSchema,
  component: lazyRouteComponent(() => import("./board-page.tsx"), "BoardPage"),
});

/** Page of the final report. */
export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/report",
  component: lazyRouteComponent(() => import("./report-page.tsx"), "ReportPage"),
});

/** Page of the board of marks by people. */
export const humanBoardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/human-board",
  validateSearch: humanBoardSearchSchema,
  component: lazyRouteComponent(() => import("./human-board-page.tsx"), "HumanBoardPage"),
});

/** Page on which one registers and forms a team. */
export const takePartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/take-part",
  component: lazyRouteComponent(() => import("./take-part-page.tsx"), "TakePartPage"),
});

/** Page of an invitation to a team; its code stands behind the `#`, so that no server log can hold it. */
export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/join",
  component: lazyRouteComponent(() => import("./join-page.tsx"), "JoinPage"),
});

/** Page that takes a file. */
export const submitRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/submit",
  validateSearch: submitSearchSchema,
  component: lazyRouteComponent(() => import("./submit-page.tsx"), "SubmitPage"),
});

/** Page of the team's submissions. */
export const submissionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/submissions",
  component: lazyRouteComponent(() => import("./submissions-page.tsx"), "SubmissionsPage"),
});

/** Page of one submission. */
export const submissionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/submissions/$submissionId",
  component: lazyRouteComponent(() => import("./submission-page.tsx"), "SubmissionPage"),
});

/** Page of whoever organises a challenge. */
export const organiseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenges/$challengeId/organise",
  component: lazyRouteComponent(() => import("./organise/organise-page.tsx"), "OrganisePage"),
});

/** Pages of challenges. */
export const challengeRoutes = [
  challengesRoute,
  newChallengeRoute,
  challengeRoute,
  boardRoute,
  humanBoardRoute,
  reportRoute,
  takePartRoute,
  joinRoute,
  submitRoute,
  submissionsRoute,
  submissionRoute,
  organiseRoute,
] as const;
