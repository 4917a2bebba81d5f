import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { boundedPool } from "./bounded-pool.ts";

describe("boundedPool", () => {
  it("never runs more tasks than its width, and all of them", async () => {
    const pool = boundedPool(3);
    let running = 0;
    let most = 0;
    let done = 0;
    for (let index = 0; index < 20; index++) {
      await pool.admit(async () => {
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        done += 1;
      });
    }
    await pool.drain();
    expect([most, done]).toEqual([3, 20]);
  });

  it("hands over the first error, takes no further task, and lets the running ones end", async () => {
    const pool = boundedPool(2);
    let ended = false;
    await pool.admit(async () => {
      await turn();
      throw new RangeError("first");
    });
    await pool.admit(async () => {
      await turn();
      await turn();
      ended = true;
    });
    await expect(pool.admit(() => Promise.resolve())).rejects.toThrow("first");
    await expect(pool.drain()).rejects.toThrow("first");
    expect(ended).toBe(true);
  });
});
