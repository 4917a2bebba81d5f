import { createRootRoute } from "@tanstack/react-router";
import { FailedPage, NotFoundPage, Shell } from "./shell.tsx";

/** The route that all others stand below. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});
