import { expect, it } from "vitest";
import { must, openChallenge } from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { joinStudy, openStudyOn, rateText, takeText } from "../../../tests/rating-server.ts";
import { tinyStudy } from "../../../tests/rating-study.ts";
import { openTestServer } from "../../../tests/server-fixture.ts";

const PUBLISH = "/challenges/tales/publish";

function studyOf(challengeId: string) {
  return tinyStudy({ systems: 2, prompts: 1 }, { ratersPerText: 1, challengeId });
}

onEachDatabase("results of a challenge with a rating study", ({ open }) => {
  it("are published once every text has its ratings", async () => {
    const test = await openTestServer(await open());
    const { organiser } = await openChallenge(test);
    test.pass(11 * 86_400_000);
    await must(organiser.post("/challenges/tales/freeze", {}));
    const { id } = await openStudyOn(test, studyOf("tales"));
    const refused = await organiser.post(PUBLISH, {});
    expect([refused.status, refused.body.error.code]).toEqual([409, "rating-incomplete"]);
    const rater = await joinStudy(test, id);
    for (let lease = await takeText(rater, id); lease; lease = await takeText(rater, id)) {
      test.pass(60_000);
      expect(await rateText(rater, lease.id)).toBe(200);
    }
    expect((await must(organiser.post(PUBLISH, {}))).body).toMatchObject({
      phase: "complete",
      deviations: [],
    });
  });

  it("are published before that with a signed deviation only, which is shown", async () => {
    const test = await openTestServer(await open());
    const { organiser } = await openChallenge(test);
    test.pass(11 * 86_400_000);
    await must(organiser.post("/challenges/tales/freeze", {}));
    await must(organiser.post("/studies", studyOf("tales")));
    expect((await organiser.post(PUBLISH, {})).body.error.code).toBe("rating-incomplete");
    const deviation = "Two raters fell ill, and the meeting is tomorrow.";
    expect((await must(organiser.post(PUBLISH, { deviation }))).body).toMatchObject({
      phase: "complete",
      deviations: [{ act: "publish", reason: deviation }],
    });
  });

  it("do not wait for studies of other challenges, and no study names one that is not there", async () => {
    const test = await openTestServer(await open());
    const { organiser } = await openChallenge(test);
    test.pass(11 * 86_400_000);
    await must(organiser.post("/challenges/tales/freeze", {}));
    const refused = await organiser.post("/studies", studyOf("nowhere"));
    expect([refused.status, refused.body.error.code]).toEqual([422, "unknown-challenge"]);
    await must(organiser.post("/studies", tinyStudy({ systems: 2, prompts: 1 })));
    const { status, body } = await organiser.post(PUBLISH, {});
    expect([status, body.error.message]).toEqual([
      409,
      "No rating study belongs to this challenge: make one, or sign a deviation.",
    ]);
    const deviation = "The organisers decided by the automatic scores alone.";
    await must(organiser.post(PUBLISH, { deviation }));
  });
});
