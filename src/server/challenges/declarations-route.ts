import { z } from "zod";
import {
  type DeclarationView,
  declarationViewSchema,
  type ResourceQuestion,
  type SubmissionMeta,
} from "../../records/index.ts";
import { csvLine } from "../../report/index.ts";
import type { Queries } from "../database/database.ts";
import { decodeCursor, pageOf, pageQuerySchema, pageSchema } from "../http/paging.ts";
import { type Route, route } from "../http/route.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";

const cursorSchema = z.tuple([z.number(), z.string()]);

/** What teams say about models, data and code behind their scored submissions to the test items. */
export const declarationsRoute: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/declarations",
  summary:
    "Declared resources of scored submissions to the test items, latest first, by pages or all as CSV; no texts",
  action: "see-organisation",
  params: challengeParams,
  query: pageQuerySchema.extend({ format: z.exactOptional(z.enum(["json", "csv"])) }),
  subject: challengeSubject,
  reply: pageSchema(declarationViewSchema),
  handle: async ({ found, query: { limit, cursor, format } }, { database: { query } }) => {
    if (format === "csv") {
      const rows = await readRows(query, found.id, {});
      const csv = declarationsCsv(rows.map(viewOfRow), found.definition.resourceQuestions);
      return new Response(csv, {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${found.id}-declarations.csv"`,
        },
      });
    }
    const after = decodeCursor(cursor, cursorSchema);
    const rows = await readRows(query, found.id, {
      limit: limit + 1,
      ...(after === undefined ? {} : { after }),
    });
    const page = pageOf(rows, limit, ({ receivedMs, id }) => [receivedMs, id]);
    return { body: { items: page.items.map(viewOfRow), nextCursor: page.nextCursor } };
  },
});

interface DeclarationRow {
  readonly id: string;
  readonly trackId: string;
  readonly meta: string | null;
  readonly receivedMs: number;
  readonly name: string;
}

interface RowRange {
  /** Most rows; absent for all. */
  readonly limit?: number;
  /** Time and id of the row before the first. */
  readonly after?: readonly [receivedMs: number, id: string];
}

async function readRows(
  query: Queries,
  challengeId: string,
  { limit, after }: RowRange,
): Promise<readonly DeclarationRow[]> {
  let rows = query
    .selectFrom("submissions")
    .innerJoin("teams", "teams.id", "submissions.teamId")
    .select([
      "submissions.id",
      "submissions.trackId",
      "submissions.meta",
      "submissions.receivedMs",
      "teams.name",
    ])
    .where("submissions.challengeId", "=", challengeId)
    .where("submissions.itemSet", "=", "test")
    .where("submissions.state", "=", "scored")
    .where("submissions.meta", "is not", null)
    .orderBy("submissions.receivedMs", "desc")
    .orderBy("submissions.id", "desc");
  if (after !== undefined) {
    const [receivedMs, id] = after;
    rows = rows.where((where) =>
      where.or([
        where("submissions.receivedMs", "<", receivedMs),
        where.and([
          where("submissions.receivedMs", "=", receivedMs),
          where("submissions.id", "<", id),
        ]),
      ]),
    );
  }
  return await (limit === undefined ? rows : rows.limit(limit)).execute();
}

function viewOfRow({ id, name, trackId, meta }: DeclarationRow): DeclarationView {
  return {
    submissionId: id,
    team: name,
    track: trackId,
    meta: JSON.parse(meta ?? "{}") as SubmissionMeta,
  };
}

/** One line for each submission, one column for each question. */
function declarationsCsv(
  declarations: readonly DeclarationView[],
  questions: readonly ResourceQuestion[],
): string {
  const header = ["team", "track", "submission", "system", "code", "licence"];
  const lines = declarations.map(({ team, track, submissionId, meta }) =>
    csvLine([
      ...[team, track, submissionId, meta.system, meta.codeUrl, meta.textLicence],
      ...questions.map(({ id }) => meta.declaration?.[id]),
    ]),
  );
  return [csvLine([...header, ...questions.map(({ question }) => question)]), ...lines].join("");
}
