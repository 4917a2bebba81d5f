import type { ServerContext } from "../http/server-context.ts";

/**
 * Tells open pages that the coverage of a study has changed. Call it after the transaction.
 *
 * @param studyId - The study.
 * @param server - The hub.
 */
export function tellCoverage(studyId: string, { events }: Pick<ServerContext, "events">): void {
  events.publish(`study:${studyId}`, { type: "coverage-changed", ids: { studyId } });
}
