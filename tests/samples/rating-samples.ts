import { DIMENSIONS, joinStudy, openStudyOn, takeText } from "../rating-server.ts";
import { tinyStudy } from "../rating-study.ts";
import type { TestClient } from "../server-fixture.ts";
import {
  MISSING_ID,
  type RouteSample,
  type RouteSamples,
  type SampleRequest,
  type SampleWorld,
} from "./route-sample.ts";

/** A study that lets participants rate, with a training text, a survey and a trace of a model. */
const STUDY = tinyStudy(
  { systems: 2, prompts: 1 },
  {
    ratersPerText: 1,
    raters: { count: 1, participants: true },
    training: { prompt: "P.", text: "T.", answers: {} },
    survey: [{ id: "age", question: "How old?", answer: "text" }],
    tests: { resamples: 100, permutations: 100 },
    texts: ["s1", "s2"].map((system) => ({
      system,
      prompt: "p1",
      text: `Opening number 1. ${system === "s1" ? "ChatGPT" : "Anna"} went on.`,
    })),
  },
);

const CONDITIONS = ["study-allows"] as const;
const MARKS = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 3]));

async function agree(caller: TestClient, studyId: string): Promise<void> {
  await caller.post(`/ratings/studies/${studyId}/consent`, { version: "1" });
  await caller.post(`/ratings/studies/${studyId}/training`, { answers: MARKS });
}

/** A request about an open study; nobody's study is another's. */
function aboutStudy(
  make: (studyId: string) => SampleRequest,
  { agreed = false } = {},
): RouteSample {
  return async ({ test, caller, relation }) => {
    if (relation === "other") return undefined;
    if (relation === "missing") return make(MISSING_ID);
    const { id } = await openStudyOn(test, STUDY);
    if (agreed) await agree(caller, id);
    return { ...make(id), conditions: CONDITIONS };
  };
}

/** A request that is about the caller alone. */
function aboutCaller(make: (studyId: string) => SampleRequest): RouteSample {
  return async ({ test, caller, relation }) => {
    if (relation !== "own") return undefined;
    const { id } = await openStudyOn(test, STUDY);
    await agree(caller, id);
    return { ...make(id), conditions: CONDITIONS };
  };
}

async function leaseOf({ test, caller, relation }: SampleWorld): Promise<string | undefined> {
  if (relation === "missing") return MISSING_ID;
  const { id } = await openStudyOn(test, STUDY);
  const reader = relation === "own" ? caller : await joinStudy(test, id);
  await agree(reader, id);
  return (await takeText(reader, id))?.id;
}

function aboutLease(rest: string, body?: unknown): RouteSample {
  return async (world) => {
    const lease = await leaseOf(world);
    if (lease === undefined) return undefined;
    if (rest === "/submit" && world.relation === "own") {
      for (const dimension of DIMENSIONS) {
        const path = `/ratings/leases/${lease}/answers/${dimension}`;
        await world.caller.send("PUT", path, { body: { value: 3, baseVersion: 0 } });
      }
    }
    return { path: `/ratings/leases/${lease}${rest}`, body, conditions: CONDITIONS };
  };
}

/** A request of an organiser about a study; no study is anybody's own. */
function aboutStudies(
  make: (studyId: string) => SampleRequest,
  { closed = false } = {},
): RouteSample {
  return async ({ test, relation }) => {
    if (relation === "own") return undefined;
    if (relation === "missing") return make(MISSING_ID);
    const { id, organiser } = await openStudyOn(test, STUDY);
    if (!closed) return make(id);
    await organiser.post(`/studies/${id}/close`, { deviation: "sample" });
    return { ...make(id), conditions: ["closed"] };
  };
}

/** A request about a draft. */
function aboutDraft(
  make: (studyId: string, leak: string, accept: readonly string[]) => SampleRequest,
): RouteSample {
  return async ({ test, relation }) => {
    if (relation === "own") return undefined;
    if (relation === "missing") return make(MISSING_ID, MISSING_ID, []);
    const organiser = await test.signIn(["organiser"]);
    const { body } = await organiser.post("/studies", STUDY);
    const { id } = body.study;
    const leak = encodeURIComponent(body.leaks[0].id);
    await organiser.post(`/studies/${id}/leaks/${leak}`, { decision: "accepted", note: "sample" });
    return make(id, leak, ["low-power"]);
  };
}

/** A request about an invitation to a study. */
function aboutInvitation(rest: string): RouteSample {
  return async ({ test, relation }) => {
    if (relation === "own") return undefined;
    if (relation === "missing") return { path: `/studies/${MISSING_ID}/invitations/x${rest}` };
    const { id, organiser } = await openStudyOn(test, STUDY);
    const { body } = await organiser.post(`/studies/${id}/invitations`, { notes: ["somebody"] });
    return { path: `/studies/${id}/invitations/${body.items[0].id}${rest}` };
  };
}

/** Samples of the routes of rating studies. */
export const ratingSamples: RouteSamples = {
  "get /ratings/progress": aboutCaller(() => ({ path: "/ratings/progress" })),
  "post /ratings/leases": aboutCaller((studyId) => ({
    path: "/ratings/leases",
    body: { studyId },
  })),
  "get /ratings/studies/{studyId}": aboutStudy((id) => ({ path: `/ratings/studies/${id}` })),
  "post /ratings/studies/{studyId}/consent": aboutStudy((id) => ({
    path: `/ratings/studies/${id}/consent`,
    body: { version: "1" },
  })),
  "post /ratings/studies/{studyId}/training": aboutStudy(
    (id) => ({ path: `/ratings/studies/${id}/training`, body: { answers: MARKS } }),
    { agreed: true },
  ),
  "post /ratings/studies/{studyId}/survey": aboutStudy(
    (id) => ({ path: `/ratings/studies/${id}/survey`, body: { answers: { age: "40" } } }),
    { agreed: true },
  ),
  "get /ratings/leases/{leaseId}": aboutLease(""),
  "put /ratings/leases/{leaseId}/answers/{dimension}": aboutLease("/answers/coherence", {
    value: 3,
    baseVersion: 0,
  }),
  "put /ratings/leases/{leaseId}/position": aboutLease("/position", {
    paragraph: 1,
    share: 0,
    readMs: 0,
  }),
  "post /ratings/leases/{leaseId}/submit": aboutLease("/submit"),
  "post /ratings/leases/{leaseId}/skip": aboutLease("/skip", { reason: "other" }),
  "get /studies": async () => ({ path: "/studies" }),
  "post /studies": async () => ({ path: "/studies", body: STUDY }),
  "get /studies/{studyId}": aboutStudies((id) => ({ path: `/studies/${id}` })),
  "post /studies/{studyId}/leaks/{leakId}": aboutDraft((id, leak) => ({
    path: `/studies/${id}/leaks/${leak}`,
    body: { decision: "cleared", note: "sample" },
  })),
  "post /studies/{studyId}/open": aboutDraft((id, _, accept) => ({
    path: `/studies/${id}/open`,
    body: { accept },
  })),
  "post /studies/{studyId}/close": aboutStudies((id) => ({
    path: `/studies/${id}/close`,
    body: { deviation: "sample" },
  })),
  "post /studies/{studyId}/unblind": aboutStudies(
    (id) => ({ path: `/studies/${id}/unblind`, body: { reason: "sample" } }),
    { closed: true },
  ),
  "get /studies/{studyId}/coverage": aboutStudies((id) => ({ path: `/studies/${id}/coverage` })),
  "get /studies/{studyId}/events": async (world) => {
    // A stream that has ended can be read to its end.
    world.test.server.events.close();
    return await aboutStudies((id) => ({ path: `/studies/${id}/events` }))(world);
  },
  "get /studies/{studyId}/agreement": aboutStudies((id) => ({ path: `/studies/${id}/agreement` }), {
    closed: true,
  }),
  "get /studies/{studyId}/results": async (world) => {
    const sample = await aboutStudies((id) => ({ path: `/studies/${id}/results` }), {
      closed: true,
    })(world);
    if (sample === undefined || world.relation === "missing") return sample;
    const organiser = await world.test.signIn(["organiser"]);
    const unblind = sample.path.replace("results", "unblind");
    const { body } = await organiser.post(unblind, { reason: "sample" });
    await organiser.post(unblind, { ticket: body.ticket });
    return sample;
  },
  "get /studies/{studyId}/report": aboutStudies((id) => ({ path: `/studies/${id}/report` }), {
    closed: true,
  }),
  "post /studies/{studyId}/import": aboutStudies((id) => ({
    path: `/studies/${id}/import`,
    // Rights come before the content: an empty file has no study.
    body: new Uint8Array(0),
    headers: { "content-type": "application/x-ndjson" },
    emptyStatus: 422,
  })),
  "get /studies/{studyId}/invitations": aboutStudies((id) => ({
    path: `/studies/${id}/invitations`,
  })),
  "post /studies/{studyId}/invitations": aboutStudies((id) => ({
    path: `/studies/${id}/invitations`,
    body: { notes: ["somebody"] },
  })),
  "post /studies/{studyId}/invitations/{linkId}/again": aboutInvitation("/again"),
  "delete /studies/{studyId}/invitations/{linkId}": aboutInvitation(""),
  "get /studies/{studyId}/export": aboutStudies((id) => ({ path: `/studies/${id}/export` }), {
    closed: true,
  }),
};
