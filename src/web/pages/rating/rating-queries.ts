import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import {
  type ConsentRequest,
  type LeaseEnd,
  type LeaseReply,
  leaseEndSchema,
  leaseReplySchema,
  type PositionRequest,
  type RaterLease,
  type RaterProgressList,
  type RaterStudy,
  raterLeaseSchema,
  raterProgressListSchema,
  raterStudySchema,
  type SavedAnswer,
  type SkipRequest,
  type SurveyRequest,
  savedAnswerSchema,
  type TrainingReply,
  type TrainingRequest,
  trainingReplySchema,
} from "../../../records/index.ts";
import { apiPath, readRecord, sendChange } from "../../api/client.ts";
import type { WaitingAnswer } from "./answer-shelf.ts";
import { anythingSchema } from "./anything.ts";

/** Name under which the own studies are kept. */
export const PROGRESS_KEY = ["ratings", "progress"] as const;

/**
 * The rater's own studies.
 *
 * @returns The studies, the newest first.
 */
export function useRaterProgress(): UseQueryResult<RaterProgressList> {
  return useQuery({
    queryKey: PROGRESS_KEY,
    queryFn: ({ signal }) =>
      readRecord({ path: "/ratings/progress", schema: raterProgressListSchema, signal }),
    staleTime: 0,
  });
}

/**
 * What a rater may know of a study.
 *
 * @param studyId - Its id.
 * @returns The study.
 */
export function useRaterStudy(studyId: string): UseQueryResult<RaterStudy> {
  return useQuery({
    queryKey: ["ratings", "studies", studyId],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("ratings", "studies", studyId),
        schema: raterStudySchema,
        signal,
      }),
  });
}

/**
 * Name under which a lease is kept.
 *
 * @param leaseId - Its id.
 * @returns The name.
 */
export function leaseKey(leaseId: string): readonly string[] {
  return ["ratings", "leases", leaseId];
}

/**
 * One text with its answers; asked for again whenever the reader comes back to the page.
 *
 * @param leaseId - Id of the lease.
 * @returns The lease.
 */
export function useLease(leaseId: string): UseQueryResult<RaterLease> {
  return useQuery({
    queryKey: leaseKey(leaseId),
    queryFn: ({ signal }) => readLease(leaseId, signal),
    staleTime: 0,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  });
}

/**
 * Reads a lease.
 *
 * @param leaseId - Its id.
 * @param signal - Aborted when nobody waits any more.
 * @returns The lease.
 * @throws ApiFault if the server refuses or is not reached.
 */
export function readLease(leaseId: string, signal?: AbortSignal): Promise<RaterLease> {
  return readRecord({
    path: apiPath("ratings", "leases", leaseId),
    schema: raterLeaseSchema,
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * Takes a text, or the one that is still open.
 *
 * @param studyId - Id of the study.
 * @returns What asks for it.
 */
export function useTakeLease(studyId: string): UseMutationResult<LeaseReply, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendChange({
        method: "POST",
        path: "/ratings/leases",
        body: { studyId },
        schema: leaseReplySchema,
      }),
    onSuccess: (reply) => {
      if (reply.lease !== null) client.setQueryData(leaseKey(reply.lease.id), reply.lease);
    },
  });
}

/**
 * Sends one answer.
 *
 * @param leaseId - Id of the lease.
 * @param waiting - The answer, with the version that the rater saw.
 * @returns What the server keeps.
 * @throws ApiFault if the server refuses or is not reached.
 */
export function sendAnswer(
  leaseId: string,
  waiting: WaitingAnswer & { readonly baseVersion: number },
): Promise<SavedAnswer> {
  const { dimension, answer, key, baseVersion } = waiting;
  return sendChange({
    method: "PUT",
    path: apiPath("ratings", "leases", leaseId, "answers", dimension),
    body: { ...answer, baseVersion },
    schema: savedAnswerSchema,
    idempotencyKey: key,
  });
}

/**
 * Tells the server where the reader is.
 *
 * @param leaseId - Id of the lease.
 * @param position - Place and time read.
 * @returns Nothing, once it is kept.
 * @throws ApiFault if the server refuses or is not reached.
 */
export async function sendPosition(leaseId: string, position: PositionRequest): Promise<void> {
  await sendChange({
    method: "PUT",
    path: apiPath("ratings", "leases", leaseId, "position"),
    body: position,
    schema: anythingSchema,
    outlivesPage: true,
  });
}

/**
 * Hands a text in.
 *
 * @param leaseId - Id of the lease.
 * @returns What does it.
 */
export function useSubmitLease(leaseId: string): UseMutationResult<LeaseEnd, Error, void> {
  return useMutation({
    mutationFn: () =>
      sendChange({
        method: "POST",
        path: apiPath("ratings", "leases", leaseId, "submit"),
        schema: leaseEndSchema,
      }),
  });
}

/**
 * Gives a text back.
 *
 * @param leaseId - Id of the lease.
 * @returns What does it, with the reason.
 */
export function useSkipLease(leaseId: string): UseMutationResult<LeaseEnd, Error, SkipRequest> {
  return useMutation({
    mutationFn: (body: SkipRequest) =>
      sendChange({
        method: "POST",
        path: apiPath("ratings", "leases", leaseId, "skip"),
        body,
        schema: leaseEndSchema,
      }),
  });
}

/** What is sent at each stage of a study. */
interface StageBodies {
  readonly consent: ConsentRequest;
  readonly training: TrainingRequest;
  readonly survey: SurveyRequest;
}

function useStage<Stage extends keyof StageBodies, Reply>(
  studyId: string,
  stage: Stage,
  schema: z.ZodType<Reply>,
): UseMutationResult<Reply, Error, StageBodies[Stage]> {
  return useMutation({
    mutationFn: (body: StageBodies[Stage]) =>
      sendChange({
        method: "POST",
        path: apiPath("ratings", "studies", studyId, stage),
        body,
        schema,
      }),
  });
}

/**
 * Agrees to a study.
 *
 * @param studyId - Its id.
 * @returns What sends it.
 */
export function useConsent(studyId: string): UseMutationResult<unknown, Error, ConsentRequest> {
  return useStage(studyId, "consent", anythingSchema);
}

/**
 * Sends the marks of the training text.
 *
 * @param studyId - Id of the study.
 * @returns What sends them; the answer explains.
 */
export function useTraining(
  studyId: string,
): UseMutationResult<TrainingReply, Error, TrainingRequest> {
  return useStage(studyId, "training", trainingReplySchema);
}

/**
 * Sends the answers of the survey.
 *
 * @param studyId - Id of the study.
 * @returns What sends them.
 */
export function useSurvey(studyId: string): UseMutationResult<unknown, Error, SurveyRequest> {
  return useStage(studyId, "survey", anythingSchema);
}
