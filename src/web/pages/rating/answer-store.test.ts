import { describe, expect, it } from "vitest";
import type { RatingAnswer, SavedAnswer } from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import { type BrowserStorage, openAnswerShelf, type WaitingAnswer } from "./answer-shelf.ts";
import { AnswerStore } from "./answer-store.ts";

/** Storage of a browser, in memory. */
function storage(): BrowserStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (place) => [...items.keys()][place] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => {
      items.set(name, value);
    },
    removeItem: (name) => {
      items.delete(name);
    },
  };
}

/** A server as the rules say: versions are checked, a key counts once. */
class Server {
  readonly current = new Map<string, { answer: RatingAnswer; version: number }>();
  readonly replies = new Map<string, SavedAnswer>();
  readonly requests: string[] = [];
  /** What becomes of the next requests: they are lost on the way, or their replies are. */
  readonly faults: ("request-lost" | "reply-lost" | ApiFault)[] = [];

  readonly save = async ({
    dimension,
    answer,
    key,
    baseVersion,
  }: WaitingAnswer & { readonly baseVersion: number }): Promise<SavedAnswer> => {
    this.requests.push(`${dimension} ${JSON.stringify(answer)} on ${baseVersion}`);
    const fault = this.faults.shift();
    if (fault instanceof ApiFault) throw fault;
    if (fault === "request-lost") throw offline();
    const known = this.replies.get(key);
    const now = this.current.get(dimension);
    if (known === undefined && (now?.version ?? 0) !== baseVersion) {
      throw new ApiFault("Changed elsewhere.", {
        code: "stale-answer",
        status: 409,
        details: { current: { dimension, ...now } },
      });
    }
    const reply = known ?? { dimension, answer, version: baseVersion + 1, expiresAtMs: 0 };
    this.replies.set(key, reply);
    if (known === undefined) this.current.set(dimension, { answer, version: reply.version });
    if (fault === "reply-lost") throw offline();
    return reply;
  };
}

function offline(): ApiFault {
  return new ApiFault("The server cannot be reached.", { code: "offline", status: 0 });
}

let keys = 0;

/** A page on a server; pauses end when the test says so. */
function openPage(server: Server, kept: BrowserStorage = storage()) {
  const pauses: (() => void)[] = [];
  const store = new AnswerStore({
    answers: [...server.current].map(([dimension, now]) => ({ dimension, ...now })),
    shelf: openAnswerShelf(kept, "lease"),
    send: server.save,
    newKey: () => {
      keys += 1;
      return `key ${keys}`;
    },
    after: (_pauseMs, act) => {
      pauses.push(act);
      return () => pauses.splice(pauses.indexOf(act), 1);
    },
  });
  store.resume();
  return { store, kept, pauses, of: (id: string) => store.state().byDimension.get(id) };
}

/** Until everything that was promised has come. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe("AnswerStore", () => {
  it("sends an answer at once, and shows it as saved when the server has it", async () => {
    const server = new Server();
    const { store, of } = openPage(server);
    store.give("fluency", { value: 4 });
    expect(of("fluency")).toEqual({ shown: { value: 4 }, status: "waiting" });
    await settle();
    expect(of("fluency")).toEqual({ shown: { value: 4 }, status: "saved" });
    expect(server.requests).toEqual(['fluency {"value":4} on 0']);
  });

  it("sends the answer that follows one on its way with the version that this one got", async () => {
    const server = new Server();
    const { store } = openPage(server);
    store.give("fluency", { value: 4 });
    store.give("fluency", { value: 5 });
    store.give("fluency", { value: 3 });
    await settle();
    expect(server.requests).toEqual(['fluency {"value":4} on 0', 'fluency {"value":3} on 1']);
    expect(server.current.get("fluency")).toEqual({ answer: { value: 3 }, version: 2 });
  });

  it("keeps answers without a connection and sends the newest once it is back", async () => {
    const server = new Server();
    server.faults.push("request-lost", "request-lost");
    const { store, of, kept } = openPage(server);
    store.give("fluency", { value: 4 });
    await settle();
    store.give("coherence", { value: 1 });
    await settle();
    expect(store.state()).toMatchObject({ waiting: 2, isOffline: true });
    expect(of("coherence")?.status).toBe("waiting");
    expect(kept.length).toBe(2);
    store.resume();
    await settle();
    expect(store.state()).toMatchObject({ waiting: 0, isOffline: false });
    expect(kept.length).toBe(0);
    expect([...server.current.values()].map(({ version }) => version)).toEqual([1, 1]);
  });

  it("tries again by itself after a pause", async () => {
    const server = new Server();
    server.faults.push("request-lost");
    const { store, pauses, of } = openPage(server);
    store.give("fluency", { value: 2 });
    await settle();
    expect(pauses).toHaveLength(1);
    pauses[0]?.();
    await settle();
    expect(of("fluency")?.status).toBe("saved");
  });

  it("counts an answer once whose reply was lost, on a page that is opened anew as well", async () => {
    const server = new Server();
    server.faults.push("reply-lost");
    const first = openPage(server);
    first.store.give("fluency", { value: 2 });
    await settle();
    first.store.stop();
    const second = openPage(server, first.kept);
    await settle();
    expect(second.of("fluency")).toEqual({ shown: { value: 2 }, status: "saved" });
    expect(server.current.get("fluency")?.version).toBe(1);
    expect(first.kept.length).toBe(0);
  });

  it("overwrites nothing that another tab answered meanwhile, until the reader has decided", async () => {
    const server = new Server();
    server.current.set("fluency", { answer: { value: 2 }, version: 1 });
    const { store, of } = openPage(server);
    server.current.set("fluency", { answer: { value: 5 }, version: 2 });
    store.give("fluency", { value: 3 });
    await settle();
    expect(of("fluency")).toMatchObject({
      status: "differs",
      shown: { value: 3 },
      theirs: { answer: { value: 5 }, version: 2 },
    });
    expect(server.current.get("fluency")?.answer).toEqual({ value: 5 });
    store.keepMine("fluency");
    await settle();
    expect(server.current.get("fluency")).toEqual({ answer: { value: 3 }, version: 3 });
    expect(of("fluency")?.status).toBe("saved");
  });

  it("takes the other tab's answer where the reader leaves it, and sends nothing", async () => {
    const server = new Server();
    const { store, of, kept } = openPage(server);
    server.current.set("fluency", { answer: { value: 5 }, version: 1 });
    store.give("fluency", { value: 3 });
    await settle();
    const { length } = server.requests;
    store.keepTheirs("fluency");
    await settle();
    expect(of("fluency")).toEqual({ shown: { value: 5 }, status: "saved" });
    expect(server.requests).toHaveLength(length);
    expect(kept.length).toBe(0);
  });

  it("asks nothing where both tabs say the same", async () => {
    const server = new Server();
    const { store, of } = openPage(server);
    server.current.set("fluency", { answer: { value: 3 }, version: 1 });
    store.give("fluency", { value: 3 });
    await settle();
    expect(of("fluency")?.status).toBe("saved");
  });

  it("does not overwrite an answer of another device by one that waited behind a lost reply", async () => {
    const server = new Server();
    server.faults.push("reply-lost", "request-lost");
    const first = openPage(server);
    first.store.give("fluency", { value: 1 });
    await settle();
    first.store.give("fluency", { value: 2 });
    await settle();
    first.store.stop();
    // Another device has seen version 1 and answered.
    server.current.set("fluency", { answer: { value: 5 }, version: 2 });
    const second = openPage(server, first.kept);
    await settle();
    expect(second.of("fluency")).toMatchObject({ status: "differs", shown: { value: 2 } });
    expect(server.current.get("fluency")).toEqual({ answer: { value: 5 }, version: 2 });
  });

  it("says what changed elsewhere when it is told, once", () => {
    const server = new Server();
    server.current.set("fluency", { answer: { value: 2 }, version: 1 });
    const { store, of } = openPage(server);
    const newer = { dimension: "fluency", answer: { value: 4 }, version: 2 };
    store.merge([newer]);
    expect(store.state().news).toEqual([
      { dimension: "fluency", before: { value: 2 }, now: { value: 4 } },
    ]);
    expect(of("fluency")?.shown).toEqual({ value: 4 });
    store.dismissNews();
    store.merge([newer]);
    expect(store.state().news).toEqual([]);
  });

  it("sends nothing while the reader is signed out, and everything after", async () => {
    const server = new Server();
    server.faults.push(new ApiFault("Sign in first.", { code: "sign-in-first", status: 401 }));
    const { store, of } = openPage(server);
    store.give("fluency", { value: 2 });
    await settle();
    store.give("coherence", { value: 3 });
    await settle();
    expect(store.state().halted?.code).toBe("sign-in-first");
    expect(server.requests).toHaveLength(1);
    store.resume();
    await settle();
    expect(of("coherence")?.status).toBe("saved");
    expect(of("fluency")?.status).toBe("saved");
  });

  it("tells an answer that the server refuses, and takes another one", async () => {
    const server = new Server();
    server.faults.push(new ApiFault("Too long.", { code: "invalid-answer", status: 422 }));
    const { store, of } = openPage(server);
    store.give("fluency", { cannotJudge: "…" });
    await settle();
    expect(of("fluency")).toMatchObject({ status: "refused", fault: { message: "Too long." } });
    store.give("fluency", { value: 1 });
    await settle();
    expect(of("fluency")?.status).toBe("saved");
  });
});
