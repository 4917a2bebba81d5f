import type { RaterLease, RatingStudy } from "../src/records/index.ts";
import type { TestClient, TestServer } from "./server-fixture.ts";

/** The dimensions of a study without its own. */
export const DIMENSIONS = ["relevance", "consistency", "fluency", "coherence"] as const;

/** Makes a study, decides all traces, and opens it. */
export async function openStudyOn(
  { signIn }: Pick<TestServer, "signIn">,
  study: RatingStudy,
): Promise<{ readonly id: string; readonly organiser: TestClient }> {
  const organiser = await signIn(["organiser"]);
  const made = await organiser.post("/studies", study);
  const id = made.body.study.id as string;
  for (const { id: leak } of made.body.leaks) {
    const path = `/studies/${id}/leaks/${encodeURIComponent(leak)}`;
    await organiser.post(path, { decision: "accepted", note: "known" });
  }
  const accept = made.body.plan.findings.map(({ code }: { code: string }) => code);
  const opened = await organiser.post(`/studies/${id}/open`, { accept });
  if (opened.status !== 200) throw new RangeError(opened.text);
  return { id, organiser };
}

/** Signs a rater in, who agrees to take part. */
export async function joinStudy(
  { signIn }: Pick<TestServer, "signIn">,
  studyId: string,
): Promise<TestClient> {
  const rater = await signIn(["rater"]);
  await rater.post(`/ratings/studies/${studyId}/consent`, { version: "1" });
  return rater;
}

/** Asks for the next text. */
export async function takeText(rater: TestClient, studyId: string): Promise<RaterLease | null> {
  const reply = await rater.post("/ratings/leases", { studyId });
  return (reply.body.lease ?? null) as RaterLease | null;
}

/** Answers all questions about a text with one mark, and hands them in. */
export async function rateText(rater: TestClient, lease: string, value = 3): Promise<number> {
  for (const dimension of DIMENSIONS) {
    await rater.send("PUT", `/ratings/leases/${lease}/answers/${dimension}`, {
      body: { value, baseVersion: 0 },
    });
  }
  return (await rater.post(`/ratings/leases/${lease}/submit`)).status;
}
