import { z } from "zod";
import { type SubmissionMeta, submissionMetaSchema } from "../../records/index.ts";
import { decodeCursor, pageOf, pageQuerySchema, pageSchema } from "../http/paging.ts";
import { type Route, route } from "../http/route.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";

const cursorSchema = z.tuple([z.number(), z.string()]);

const declarationSchema = z.object({
  submissionId: z.string(),
  team: z.string(),
  track: z.string(),
  meta: submissionMetaSchema,
});

/** What teams say about models, data and code behind their scored submissions to the test items. */
export const declarationsRoute: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/declarations",
  summary: "Declared resources of scored submissions to the test items, latest first; no texts",
  action: "see-organisation",
  params: challengeParams,
  query: pageQuerySchema,
  subject: challengeSubject,
  reply: pageSchema(declarationSchema),
  handle: async ({ found, query: { limit, cursor } }, { database: { query } }) => {
    const after = decodeCursor(cursor, cursorSchema);
    let submissions = query
      .selectFrom("submissions")
      .innerJoin("teams", "teams.id", "submissions.teamId")
      .select([
        "submissions.id",
        "submissions.trackId",
        "submissions.meta",
        "submissions.receivedMs",
        "teams.name",
      ])
      .where("submissions.challengeId", "=", found.id)
      .where("submissions.itemSet", "=", "test")
      .where("submissions.state", "=", "scored")
      .where("submissions.meta", "is not", null);
    if (after !== undefined) {
      const [receivedMs, id] = after;
      submissions = submissions.where((where) =>
        where.or([
          where("submissions.receivedMs", "<", receivedMs),
          where.and([
            where("submissions.receivedMs", "=", receivedMs),
            where("submissions.id", "<", id),
          ]),
        ]),
      );
    }
    const rows = await submissions
      .orderBy("submissions.receivedMs", "desc")
      .orderBy("submissions.id", "desc")
      .limit(limit + 1)
      .execute();
    const { items, nextCursor } = pageOf(rows, limit, ({ receivedMs, id }) => [receivedMs, id]);
    return {
      body: {
        items: items.map(({ id, name, trackId, meta }) => ({
          submissionId: id,
          team: name,
          track: trackId,
          meta: JSON.parse(meta ?? "{}") as SubmissionMeta,
        })),
        nextCursor,
      },
    };
  },
});
