import { afterEach, expect, it, vi } from "vitest";
import { passkeySupport, promptForNewPasskey, promptForPasskey } from "./passkey-prompt.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser whose authenticator answers every prompt with this error. */
function browserThatFails(name: string): void {
  const fail = async (): Promise<never> => {
    throw new DOMException("something technical", name);
  };
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("location", { hostname: "localhost" });
  vi.stubGlobal("navigator", { credentials: { create: fail, get: fail } });
  vi.stubGlobal("window", globalThis);
}

const NEW = {
  challenge: "AAAA",
  rp: { name: "Longhand", id: "localhost" },
  user: { id: "AAAA", name: "Ada", displayName: "" },
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
};
const ASK = { challenge: "AAAA", rpId: "localhost" };

it.each([
  ["NotAllowedError", "No passkey was added: the prompt was cancelled"],
  ["InvalidStateError", "this device holds a passkey for your account already"],
  ["AbortError", "the prompt was closed"],
  ["UnknownError", "this browser could not ask the device"],
])("says in plain words why no passkey was added: %s", async (name, words) => {
  browserThatFails(name);
  await expect(promptForNewPasskey(NEW)).rejects.toMatchObject({
    code: "passkey-prompt-failed",
    message: expect.stringContaining(words),
  });
});

it("says in plain words that a prompt to sign in was cancelled", async () => {
  browserThatFails("NotAllowedError");
  await expect(promptForPasskey(ASK)).rejects.toThrow(
    "You are not signed in: the prompt was cancelled, took too long, or found no passkey for this server.",
  );
});

it("knows where passkeys cannot be used", () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(passkeySupport("localhost")).toBe("browser");
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  expect(passkeySupport("localhost")).toBe("ready");
  expect(passkeySupport("rate.example.org")).toBe("ready");
  expect(passkeySupport("127.0.0.1")).toBe("address");
  expect(passkeySupport("[::1]")).toBe("address");
});
