import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import { type PasskeyView, passkeyViewSchema } from "../../../records/index.ts";
import { apiPath, readRecord, sendChange } from "../../api/client.ts";
import { promptForNewPasskey, promptForPasskey } from "./passkey-prompt.ts";

const PASSKEYS_KEY = ["passkeys"] as const;
const doneSchema = z.object({ done: z.literal(true) });
const optionsSchema = z.record(z.string(), z.unknown());

/**
 * The own passkeys.
 *
 * @returns The passkeys, the oldest first.
 */
export function usePasskeys(): UseQueryResult<{ readonly items: readonly PasskeyView[] }> {
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: ({ signal }) =>
      readRecord({
        path: "/auth/passkeys",
        schema: z.object({ items: z.array(passkeyViewSchema) }),
        signal,
      }),
  });
}

/** A passkey to be made. */
export interface PasskeyRequest {
  /** What its owner calls it. */
  readonly name: string;
  /** The account's password. */
  readonly password: string;
}

/**
 * Makes a passkey on this device, and adds it to the account.
 *
 * @returns What asks the device and tells the server.
 */
export function useNewPasskey(): UseMutationResult<unknown, Error, PasskeyRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: PasskeyRequest) => {
      const options = await sendChange({
        method: "POST",
        path: "/auth/passkeys/registration",
        body: { password },
        schema: optionsSchema,
      });
      const answer = await promptForNewPasskey(options);
      return await sendChange({
        method: "POST",
        path: "/auth/passkeys",
        body: { name, answer },
        schema: doneSchema,
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: PASSKEYS_KEY }),
  });
}

/**
 * Removes a passkey.
 *
 * @returns What sends its id.
 */
export function useRemovePasskey(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      sendChange({
        method: "DELETE",
        path: apiPath("auth", "passkeys", id),
        schema: doneSchema,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: PASSKEYS_KEY }),
  });
}

/**
 * Signs in with a passkey of this device.
 *
 * @returns What asks the device and tells the server.
 */
export function usePasskeySignIn(): UseMutationResult<unknown, Error, undefined> {
  return useMutation({
    mutationFn: async () => {
      const options = await sendChange({
        method: "POST",
        path: "/auth/passkeys/sign-in-options",
        schema: optionsSchema,
      });
      const answer = await promptForPasskey(options);
      return await sendChange({
        method: "POST",
        path: "/auth/passkeys/sign-in",
        body: { answer },
        schema: doneSchema,
      });
    },
  });
}
