import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import { type OpenSessionView, openSessionViewSchema } from "../../../records/index.ts";
import { apiPath, readRecord, sendChange } from "../../api/client.ts";

const SESSIONS_KEY = ["sessions"] as const;
const doneSchema = z.object({ done: z.literal(true) });

/**
 * Where the own account is signed in.
 *
 * @returns The sessions, the one used last first.
 */
export function useSessions(): UseQueryResult<{ readonly items: readonly OpenSessionView[] }> {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) =>
      readRecord({
        path: "/auth/sessions",
        schema: z.object({ items: z.array(openSessionViewSchema) }),
        signal,
      }),
  });
}

/** Which sessions are to end: one by its id, or all but the own. */
export type SessionsToEnd = string | "others";

/**
 * Ends sessions.
 *
 * @returns What sends which.
 */
export function useEndSessions(): UseMutationResult<unknown, Error, SessionsToEnd> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: SessionsToEnd) =>
      sendChange(
        which === "others"
          ? { method: "POST", path: "/auth/sessions/end-others", schema: doneSchema }
          : { method: "DELETE", path: apiPath("auth", "sessions", which), schema: doneSchema },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
