import { describe, expect, it } from "vitest";
import { eventStream, openEventHub } from "./events.ts";

async function textUntil(response: Response, part: string): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(part)) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    text += decoder.decode(value);
  }
  reader?.releaseLock();
  return text;
}

describe("eventStream", () => {
  it("hands on the events of its topics, and nothing but their ids", async () => {
    const hub = openEventHub();
    const response = eventStream(hub, ["challenge:1"], new AbortController().signal);
    hub.publish("challenge:2", { type: "board-changed", ids: { challengeId: "2" } });
    hub.publish("challenge:1", { type: "board-changed", ids: { challengeId: "1" } });
    const text = await textUntil(response, '"1"');
    expect(text).toContain('event: board-changed\ndata: {"challengeId":"1"}\n\n');
    expect(text).not.toContain('"2"');
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    hub.close();
  });

  it("ends when the client goes, and when the server stops", async () => {
    const hub = openEventHub();
    const client = new AbortController();
    const first = eventStream(hub, ["a"], client.signal);
    const second = eventStream(hub, ["a"], new AbortController().signal);
    client.abort();
    expect(await first.text()).toBe("retry: 2000\n\n");
    hub.close();
    expect(await second.text()).toBe("retry: 2000\n\n");
    hub.publish("a", { type: "late", ids: {} });
  });

  it("ends the stream of a reader that does not read", async () => {
    const hub = openEventHub();
    const response = eventStream(hub, ["a"], new AbortController().signal);
    for (let count = 0; count < 5_000; count++) hub.publish("a", { type: "news", ids: {} });
    const events = (await response.text()).split("event: news").length - 1;
    expect(events).toBeGreaterThan(500);
    expect(events).toBeLessThan(1_500);
  });
});
