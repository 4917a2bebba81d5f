import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { z } from "zod";
import {
  type AuditView,
  auditViewSchema,
  type ChallengeStudies,
  type ChallengeStudyRequest,
  challengeStudiesSchema,
  type DeclarationView,
  declarationViewSchema,
  type FlagEntry,
  flagEntrySchema,
  type QueueView,
  queueViewSchema,
  type StudyView,
  studyViewSchema,
  type TeamView,
  teamViewSchema,
} from "../../../../records/index.ts";
import { apiPath, readRecord } from "../../../api/client.ts";
import { useChallengeChange } from "../challenge-queries.ts";

/** Time between two looks at a queue that is at work, in milliseconds. */
const LOOK_MS = 5_000;

/**
 * Submissions that are not final, and the rescoring that goes on.
 *
 * @param id - Short name of the challenge.
 * @returns The queue.
 */
export function useQueue(id: string): UseQueryResult<QueueView> {
  return useQuery({
    queryKey: ["challenges", id, "queue"],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("challenges", id, "queue"), schema: queueViewSchema, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.entries.length > 0 || data.rescore !== undefined)
        ? LOOK_MS
        : false,
  });
}

const flagsSchema: z.ZodType<{ readonly items: readonly FlagEntry[] }> = z.object({
  items: z.array(flagEntrySchema),
});

/**
 * What looks odd about submissions.
 *
 * @param id - Short name of the challenge.
 * @returns The flags.
 */
export function useFlags(id: string): UseQueryResult<{ readonly items: readonly FlagEntry[] }> {
  return useQuery({
    queryKey: ["challenges", id, "flags"],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("challenges", id, "flags"), schema: flagsSchema, signal }),
  });
}

/** A page of the audit log. */
export interface AuditPage {
  /** Lines, the newest first. */
  readonly items: readonly AuditView[];
  /** What to ask for next; null at the end. */
  readonly nextCursor: string | null;
}

const auditPageSchema: z.ZodType<AuditPage> = z.object({
  items: z.array(auditViewSchema),
  nextCursor: z.nullable(z.string()),
});

/**
 * What was done with a challenge, the newest first.
 *
 * @param id - Short name of the challenge.
 * @returns The pages so far.
 */
export function useAudit(id: string): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  return useInfiniteQuery({
    queryKey: ["challenges", id, "audit"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: apiPath("challenges", id, "audit"),
        query: { cursor: pageParam },
        schema: auditPageSchema,
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** A page of declarations. */
export interface DeclarationPage {
  /** Declarations, those of the latest submissions first. */
  readonly items: readonly DeclarationView[];
  /** What to ask for next; null at the end. */
  readonly nextCursor: string | null;
}

const declarationPageSchema: z.ZodType<DeclarationPage> = z.object({
  items: z.array(declarationViewSchema),
  nextCursor: z.nullable(z.string()),
});

/**
 * What teams declare about models, data and code.
 *
 * @param id - Short name of the challenge.
 * @returns The pages so far.
 */
export function useDeclarations(id: string): UseInfiniteQueryResult<InfiniteData<DeclarationPage>> {
  return useInfiniteQuery({
    queryKey: ["challenges", id, "declarations"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: apiPath("challenges", id, "declarations"),
        query: { cursor: pageParam },
        schema: declarationPageSchema,
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/**
 * Rating studies of a challenge, and what can be made.
 *
 * @param id - Short name of the challenge.
 * @returns The studies, the newest first.
 */
export function useChallengeStudies(id: string): UseQueryResult<ChallengeStudies> {
  return useQuery({
    queryKey: ["challenges", id, "studies"],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("challenges", id, "studies"),
        schema: challengeStudiesSchema,
        signal,
      }),
  });
}

/**
 * Makes a rating study of the best submissions.
 *
 * @param id - Short name of the challenge.
 * @returns What makes it.
 */
export function useMakeStudy(
  id: string,
): UseMutationResult<StudyView, Error, ChallengeStudyRequest> {
  return useChallengeChange(id, (body: ChallengeStudyRequest) => ({
    method: "POST",
    path: apiPath("challenges", id, "studies"),
    body,
    schema: studyViewSchema,
  }));
}

/** Somebody who has registered. */
export interface Registration {
  /** The account. */
  readonly accountId: string;
  /** Name of the person. */
  readonly name: string;
  /** What was decided. */
  readonly registration: "waiting" | "approved" | "refused";
  /** When, in UTC milliseconds. */
  readonly registeredAtMs: number;
}

const registrationsSchema: z.ZodType<{ readonly items: readonly Registration[] }> = z.object({
  items: z.array(
    z.object({
      accountId: z.string(),
      name: z.string(),
      registration: z.enum(["waiting", "approved", "refused"]),
      registeredAtMs: z.number(),
    }),
  ),
});

/**
 * Who takes part.
 *
 * @param id - Short name of the challenge.
 * @returns Registrations, the latest first.
 */
export function useRegistrations(
  id: string,
): UseQueryResult<{ readonly items: readonly Registration[] }> {
  return useQuery({
    queryKey: ["challenges", id, "registrations"],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("challenges", id, "registrations"),
        schema: registrationsSchema,
        signal,
      }),
  });
}

/** A page of teams. */
export interface TeamPage {
  /** Teams, the latest first. */
  readonly items: readonly TeamView[];
  /** What to ask for next; null at the end. */
  readonly nextCursor: string | null;
}

const teamPageSchema: z.ZodType<TeamPage> = z.object({
  items: z.array(teamViewSchema),
  nextCursor: z.nullable(z.string()),
});

/**
 * Teams with their members, the latest first.
 *
 * @param id - Short name of the challenge.
 * @returns The pages so far.
 */
export function useTeams(id: string): UseInfiniteQueryResult<InfiniteData<TeamPage>> {
  return useInfiniteQuery({
    queryKey: ["challenges", id, "teams"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: apiPath("challenges", id, "teams"),
        query: { cursor: pageParam },
        schema: teamPageSchema,
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
