import {
  challengeStudiesSchema,
  challengeStudyRequestSchema,
  studyViewSchema,
} from "../../records/index.ts";
import { challengeParams, challengeSubject } from "../challenges/challenge-routes.ts";
import { type Route, route } from "../http/route.ts";
import { challengeStudies, challengeStudy } from "./challenge-study.ts";
import { createStudy } from "./create-study.ts";
import { studyView } from "./study-views.ts";

/** Largest request: texts by people for comparison come with it. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const listRoute: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/studies",
  summary: "Rating studies of a challenge, and what can be made of its best submissions",
  action: "see-organisation",
  params: challengeParams,
  subject: challengeSubject,
  reply: challengeStudiesSchema,
  handle: async ({ found }, { database }) => ({
    body: await challengeStudies(database.query, found),
  }),
});

const makeRoute: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/studies",
  summary: "Make a rating study of the best submissions of a frozen challenge, as a draft",
  action: "run-challenge",
  params: challengeParams,
  subject: challengeSubject,
  body: challengeStudyRequestSchema,
  reply: studyViewSchema,
  status: 201,
  maxBodyBytes: MAX_BODY_BYTES,
  writesAudit: true,
  handle: async ({ found, body, caller, arrivedMs }, server) => {
    const study = await challengeStudy(found, body, server);
    const maker = { accountId: caller.accountId ?? "", atMs: arrivedMs };
    const id = await createStudy(study, maker, server);
    const { query } = server.database;
    const row = await query
      .selectFrom("studies")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { body: await studyView(query, row) };
  },
});

/** Routes that make rating studies of challenges. */
export const challengeStudyRoutes: readonly Route[] = [listRoute, makeRoute];
