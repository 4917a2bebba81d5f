import type sodium from "libsodium-wrappers";

/**
 * Loads libsodium, which needs a moment before it can be used.
 *
 * @returns The library, ready.
 */
export async function loadSodium(): Promise<typeof sodium> {
  const { default: library } = await import("libsodium-wrappers");
  await library.ready;
  return library;
}
