import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Random, randomStream } from "../foundation/index.ts";
import { designStudy } from "./design-study.ts";
import { canRevive, expiredLeases, leaseEndMs, nextText } from "./next-text.ts";
import type { LeaseFacts, RaterFacts, RatingState } from "./rating-state.ts";
import type { DesignText } from "./study-design.ts";

const HOUR = 3_600_000;

interface Size {
  readonly systems: number;
  readonly prompts: number;
  readonly ratersPerText: number;
  readonly rows: number;
  readonly people: number;
  readonly kind: "complete" | "incomplete";
  readonly seed: number;
}

function openStudy(size: Size): RatingState {
  const texts: DesignText[] = Array.from({ length: size.systems * size.prompts }, (_, at) => {
    const system = `s${at % size.systems}`;
    const prompt = `p${Math.floor(at / size.systems)}`;
    return { text: `${system}/${prompt}`, system, prompt, kind: "rated", teams: [system] };
  });
  const control: DesignText = {
    text: "control/c",
    system: "control/c",
    prompt: "p0",
    kind: "control",
    teams: [],
  };
  const random = randomStream(size.seed, "design");
  const { ratersPerText, rows: raters, kind } = size;
  return {
    design: designStudy({ texts, controls: [control], ratersPerText, raters, kind, random }),
    claims: [],
    leases: [],
    raters: Array.from({ length: size.people }, (_, at) => ({
      rater: `r${at}`,
      // Some raters wrote for a system themselves.
      teams: at % 7 === 0 ? [`s${at % size.systems}`] : [],
      joinedAtMs: 0,
    })),
    ratersPerText,
    leaseMs: 24 * HOUR,
    longestMs: 7 * 24 * HOUR,
  };
}

/** The steps that a server takes in one transaction each. */
function openTable(start: RatingState) {
  let state = start;
  const change = (lease: string, changes: Partial<LeaseFacts>) => {
    const leases = state.leases.map((each) =>
      each.lease === lease ? { ...each, ...changes } : each,
    );
    state = { ...state, leases };
  };
  const expire = (nowMs: number) => {
    for (const lease of expiredLeases(state, nowMs))
      change(lease, { status: "expired", endedAtMs: nowMs });
  };
  return {
    state: () => state,
    take: (rater: RaterFacts, nowMs: number): string | undefined => {
      expire(nowMs);
      const next = nextText(state, rater, nowMs);
      if (next.kind === "none") return undefined;
      if (next.kind === "resume") return next.lease;
      const { leaseMs, longestMs } = state;
      if (next.kind === "revive") {
        const { takenAtMs } = state.leases.find(({ lease }) => lease === next.lease) as LeaseFacts;
        change(next.lease, {
          status: "active",
          expiresAtMs: leaseEndMs({ leaseMs, longestMs, takenAtMs }, nowMs),
        });
        return next.lease;
      }
      const lease = `lease-${state.leases.length}`;
      const expiresAtMs = leaseEndMs({ leaseMs, longestMs, takenAtMs: nowMs }, nowMs);
      const taken: LeaseFacts = {
        lease,
        ...next.slot,
        rater: rater.rater,
        status: "active",
        takenAtMs: nowMs,
        expiresAtMs,
      };
      const claims = next.claims === undefined ? [] : [{ row: next.claims, rater: rater.rater }];
      state = { ...state, leases: [...state.leases, taken], claims: [...state.claims, ...claims] };
      return lease;
    },
    end: (lease: string, status: "complete" | "skipped", nowMs: number): boolean => {
      expire(nowMs);
      const found = state.leases.find((each) => each.lease === lease) as LeaseFacts;
      if (found.status !== "active" && !canRevive(state, found, nowMs)) return false;
      change(lease, { status, endedAtMs: nowMs });
      return true;
    },
  };
}

/** Mostly minutes, sometimes two days, sometimes back by hours. */
function timeStep(random: Random): number {
  const jump = random.next();
  if (jump < 0.02) return 48 * HOUR;
  return jump < 0.04 ? -5 * HOUR : random.nextBelow(HOUR / 4);
}

/** Lets people rate until nobody gets a text any more; some leave for good, some skip, clocks jump. */
function simulate(
  start: RatingState,
  random: Random,
  { leaving = 0.2, skipping = 0.05 } = {},
): RatingState {
  const table = openTable(start);
  const gone = new Set<string>();
  const leavers = new Set(
    start.raters.filter(() => random.next() < leaving).map(({ rater }) => rater),
  );
  let nowMs = 0;
  const work = (rater: string, lease: string): void => {
    if (leavers.has(rater) && random.next() < 0.3) gone.add(rater);
    else if (random.next() < 0.5) {
      const status = random.next() < skipping ? "skipped" : "complete";
      table.end(lease, status, nowMs + random.nextBelow(HOUR));
    }
  };
  for (let idle = 0; idle < 400; ) {
    const rater = start.raters[random.nextBelow(start.raters.length)] as RaterFacts;
    nowMs += timeStep(random) + (idle > 50 ? 3 * HOUR : 0);
    const lease = gone.has(rater.rater) ? undefined : table.take(rater, nowMs);
    idle = lease === undefined ? idle + 1 : 0;
    if (lease !== undefined) work(rater.rater, lease);
  }
  return table.state();
}

function completeByText(state: RatingState): Map<string, LeaseFacts[]> {
  const kinds = new Map(state.design.texts.map(({ text, kind }) => [text, kind]));
  const complete = new Map<string, LeaseFacts[]>();
  for (const { text, kind } of state.design.texts) if (kind === "rated") complete.set(text, []);
  for (const lease of state.leases) {
    if (lease.status === "complete" && kinds.get(lease.text) === "rated")
      complete.get(lease.text)?.push(lease);
  }
  return complete;
}

function expectSound(state: RatingState): void {
  const teams = new Map(state.raters.map(({ rater, teams: own }) => [rater, own]));
  for (const [text, leases] of completeByText(state)) {
    expect(leases.length).toBeLessThanOrEqual(state.ratersPerText);
    expect(new Set(leases.map(({ seat }) => seat)).size).toBe(leases.length);
    expect(text).toMatch(/^s\d+\/p\d+$/);
  }
  const pairs = state.leases.map(({ rater, text }) => `${rater} ${text}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { rater, text } of state.leases) {
    expect(teams.get(rater)).not.toContain(text.split("/")[0]);
  }
}

describe("nextText", () => {
  it("brings every text to exactly its ratings with 50 raters, a fifth of whom leave", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const start = openStudy({
        systems: 4,
        prompts: 8,
        ratersPerText: 5,
        rows: seed % 2 === 0 ? 40 : 50,
        people: 50,
        kind: seed % 2 === 0 ? "complete" : "incomplete",
        seed,
      });
      const state = simulate(start, randomStream(seed, "people"));
      expectSound(state);
      const counts = [...completeByText(state).values()].map(({ length }) => length);
      expect(counts).toEqual(counts.map(() => 5));
    }
  });

  it("gives no text too often, twice to one rater, or to its own team, whatever happens", () => {
    fc.assert(
      fc.property(
        fc.record({
          systems: fc.integer({ min: 2, max: 5 }),
          prompts: fc.integer({ min: 1, max: 4 }),
          ratersPerText: fc.integer({ min: 1, max: 4 }),
          more: fc.nat(6),
          people: fc.integer({ min: 1, max: 12 }),
          kind: fc.constantFrom("complete" as const, "incomplete" as const),
          seed: fc.nat(10_000),
          leaving: fc.double({ min: 0, max: 0.9, noNaN: true }),
          skipping: fc.double({ min: 0, max: 0.5, noNaN: true }),
        }),
        ({ more, leaving, skipping, ...size }) => {
          const start = openStudy({ ...size, rows: size.ratersPerText + more });
          expectSound(simulate(start, randomStream(size.seed, "people"), { leaving, skipping }));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("keeps to the plan where nobody leaves: everyone reads the own row in its order", () => {
    const start = openStudy({
      systems: 3,
      prompts: 4,
      ratersPerText: 2,
      rows: 4,
      people: 4,
      kind: "complete",
      seed: 2,
    });
    const honest = { ...start, raters: start.raters.map((rater) => ({ ...rater, teams: [] })) };
    const table = openTable(honest);
    for (let turn = 0; turn < 40; turn++) {
      const rater = honest.raters[turn % 4] as RaterFacts;
      const lease = table.take(rater, turn);
      if (lease !== undefined) table.end(lease, "complete", turn);
    }
    for (const { row, rater } of table.state().claims) {
      const read = table.state().leases.filter((lease) => lease.rater === rater);
      expect(read.map(({ text, seat }) => ({ text, seat }))).toEqual(honest.design.rows[row]);
    }
  });

  const two: Size = {
    systems: 2,
    prompts: 1,
    ratersPerText: 1,
    rows: 1,
    people: 3,
    kind: "complete",
    seed: 1,
  };
  const [, first, second] = openStudy(two).raters as [RaterFacts, RaterFacts, RaterFacts];

  it("gives the open lease again instead of a second one", () => {
    const table = openTable(openStudy(two));
    expect(table.take(first, 5)).toBe(table.take(first, 6));
  });

  it("asks others to wait while what is left is being read", () => {
    const table = openTable(openStudy(two));
    table.take(first, 0);
    expect(nextText(table.state(), second, 1000)).toEqual({
      kind: "none",
      reason: "nothing-now",
      retryAfterSeconds: 3600,
    });
  });

  it("hands a text on when its lease ran out, and a clock that jumps back does not bring it back", () => {
    const table = openTable(openStudy(two));
    const old = table.take(first, 0) as string;
    const taken = table.take(second, 25 * HOUR) as string;
    const textOf = (lease: string) =>
      table.state().leases.find((each) => each.lease === lease)?.text;
    expect(textOf(taken)).toBe(textOf(old));
    expect(table.end(old, "complete", HOUR)).toBe(false);
    expect(table.end(taken, "complete", HOUR)).toBe(true);
    expectSound(table.state());
  });

  it("lets the reader of a lease that ran out go on as long as nobody took the text over", () => {
    const table = openTable(openStudy(two));
    const lease = table.take(first, 0) as string;
    expect(table.take(first, 30 * HOUR)).toBe(lease);
    // After seven days it is over: the other text comes.
    expect(table.take(first, 200 * HOUR)).not.toBe(lease);
  });

  it("does not give a skipped text back to the one who skipped it", () => {
    const table = openTable(openStudy(two));
    const lease = table.take(first, 0) as string;
    table.end(lease, "skipped", 1);
    const other = table.take(first, 2) as string;
    table.end(other, "complete", 3);
    expect(nextText(table.state(), first, 4)).toEqual({ kind: "none", reason: "all-rated" });
    expect(nextText(table.state(), second, 4)).toMatchObject({ kind: "take" });
  });

  it("ends a lease seven days after it was taken, however often it is extended", () => {
    const limits = { leaseMs: 24 * HOUR, longestMs: 7 * 24 * HOUR, takenAtMs: 0 };
    expect(leaseEndMs(limits, 10 * HOUR)).toBe(34 * HOUR);
    expect(leaseEndMs(limits, 160 * HOUR)).toBe(168 * HOUR);
  });
});
