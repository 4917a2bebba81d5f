import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Action, decide, type SessionView, sessionViewSchema } from "../../records/index.ts";
import { keepCsrfToken, readRecord } from "./client.ts";

/** Who looks at the page, as the server knows them. */
export type Viewer = SessionView;

/** Name under which the viewer is kept: to be asked for again after signing in or out. */
export const VIEWER_KEY = ["viewer"] as const;

/**
 * Who looks at the page, asked once and again after signing in or out.
 *
 * @returns The viewer; roles are `visitor` alone where the server knows nobody.
 */
export function useViewer(): UseQueryResult<Viewer> {
  return useQuery({
    queryKey: VIEWER_KEY,
    queryFn: async () => {
      const viewer = await readRecord({ path: "/auth/session", schema: sessionViewSchema });
      keepCsrfToken(viewer.csrfToken ?? undefined);
      return viewer;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Whether a viewer has any right to an action: what pages show. The server decides again, for each object.
 *
 * @param viewer - The viewer; absent while nobody knows.
 * @param action - An action of the matrix of rights.
 * @returns `true` if some object of theirs would let them.
 */
export function mayDo(viewer: Viewer | undefined, action: Action): boolean {
  if (viewer === undefined) return false;
  const answer = decide({ action, roles: viewer.roles, relation: "own" });
  return answer === "allowed" || answer === "not-yet";
}
