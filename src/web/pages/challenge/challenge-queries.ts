import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import {
  type Board,
  type BoardQuery,
  boardSchema,
  type ChallengeSummary,
  type ChallengeView,
  challengeSummarySchema,
  challengeViewSchema,
  FINAL_SUBMISSION_STATES,
  type HumanBoard,
  type HumanBoardQuery,
  humanBoardSchema,
  type SubmissionPage,
  type SubmissionView,
  submissionPageSchema,
  submissionViewSchema,
} from "../../../records/index.ts";
import { type ApiChange, apiPath, readRecord, sendChange } from "../../api/client.ts";
import { type LiveState, useLiveQuery } from "../../api/live-query.ts";

const listSchema: z.ZodType<{ readonly items: readonly ChallengeSummary[] }> = z.object({
  items: z.array(challengeSummarySchema),
});

/** Time between two looks at a submission that is on its way, in milliseconds. */
const LOOK_MS = 5_000;

/**
 * All challenges.
 *
 * @returns The list.
 */
export function useChallenges(): UseQueryResult<{ readonly items: readonly ChallengeSummary[] }> {
  return useQuery({
    queryKey: ["challenges"],
    queryFn: ({ signal }) => readRecord({ path: "/challenges", schema: listSchema, signal }),
  });
}

/**
 * One challenge.
 *
 * @param id - Its short name.
 * @returns The challenge.
 */
export function useChallenge(id: string): UseQueryResult<ChallengeView> {
  return useQuery({
    queryKey: ["challenges", id],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("challenges", id), schema: challengeViewSchema, signal }),
  });
}

/**
 * A board.
 *
 * @param id - Short name of the challenge.
 * @param query - Which board.
 * @returns The board. While another one is asked for, the one before stays.
 */
export function useBoard(id: string, query: BoardQuery): UseQueryResult<Board> {
  return useQuery({
    queryKey: ["challenges", id, "board", query],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("challenges", id, "leaderboard"),
        query: { ...query },
        schema: boardSchema,
        signal,
      }),
  });
}

/**
 * The board of marks by people.
 *
 * @param id - Short name of the challenge.
 * @param query - Which board.
 * @returns The board; refused with `not-published` before there is one.
 */
export function useHumanBoard(id: string, query: HumanBoardQuery): UseQueryResult<HumanBoard> {
  return useQuery({
    queryKey: ["challenges", id, "human-board", query],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("challenges", id, "human-board"),
        query: { ...query },
        schema: humanBoardSchema,
        signal,
      }),
  });
}

/**
 * Follows a challenge: the server tells ids only, and whatever is shown of it is asked for again.
 *
 * @param id - Short name of the challenge.
 * @param ofSubmissions - Whether news of single submissions matter: for teams and organisers.
 * @returns Whether news come in.
 */
export function useChallengeNews(id: string, ofSubmissions: boolean): LiveState {
  return useLiveQuery({
    path: apiPath("challenges", id, "events"),
    events: [
      "board-changed",
      "challenge-changed",
      ...(ofSubmissions ? ["submission-changed"] : []),
    ],
    queryKey: ["challenges", id],
  });
}

/**
 * The team's submissions, the latest first.
 *
 * @param id - Short name of the challenge.
 * @param enabled - Whether they are asked for at all.
 * @returns The pages so far.
 */
export function useSubmissions(
  id: string,
  enabled: boolean,
): UseInfiniteQueryResult<InfiniteData<SubmissionPage>> {
  return useInfiniteQuery({
    queryKey: ["challenges", id, "submissions"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: apiPath("challenges", id, "submissions"),
        query: { cursor: pageParam },
        schema: submissionPageSchema,
        signal,
      }),
    getNextPageParam: ({ next }) => next,
    enabled,
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap((page) => page.items) ?? [];
      return items.some(isOnItsWay) ? LOOK_MS : false;
    },
  });
}

/**
 * One submission; looked at again every few seconds until it is final.
 *
 * @param id - Short name of the challenge.
 * @param submissionId - The submission.
 * @returns The submission.
 */
export function useSubmission(id: string, submissionId: string): UseQueryResult<SubmissionView> {
  return useQuery({
    queryKey: ["challenges", id, "submission", submissionId],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("challenges", id, "submissions", submissionId),
        schema: submissionViewSchema,
        signal,
      }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOnItsWay(data) ? LOOK_MS : false,
  });
}

/** Whether something will still happen to a submission by itself. */
function isOnItsWay({ state }: Pick<SubmissionView, "state">): boolean {
  return !FINAL_SUBMISSION_STATES.includes(state);
}

/** Schema of answers that the page does not read: it asks for the challenge again. */
export const anyAnswer: z.ZodType<unknown> = z.unknown();

/**
 * Changes something about a challenge; afterwards all that is shown of it is asked for again.
 *
 * @param id - Short name of the challenge.
 * @param changeOf - The change that is meant by what is handed to it.
 * @returns What does it.
 */
export function useChallengeChange<Given, Answer>(
  id: string,
  changeOf: (given: Given) => ApiChange<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const client = useQueryClient();
  return useMutation<Answer, Error, Given>({
    mutationFn: (given) => sendChange(changeOf(given)),
    // The button stays busy until the page shows what became of it.
    onSettled: () => client.invalidateQueries({ queryKey: ["challenges", id] }),
  });
}
