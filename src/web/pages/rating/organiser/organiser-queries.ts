import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import {
  type CloseStudyRequest,
  type LeakDecisionRequest,
  type OpenStudyRequest,
  type RatingStudy,
  type StudyAgreement,
  type StudyCoverage,
  type StudyResults,
  type StudySummary,
  type StudyView,
  studyAgreementSchema,
  studyCoverageSchema,
  studyResultsSchema,
  studySummarySchema,
  studyViewSchema,
  type UnblindReply,
  type UnblindRequest,
  unblindReplySchema,
} from "../../../../records/index.ts";
import { apiPath, readRecord, sendChange } from "../../../api/client.ts";
import { anythingSchema } from "../anything.ts";

const STUDIES_KEY = ["studies"] as const;

/**
 * All studies.
 *
 * @returns The studies, the newest first.
 */
export function useStudies(): UseQueryResult<{ readonly studies: readonly StudySummary[] }> {
  return useQuery({
    queryKey: STUDIES_KEY,
    queryFn: ({ signal }) =>
      readRecord({
        path: "/studies",
        schema: z.object({ studies: z.array(studySummarySchema) }),
        signal,
      }),
  });
}

/**
 * Name under which a study is kept, with everything about it.
 *
 * @param studyId - Its id.
 * @param part - A part of it, for instance `coverage`.
 * @returns The name.
 */
export function studyKey(studyId: string, part?: string): readonly string[] {
  return ["studies", studyId, ...(part === undefined ? [] : [part])];
}

/**
 * A study with its plan.
 *
 * @param studyId - Its id.
 * @returns The study.
 */
export function useStudy(studyId: string): UseQueryResult<StudyView> {
  return useQuery({
    queryKey: studyKey(studyId),
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("studies", studyId), schema: studyViewSchema, signal }),
  });
}

/**
 * How far a study is: counts only.
 *
 * @param studyId - Its id.
 * @returns The coverage.
 */
export function useCoverage(studyId: string): UseQueryResult<StudyCoverage> {
  return useQuery({
    queryKey: studyKey(studyId, "coverage"),
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("studies", studyId, "coverage"),
        schema: studyCoverageSchema,
        signal,
      }),
  });
}

/**
 * How far raters agree; after close only.
 *
 * @param studyId - Id of the study.
 * @returns The agreement.
 */
export function useAgreement(studyId: string): UseQueryResult<StudyAgreement> {
  return useQuery({
    queryKey: studyKey(studyId, "agreement"),
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("studies", studyId, "agreement"),
        schema: studyAgreementSchema,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * What a closed study came to.
 *
 * @param studyId - Its id.
 * @returns Agreement, marks, tests, flags; by letters while the study is blinded.
 */
export function useStudyResults(studyId: string): UseQueryResult<StudyResults> {
  return useQuery({
    queryKey: studyKey(studyId, "results"),
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("studies", studyId, "report"),
        schema: studyResultsSchema,
        signal,
      }),
  });
}

/**
 * Makes a study as a draft.
 *
 * @returns What sends it.
 */
export function useNewStudy(): UseMutationResult<StudyView, Error, RatingStudy> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RatingStudy) =>
      sendChange({ method: "POST", path: "/studies", body, schema: studyViewSchema }),
    onSuccess: (view) => {
      client.setQueryData(studyKey(view.study.id), view);
      return client.invalidateQueries({ queryKey: STUDIES_KEY, exact: true });
    },
  });
}

/** What is decided about a trace. */
export interface LeakChange extends LeakDecisionRequest {
  /** Id of the trace. */
  readonly finding: string;
}

/**
 * Decides what becomes of a trace.
 *
 * @param studyId - Id of the study.
 * @returns What sends the decision.
 */
export function useLeakDecision(studyId: string): UseMutationResult<unknown, Error, LeakChange> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ finding, ...body }: LeakChange) =>
      sendChange({
        method: "POST",
        path: apiPath("studies", studyId, "leaks", finding),
        body,
        schema: anythingSchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: studyKey(studyId) }),
  });
}

function useStudyAct<Body>(
  studyId: string,
  act: "open" | "close",
): UseMutationResult<StudySummary, Error, Body> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) =>
      sendChange({
        method: "POST",
        path: apiPath("studies", studyId, act),
        body,
        schema: studySummarySchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: STUDIES_KEY }),
  });
}

/**
 * Opens a study.
 *
 * @param studyId - Its id.
 * @returns What does it.
 */
export function useOpenStudy(
  studyId: string,
): UseMutationResult<StudySummary, Error, OpenStudyRequest> {
  return useStudyAct(studyId, "open");
}

/**
 * Closes a study.
 *
 * @param studyId - Its id.
 * @returns What does it.
 */
export function useCloseStudy(
  studyId: string,
): UseMutationResult<StudySummary, Error, CloseStudyRequest> {
  return useStudyAct(studyId, "close");
}

/**
 * Opens the key, in two steps.
 *
 * @param studyId - Id of the study.
 * @returns What sends a step.
 */
export function useUnblind(
  studyId: string,
): UseMutationResult<UnblindReply, Error, UnblindRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UnblindRequest) =>
      sendChange({
        method: "POST",
        path: apiPath("studies", studyId, "unblind"),
        body,
        schema: unblindReplySchema,
      }),
    onSuccess: ({ step }) =>
      step === 2 ? client.invalidateQueries({ queryKey: STUDIES_KEY }) : undefined,
  });
}
