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
  type AccountRole,
  type AccountView,
  accountViewSchema,
  type LinkView,
  linkViewSchema,
  type NewLink,
  newLinkSchema,
  type TokenScope,
  type TokenView,
  tokenViewSchema,
} from "../../../records/index.ts";
import { apiPath, keepCsrfToken, readRecord, sendChange } from "../../api/client.ts";
import { VIEWER_KEY } from "../../api/viewer.ts";

const doneSchema = z.object({ done: z.literal(true) });

/** Name and password, and the digits of an app where one is set up. */
export interface SignInRequest {
  /** Name of the account. */
  readonly name: string;
  /** Its password. */
  readonly password: string;
  /** Six digits; absent where none were asked for. */
  readonly secondFactorCode?: string;
}

/**
 * Forgets everything that was asked for: somebody else looks now.
 *
 * @returns What does it.
 */
export function useForgetViewer(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    keepCsrfToken(undefined);
    await client.resetQueries({ queryKey: VIEWER_KEY });
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== VIEWER_KEY[0] });
  };
}

/**
 * A change of one's own account, known by its path.
 *
 * @param action - Last part of the path below `/auth`, for instance `password`.
 * @returns What sends it.
 */
export function useAccountChange(
  action: string,
): UseMutationResult<{ readonly done: true }, Error, unknown> {
  return useMutation({
    mutationFn: (body: unknown) =>
      sendChange({ method: "POST", path: `/auth/${action}`, body, schema: doneSchema }),
  });
}

/**
 * What a single-use link is good for.
 *
 * @param code - The secret behind `#`; empty for none.
 * @returns Its purpose and roles.
 */
export function useLinkView(code: string): UseQueryResult<LinkView> {
  return useQuery({
    queryKey: ["link", code],
    queryFn: () =>
      sendChange({
        method: "POST",
        path: "/auth/verify",
        body: { code },
        schema: linkViewSchema,
      }),
    enabled: code !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The secret of a second factor, shown once. */
export interface SecondFactorSecret {
  /** To be typed into an app. */
  readonly secret: string;
  /** The same as an address that apps open. */
  readonly uri: string;
}

/**
 * Begins to set up a second factor.
 *
 * @returns What sends the password.
 */
export function useNewSecondFactor(): UseMutationResult<SecondFactorSecret, Error, string> {
  return useMutation({
    mutationFn: (password: string) =>
      sendChange({
        method: "POST",
        path: "/auth/second-factor",
        body: { password },
        schema: z.object({ secret: z.string(), uri: z.string() }),
      }),
  });
}

const TOKENS_KEY = ["tokens"] as const;

/**
 * The own API tokens.
 *
 * @returns The tokens, the newest first.
 */
export function useTokens(): UseQueryResult<{ readonly items: readonly TokenView[] }> {
  return useQuery({
    queryKey: TOKENS_KEY,
    queryFn: ({ signal }) =>
      readRecord({
        path: "/tokens",
        schema: z.object({ items: z.array(tokenViewSchema) }),
        signal,
      }),
  });
}

/** What a new token is to be. */
export interface TokenRequest {
  /** What its owner calls it. */
  readonly name: string;
  /** What it is good for. */
  readonly scopes: readonly TokenScope[];
  /** Days until it ends. */
  readonly days: number;
}

/**
 * Makes an API token.
 *
 * @returns What sends the wish; the answer holds the token, this once.
 */
export function useNewToken(): UseMutationResult<{ readonly token: string }, Error, TokenRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenRequest) =>
      sendChange({
        method: "POST",
        path: "/tokens",
        body,
        schema: z.object({ token: z.string(), view: tokenViewSchema }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}

/**
 * Deletes an API token.
 *
 * @returns What sends its id.
 */
export function useDeleteToken(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      sendChange({ method: "DELETE", path: apiPath("tokens", id), schema: doneSchema }),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}

/** Who is to be invited. */
export interface InvitationRequest {
  /** Roles that each link gives. */
  readonly roles: readonly AccountRole[];
  /** How many links. */
  readonly count: number;
}

/**
 * Makes links that give roles.
 *
 * @returns What sends the wish; the answer holds the links, this once.
 */
export function useInvitations(): UseMutationResult<
  { readonly items: readonly NewLink[] },
  Error,
  InvitationRequest
> {
  return useMutation({
    mutationFn: (body: InvitationRequest) =>
      sendChange({
        method: "POST",
        path: "/people/invitations",
        body,
        schema: z.object({ items: z.array(newLinkSchema) }),
      }),
  });
}

/** A page of the list of accounts. */
export interface AccountPage {
  /** Accounts, the newest first. */
  readonly items: readonly AccountView[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor: string | null;
}

const accountPageSchema: z.ZodType<AccountPage> = z.object({
  items: z.array(accountViewSchema),
  nextCursor: z.nullable(z.string()),
});

/**
 * All accounts, page by page.
 *
 * @returns The pages so far.
 */
export function useAccounts(): UseInfiniteQueryResult<InfiniteData<AccountPage>> {
  return useInfiniteQuery({
    queryKey: ["accounts"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: "/accounts",
        query: { limit: 50, cursor: pageParam },
        schema: accountPageSchema,
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/**
 * Makes a link with which an account sets a new password.
 *
 * @returns What sends the account's id.
 */
export function useResetLink(): UseMutationResult<NewLink, Error, string> {
  return useMutation({
    mutationFn: (id: string) =>
      sendChange({
        method: "POST",
        path: apiPath("accounts", id, "reset-link"),
        schema: newLinkSchema,
      }),
  });
}
