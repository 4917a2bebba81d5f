import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { must } from "../../../tests/challenge-fixture.ts";
import { joinStudy, openStudyOn, rateText, takeText } from "../../../tests/rating-server.ts";
import { tinyStudy } from "../../../tests/rating-study.ts";
import { openTestServer, type TestClient, type TestServer } from "../../../tests/server-fixture.ts";
import type { StudyInvitation } from "../../records/index.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";

const DAY_MS = 86_400_000;
const SMALL = tinyStudy({ systems: 2, prompts: 1 }, { ratersPerText: 1 });

let database: Database | undefined;
let folder = "";
afterEach(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openWorld(): Promise<{
  readonly test: TestServer;
  readonly id: string;
  readonly organiser: TestClient;
}> {
  folder = mkdtempSync(join(tmpdir(), "longhand-invitations-"));
  database = await openDatabase({ path: join(folder, "longhand.sqlite") });
  const test = await openTestServer(database);
  return { test, ...(await openStudyOn(test, SMALL)) };
}

async function listed(organiser: TestClient, id: string): Promise<readonly StudyInvitation[]> {
  return (await must(organiser.get(`/studies/${id}/invitations`))).body.items;
}

const codeOf = (url: string): string => url.split("#")[1] ?? "";

/** Makes an account with a link. */
async function redeem(test: TestServer, url: string, name: string): Promise<number> {
  const body = { code: codeOf(url), name, password: "correct horse battery" };
  return (await test.visitor.post("/auth/register", body)).status;
}

it("stand in a list with what became of each: no marks, no counts, no pseudonyms", async () => {
  const { test, id, organiser } = await openWorld();
  const notes = ["Anna, from the library", "Boris", ""];
  const { body } = await must(organiser.post(`/studies/${id}/invitations`, { notes }));
  expect(body.items).toHaveLength(3);
  expect((await listed(organiser, id)).map(({ state }) => state)).toEqual([
    "invited",
    "invited",
    "invited",
  ]);
  expect(await redeem(test, body.items[0].url, "Anna Reader")).toBe(201);
  test.pass(8 * DAY_MS);
  const rater = await joinStudy(test, id);
  const byNote = async (note: string): Promise<StudyInvitation | undefined> =>
    (await listed(organiser, id)).find((one) => one.note === note);
  expect(await byNote("Anna, from the library")).toMatchObject({
    state: "accepted",
    name: "Anna Reader",
  });
  expect(await byNote("Boris")).toMatchObject({ state: "expired" });

  const own = async (): Promise<StudyInvitation | undefined> =>
    (await listed(organiser, id)).find((one) => one.id === undefined);
  expect(await own()).toMatchObject({ state: "agreed", idleDays: 0 });
  const lease = await takeText(rater, id);
  expect((await own())?.state).toBe("reading");
  await rateText(rater, lease?.id ?? "");
  test.pass(3 * DAY_MS);
  expect(await own()).toMatchObject({ state: "idle", idleDays: 3 });
  const next = await takeText(rater, id);
  await rateText(rater, next?.id ?? "");
  expect((await own())?.state).toBe("done");
  const keys = new Set((await listed(organiser, id)).flatMap((one) => Object.keys(one)));
  expect([...keys].toSorted()).toEqual([
    "expiresAtMs",
    "id",
    "idleDays",
    "invitedAtMs",
    "name",
    "note",
    "state",
  ]);
});

it("are taken back, and made anew, as long as nobody has used them", async () => {
  const { test, id, organiser } = await openWorld();
  const path = `/studies/${id}/invitations`;
  const { body } = await must(organiser.post(path, { notes: ["Clara", "David"] }));
  const [clara, david] = body.items;
  await must(organiser.send("DELETE", `${path}/${clara.id}`));
  expect(await redeem(test, clara.url, "Clara")).toBe(404);
  const again = await must(organiser.post(`${path}/${david.id}/again`));
  expect(await redeem(test, david.url, "David")).toBe(404);
  expect(await redeem(test, again.body.url, "David")).toBe(201);
  const used = await organiser.send("DELETE", `${path}/${again.body.id}`);
  expect([used.status, used.body.error.code]).toEqual([409, "link-used"]);
  const states = (await listed(organiser, id)).map(({ note, state }) => `${note} ${state}`);
  expect(states.toSorted()).toEqual(["Clara withdrawn", "David accepted", "David withdrawn"]);
  // Links of other things are none of a study's.
  const link = await must(organiser.post("/people/invitations", { roles: ["rater"] }));
  const foreign = await organiser.send("DELETE", `${path}/${link.body.items[0].id}`);
  expect(foreign.status).toBe(404);
});

it("end with the study", async () => {
  const { id, organiser } = await openWorld();
  await must(organiser.post(`/studies/${id}/close`, { deviation: "for the test" }));
  const refused = await organiser.post(`/studies/${id}/invitations`, { notes: ["late"] });
  expect([refused.status, refused.body.error.code]).toEqual([409, "study-not-open"]);
});
