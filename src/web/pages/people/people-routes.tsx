import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { z } from "zod";
import { rootRoute } from "../../shell/root-route.tsx";

/** Page of signing in; `next` is where to go from there, a path of this server. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: z.object({ next: z.exactOptional(z.string().regex(/^\/(?!\/)/)) }),
  component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join",
  component: lazyRouteComponent(() => import("./join-page.tsx"), "JoinPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
});

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people",
  component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
});

/** Pages of accounts. */
export const peopleRoutes = [signInRoute, joinRoute, accountRoute, peopleRoute] as const;
