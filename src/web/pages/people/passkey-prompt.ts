import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { LonghandError } from "../../../foundation/index.ts";

/** What the server hands to the authenticator, in WebAuthn's own shape. */
type PromptOptions = Readonly<Record<string, unknown>>;

/** Whether passkeys can be used on this page: `address` if it was opened by a number instead of a name. */
export type PasskeySupport = "ready" | "browser" | "address";

/**
 * Finds out whether passkeys can be used here.
 *
 * @param hostname - Name of the host in the page's address.
 * @returns What is in the way; `ready` for nothing.
 */
export function passkeySupport(hostname: string = globalThis.location.hostname): PasskeySupport {
  if (/^[\d.]+$|^\[/.test(hostname)) return "address";
  return browserSupportsWebAuthn() ? "ready" : "browser";
}

/**
 * Has the device make a passkey.
 *
 * @param options - From the server.
 * @returns What the server wants to see of it.
 * @throws LonghandError with a plain sentence for whatever did not work, cancelling included.
 */
export async function promptForNewPasskey(options: PromptOptions): Promise<object> {
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return await startRegistration({ optionsJSON });
  } catch (cause) {
    throw plainFault(cause, "No passkey was added");
  }
}

/**
 * Has the device prove that it holds a passkey.
 *
 * @param options - From the server.
 * @returns The proof.
 * @throws LonghandError with a plain sentence for whatever did not work, cancelling included.
 */
export async function promptForPasskey(options: PromptOptions): Promise<object> {
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return await startAuthentication({ optionsJSON });
  } catch (cause) {
    throw plainFault(cause, "You are not signed in");
  }
}

/** Browsers say in one name of an error what happened, and little of it in words for people. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: "the prompt was cancelled, took too long, or found no passkey for this server",
  AbortError: "the prompt was closed",
  InvalidStateError: "this device holds a passkey for your account already",
  SecurityError: "passkeys do not work at this address; open the server by its own name",
  NotSupportedError: "this device cannot make a passkey that the server understands",
  ConstraintError:
    "this device cannot check that it is you: it needs a PIN, a fingerprint or a face",
};

function plainFault(cause: unknown, outcome: string): LonghandError {
  const name = cause instanceof Error ? cause.name : "";
  const reason = REASONS[name] ?? "this browser could not ask the device";
  return new LonghandError(`${outcome}: ${reason}.`, { code: "passkey-prompt-failed", cause });
}
