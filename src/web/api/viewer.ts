import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { type Action, decide, ROLES, type Role } from "../../records/index.ts";
import { ApiFault } from "./api-fault.ts";
import { keepCsrfToken, readRecord } from "./client.ts";

/** Who looks at the page. */
export interface Viewer {
  /** Roles; `visitor` alone for whoever is not signed in. */
  readonly roles: readonly Role[];
  /** Name to show; absent for a visitor and on a machine without accounts. */
  readonly name?: string;
  /** What every change has to carry; absent where nothing may be changed. */
  readonly csrfToken?: string;
}

const viewerSchema: z.ZodType<Viewer> = z.object({
  roles: z.array(z.enum(ROLES)),
  name: z.exactOptional(z.string()),
  csrfToken: z.exactOptional(z.string()),
});

const VISITOR: Viewer = { roles: ["visitor"] };

/**
 * Who looks at the page, asked once and again after signing in or out.
 *
 * @returns The viewer; a visitor where the server knows nobody.
 */
export function useViewer(): UseQueryResult<Viewer> {
  return useQuery({
    queryKey: ["viewer"],
    queryFn: readViewer,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readViewer(): Promise<Viewer> {
  try {
    const viewer = await readRecord({ path: "/viewer", schema: viewerSchema });
    keepCsrfToken(viewer.csrfToken);
    return viewer;
  } catch (error) {
    if (error instanceof ApiFault && (error.status === 401 || error.status === 404)) return VISITOR;
    throw error;
  }
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
