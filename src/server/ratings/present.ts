import { notFound } from "../http/refusals.ts";

/**
 * What a route's subject found.
 *
 * @param found - The object; always there for a request that was let in.
 * @returns The object.
 * @throws Refusal 404 if there is none.
 */
export function present<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}
