import { z } from "zod";
import { auditViewSchema } from "../../records/index.ts";
import { decodeCursor, pageOf, pageQuerySchema, pageSchema } from "../http/paging.ts";
import { type Route, route } from "../http/route.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";

/** What was done with a challenge, the newest line first. */
export const auditRoute: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/audit",
  summary: "Lines of the audit log that are about a challenge, newest first",
  action: "see-audit",
  params: challengeParams,
  query: pageQuerySchema,
  subject: challengeSubject,
  reply: pageSchema(auditViewSchema),
  handle: async ({ found, query: { limit, cursor } }, { database }) => {
    const before = decodeCursor(cursor, z.tuple([z.number()]));
    let lines = database.query.selectFrom("auditLog").selectAll().where("subjectId", "=", found.id);
    if (before !== undefined) lines = lines.where("sequence", "<", before[0]);
    const rows = await lines
      .orderBy("sequence", "desc")
      .limit(limit + 1)
      .execute();
    return { body: pageOf(rows, limit, ({ sequence }) => [sequence]) };
  },
});
