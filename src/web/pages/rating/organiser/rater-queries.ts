import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import {
  type ImportedRatings,
  type InviteRatersRequest,
  importedRatingsSchema,
  type NewLink,
  newLinkSchema,
  type StudyInvitations,
  studyInvitationsSchema,
} from "../../../../records/index.ts";
import { apiPath, newIdempotencyKey, readRecord, sendChange } from "../../../api/client.ts";
import { uploadFile } from "../../../api/upload-file.ts";
import { anythingSchema } from "../anything.ts";
import { studyKey } from "./organiser-queries.ts";

const linksSchema: z.ZodType<{ readonly items: readonly NewLink[] }> = z.object({
  items: z.array(newLinkSchema),
});

/**
 * Who was invited to a study, and where they stand.
 *
 * @param studyId - Its id.
 * @returns The list.
 */
export function useInvitations(studyId: string): UseQueryResult<StudyInvitations> {
  return useQuery({
    queryKey: studyKey(studyId, "invitations"),
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("studies", studyId, "invitations"),
        schema: studyInvitationsSchema,
        signal,
      }),
  });
}

/**
 * Makes links for raters.
 *
 * @param studyId - Id of the study.
 * @returns What makes them; each link is told this once.
 */
export function useInviteRaters(
  studyId: string,
): UseMutationResult<{ readonly items: readonly NewLink[] }, Error, InviteRatersRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InviteRatersRequest) =>
      sendChange({
        method: "POST",
        path: apiPath("studies", studyId, "invitations"),
        body,
        schema: linksSchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: studyKey(studyId, "invitations") }),
  });
}

/**
 * Ends a link and makes a new one for the same person.
 *
 * @param studyId - Id of the study.
 * @returns What does it, by the id of the link.
 */
export function useInviteAgain(studyId: string): UseMutationResult<NewLink, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkId: string) =>
      sendChange({
        method: "POST",
        path: apiPath("studies", studyId, "invitations", linkId, "again"),
        schema: newLinkSchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: studyKey(studyId, "invitations") }),
  });
}

/**
 * Takes an invitation back.
 *
 * @param studyId - Id of the study.
 * @returns What does it, by the id of the link.
 */
export function useWithdrawInvitation(studyId: string): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkId: string) =>
      sendChange({
        method: "DELETE",
        path: apiPath("studies", studyId, "invitations", linkId),
        schema: anythingSchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: studyKey(studyId, "invitations") }),
  });
}

/**
 * Brings ratings of a file into a study.
 *
 * @param studyId - Id of the study.
 * @returns What does it.
 */
export function useImportRatings(studyId: string): UseMutationResult<ImportedRatings, Error, File> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      uploadFile({
        path: apiPath("studies", studyId, "import"),
        file,
        contentType: "application/x-ndjson",
        idempotencyKey: newIdempotencyKey(),
        schema: importedRatingsSchema,
        onProgress: () => undefined,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: studyKey(studyId) }),
  });
}
