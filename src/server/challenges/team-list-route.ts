import { z } from "zod";
import { teamViewSchema } from "../../records/index.ts";
import { decodeCursor, pageOf, pageQuerySchema, pageSchema } from "../http/paging.ts";
import { type Route, route } from "../http/route.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";
import { accountOf } from "./team-routes.ts";
import { findTeamOf, teamViewsOf } from "./teams.ts";

const cursorSchema = z.tuple([z.number(), z.string()]);

/** Teams with the names of their members: all of them for organisers, the own one for participants. */
export const teamListRoute: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/teams",
  summary: "Teams with their members, latest first; participants see their own team only",
  action: "see-teams",
  params: challengeParams,
  query: pageQuerySchema,
  subject: challengeSubject,
  reply: pageSchema(teamViewSchema),
  handle: async ({ found, query: { limit, cursor }, caller }, { database: { query } }) => {
    if (!caller.roles.includes("organiser")) {
      const own = await findTeamOf(query, found.id, accountOf(caller));
      const items = await teamViewsOf(query, own === undefined ? [] : [own]);
      return { body: { items: [...items], nextCursor: null } };
    }
    const after = decodeCursor(cursor, cursorSchema);
    let teams = query.selectFrom("teams").selectAll().where("challengeId", "=", found.id);
    if (after !== undefined) {
      const [createdMs, id] = after;
      teams = teams.where((where) =>
        where.or([
          where("createdMs", "<", createdMs),
          where.and([where("createdMs", "=", createdMs), where("id", "<", id)]),
        ]),
      );
    }
    const rows = await teams
      .orderBy("createdMs", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute();
    const { items, nextCursor } = pageOf(rows, limit, ({ createdMs, id }) => [createdMs, id]);
    return { body: { items: [...(await teamViewsOf(query, items))], nextCursor } };
  },
});
