import { describe, expect, it } from "vitest";
import type { Clock } from "../../foundation/index.ts";
import { heldLook } from "./held-look.ts";

function clockAt(): Clock & { nowMsValue: number } {
  const clock = { nowMsValue: 0, nowMs: () => clock.nowMsValue, sleep: async () => undefined };
  return clock;
}

describe("heldLook", () => {
  it("looks once for all who ask while it holds, and again after", async () => {
    const clock = clockAt();
    let looks = 0;
    const look = heldLook(async () => ++looks, { clock, holdMs: 100 });
    expect(await Promise.all([look(), look()])).toEqual([1, 1]);
    clock.nowMsValue = 99;
    expect(await look()).toBe(1);
    clock.nowMsValue = 100;
    expect(await look()).toBe(2);
  });

  it("holds four times as long as it took, where that is longer", async () => {
    const clock = clockAt();
    let looks = 0;
    const slow = async (): Promise<number> => {
      clock.nowMsValue += 50;
      return ++looks;
    };
    const look = heldLook(slow, { clock, holdMs: 100 });
    await look();
    clock.nowMsValue = 199;
    expect(await look()).toBe(1);
    clock.nowMsValue = 200;
    expect(await look()).toBe(2);
  });

  it("looks every time where nothing is to hold, and after one that failed", async () => {
    const clock = clockAt();
    let looks = 0;
    const each = heldLook(async () => ++looks, { clock, holdMs: 0 });
    await each();
    expect(await each()).toBe(2);
    let isBroken = true;
    const broken = heldLook(
      async () => {
        if (isBroken) throw new RangeError("gone");
        return "there";
      },
      { clock, holdMs: 100 },
    );
    await expect(broken()).rejects.toThrow("gone");
    isBroken = false;
    expect(await broken()).toBe("there");
  });
});
