import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel } from "../../models/index.ts";
import { openMemoryRunStore, openWriter, parseBrief, writeDocument } from "../../writing/index.ts";
import { openProgressMeter, type WritingProgress } from "./writing-progress.ts";

const MS_PER_TOKEN = 20;
/** A busy machine takes its time. */
const TEST_TIMEOUT_MS = 60_000;

/** Writes a document with a model of known speed; gives what the meter read after each leaf. */
async function readings(order: string): Promise<readonly WritingProgress[]> {
  const brief = parseBrief(
    [
      "goal: Tell how a keeper and her daughter save a ferry in a storm.",
      "kind: story",
      "length: { words: 2200 }",
      "candidates: 2",
      `order: ${order}`,
      "repair: false",
      "must: [{ text: ferry, when: range }]",
      "budget: { completionTokens: 90000, money: 3 }",
      "model: fake",
    ].join("\n"),
    "brief.yaml",
  );
  let nowMs = 0;
  const clock = createVirtualClock(0);
  const fake = createFakeModel({ clock });
  const read: WritingProgress[] = [];
  const meter = openProgressMeter({
    brief,
    state: () => writer.journal.state,
    nowMs: () => nowMs,
    costUsd: ({ out }) => out / 1e5,
  });
  const writer = await openWriter({
    brief,
    store: openMemoryRunStore(),
    clock,
    writerModel: {
      ...fake,
      generate: async (request, options) => {
        const reply = await fake.generate(request, options);
        nowMs += reply.outputTokens * MS_PER_TOKEN;
        return reply;
      },
    },
    onCall: (news) => meter.call(news),
    onLeaf: ({ node }) => {
      meter.done(node.id);
      read.push(meter.read());
    },
  });
  await writeDocument(writer);
  return [...read, meter.read()];
}

describe("openProgressMeter", { timeout: TEST_TIMEOUT_MS }, () => {
  it.each(["ltr", "bfs"])("tells the time left within 30 % from a tenth on: %s", async (order) => {
    const all = await readings(order);
    const drafted = all.slice(0, -1);
    const endS = drafted.at(-1)?.seconds ?? 0;
    const told = drafted.filter(
      ({ secondsLeft = 0, seconds }) => secondsLeft > 0 && seconds < 0.9 * endS,
    );
    expect(told.length).toBeGreaterThan(8);
    for (const { secondsLeft = 0, seconds } of told) {
      expect(Math.abs(seconds + secondsLeft - endS)).toBeLessThan(0.3 * endS);
    }
    const early = drafted.filter(({ words }) => words < 220);
    expect(early.every(({ secondsLeft }) => secondsLeft === undefined)).toBe(true);
  });

  it("counts tokens, money and parts, and its own speed", async () => {
    const last = (await readings("ltr")).at(-1);
    const leaves = last?.nodes.filter(({ level }) => level === "leaf") ?? [];
    expect(last?.leaves).toEqual({
      planned: 0,
      drafting: 0,
      accepted: leaves.length,
      failed: 0,
      dirty: 0,
    });
    expect(last?.words).toBe(leaves.reduce((sum, { words }) => sum + words, 0));
    expect(last?.tokensPerSecond).toBeCloseTo(1000 / MS_PER_TOKEN, 6);
    expect(last?.tokens.outCap).toBe(90_000);
    expect(last?.usd).toEqual({ used: (last?.tokens.out ?? 0) / 1e5, cap: 3 });
    expect(last?.current).toBeUndefined();
  });
});
