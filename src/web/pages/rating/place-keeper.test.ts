import { describe, expect, it } from "vitest";
import type { PositionRequest } from "../../../records/index.ts";
import { PlaceKeeper } from "./place-keeper.ts";

const START = { paragraph: 0, share: 0 };

function openKeeper(answer: () => Promise<void> = async () => undefined) {
  const sent: PositionRequest[] = [];
  const keeper = new PlaceKeeper({
    position: START,
    send: (position) => {
      sent.push(position);
      return answer();
    },
  });
  return { keeper, sent };
}

function pass(keeper: PlaceKeeper, seconds: number): void {
  for (let second = 0; second < seconds; second++) keeper.tick();
}

describe("PlaceKeeper", () => {
  it("tells place and time every 15 seconds of reading", () => {
    const { keeper, sent } = openKeeper();
    keeper.move({ paragraph: 3, share: 0.5 }, 0.1);
    pass(keeper, 31);
    expect(sent).toEqual([
      { paragraph: 3, share: 0.5, readMs: 15_000 },
      { paragraph: 3, share: 0.5, readMs: 15_000 },
    ]);
  });

  it("counts no time once nobody has touched anything for two minutes", () => {
    const { keeper, sent } = openKeeper();
    pass(keeper, 600);
    expect(sent.reduce((sum, { readMs }) => sum + readMs, 0)).toBe(120_000);
  });

  it("tells lost time with the next message", async () => {
    let isLost = true;
    const { keeper, sent } = openKeeper(async () => {
      if (isLost) throw new Error("offline");
    });
    pass(keeper, 15);
    await Promise.resolve();
    await Promise.resolve();
    isLost = false;
    pass(keeper, 15);
    expect(sent.map(({ readMs }) => readMs)).toEqual([15_000, 30_000]);
  });

  it("tells nothing where nothing happened", () => {
    const { keeper, sent } = openKeeper();
    keeper.flush();
    expect(sent).toEqual([]);
  });
});
