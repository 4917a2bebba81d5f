import { describe, expect, it } from "vitest";
import { createThreadGovernor, type ThreadGovernor } from "./thread-governor.ts";

/** Runs short evaluations of 50 ms on a machine with so many free processors; gives the threads used. */
function run(governor: ThreadGovernor, processors: number, forMs: number): number[] {
  const used: number[] = [];
  for (let ms = 0; ms < forMs; ms += 50) {
    const threads = governor.threadsFor(true);
    used.push(threads);
    governor.observe({ threads, wallMs: 50, cpuMs: 50 * Math.min(threads, processors) });
  }
  return used;
}

describe("createThreadGovernor", () => {
  it("uses every processor of an idle machine", () => {
    expect(new Set(run(createThreadGovernor(4), 4, 10_000))).toEqual(new Set([4]));
  });

  it("does not mind a little that is not done in parallel", () => {
    expect(new Set(run(createThreadGovernor(16), 14.8, 5_000))).toEqual(new Set([16]));
  });

  it("makes room when processors are taken: after 1 s, or 250 ms where it is plain", () => {
    // 1.4 processors for 2 threads: twenty evaluations are one window.
    const used = run(createThreadGovernor(2), 1.4, 1100);
    expect(used).toEqual([...Array.from({ length: 20 }, () => 2), 1, 1]);
    // 2 for 16: five are enough.
    expect(run(createThreadGovernor(16), 2, 350)).toEqual([16, 16, 16, 16, 16, 2, 2]);
  });

  it("tries again, more and more rarely, and for one window each time", () => {
    const used = run(createThreadGovernor(2), 1, 20_000);
    const tries = used.flatMap((threads, place) => (threads === 2 ? [place * 50] : []));
    // At the start; after 1 s of rest; after 2 s, 4 s and 8 s more. Each try takes 250 ms.
    expect(tries.filter((_, place) => place % 5 === 0)).toEqual([0, 1250, 3500, 7750, 16_000]);
  });

  it("takes all processors back when they are free again", () => {
    const governor = createThreadGovernor(2);
    run(governor, 1, 1000);
    expect(run(governor, 2, 4000).slice(-20)).toEqual(Array.from({ length: 20 }, () => 2));
  });

  it("tries nothing on long evaluations", () => {
    const governor = createThreadGovernor(2);
    run(governor, 1, 1250);
    expect([governor.threadsFor(true), governor.threadsFor(false)]).toEqual([2, 1]);
  });

  it("never goes below one thread", () => {
    expect(run(createThreadGovernor(4), 0.2, 600).at(-1)).toBe(1);
    expect(run(createThreadGovernor(1), 0.2, 600).at(-1)).toBe(1);
  });
});
