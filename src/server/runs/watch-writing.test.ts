import { describe, expect, it } from "vitest";
import { openEventHub } from "../http/events.ts";
import { watchWriting, writingTopic } from "./watch-writing.ts";

/** Watches a document whose revision is given for each look; stops after the last one. */
async function newsOf(revisions: readonly (number | "gone")[]): Promise<readonly unknown[]> {
  const events = openEventHub();
  const ended = new AbortController();
  const heard: unknown[] = [];
  events.subscribe(writingTopic("story"), (event) => heard.push(event));
  const left = [...revisions];
  await watchWriting({
    id: "story",
    events,
    clock: { nowMs: () => 0, sleep: async () => undefined },
    signal: ended.signal,
    revision: async () => {
      const next = left.shift();
      if (left.length === 0) ended.abort();
      if (next === "gone" || next === undefined) throw new RangeError("gone");
      return next;
    },
  });
  return heard;
}

const NEWS = { type: "writing-changed", ids: { id: "story" } };

describe("watchWriting", () => {
  it("tells of each change once, and carries the id only", async () => {
    expect(await newsOf([10, 10, 20, 20, 30, 30])).toEqual([NEWS, NEWS]);
  });

  it("tells when the document goes, and stops", async () => {
    expect(await newsOf([10, "gone", 20, 30])).toEqual([NEWS]);
    expect(await newsOf(["gone", 10, 20])).toEqual([]);
  });
});
