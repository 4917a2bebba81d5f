import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "../foundation/index.ts";
import { type DesignInput, designStudy } from "./design-study.ts";
import type { DesignText, StudyDesign } from "./study-design.ts";

function textsOf(systems: number, prompts: number): DesignText[] {
  return Array.from({ length: systems * prompts }, (_, at) => {
    const system = `s${at % systems}`;
    const prompt = `p${Math.floor(at / systems)}`;
    return { text: `${system}/${prompt}`, system, prompt, kind: "rated", teams: [] };
  });
}

function controlsOf(count: number): DesignText[] {
  return Array.from({ length: count }, (_, at) => ({
    text: `control/${at}`,
    system: `control/${at}`,
    prompt: "p0",
    kind: "control",
    teams: [],
  }));
}

function design(changes: Partial<DesignInput> & { seed?: number }): StudyDesign {
  const { seed = 1, ...input } = changes;
  return designStudy({
    texts: textsOf(4, 6),
    controls: [],
    ratersPerText: 5,
    raters: 10,
    kind: "complete",
    random: randomStream(seed, "test"),
    ...input,
  });
}

function textAt(plan: StudyDesign, key: string): DesignText {
  return plan.texts.find(({ text }) => text === key) as DesignText;
}

function repeatsOfSystem(plan: StudyDesign): number {
  const systems = plan.rows.map((row) => row.map(({ text }) => textAt(plan, text).system));
  return systems.flatMap((row) => row.filter((system, at) => system === row[at - 1])).length;
}

describe("designStudy", () => {
  it("gives every text its seats once each, and no row a text twice", () => {
    fc.assert(
      fc.property(
        fc.record({
          systems: fc.integer({ min: 2, max: 7 }),
          prompts: fc.integer({ min: 1, max: 6 }),
          ratersPerText: fc.integer({ min: 1, max: 5 }),
          more: fc.integer({ min: 0, max: 20 }),
          kind: fc.constantFrom("complete" as const, "incomplete" as const),
          seed: fc.nat(1000),
        }),
        ({ systems, prompts, ratersPerText, more, kind, seed }) => {
          const texts = textsOf(systems, prompts);
          const plan = design({ texts, ratersPerText, raters: ratersPerText + more, kind, seed });
          const seats = plan.rows.flat().map(({ text, seat }) => `${text}#${seat}`);
          const wanted = texts.flatMap(({ text }) =>
            Array.from({ length: ratersPerText }, (_, at) => `${text}#${at + 1}`),
          );
          expect(seats.toSorted()).toEqual(wanted.toSorted());
          for (const row of plan.rows) {
            expect(new Set(row.map(({ text }) => text)).size).toBe(row.length);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("lets every rater of a prompt read all its systems in a complete design", () => {
    const plan = design({ raters: 7 });
    for (const row of plan.rows) {
      const prompts = row.map(({ text }) => textAt(plan, text).prompt);
      for (const prompt of new Set(prompts)) {
        expect(prompts.filter((each) => each === prompt)).toHaveLength(4);
      }
    }
    // 6 prompts × 5 ratings over 7 people: 4 or 5 prompts each.
    expect(new Set(plan.rows.map(({ length }) => length))).toEqual(new Set([16, 20]));
  });

  it("keeps loads and meetings of pairs within one of each other in an incomplete design", () => {
    for (const [systems, prompts, ratersPerText, raters] of [
      [4, 6, 5, 60],
      [6, 8, 5, 80],
      [7, 3, 3, 21],
      [5, 10, 5, 83],
      [8, 4, 5, 53],
      [10, 6, 5, 100],
      [6, 4, 5, 11],
    ] as const) {
      const plan = design({
        texts: textsOf(systems, prompts),
        ratersPerText,
        raters,
        kind: "incomplete",
      });
      const loads = plan.rows.map(({ length }) => length);
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      expect(plan.mostMeetings - plan.fewestMeetings).toBeLessThanOrEqual(1);
    }
  });

  it("never puts a system twice in a row where whole prompts are read", () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(repeatsOfSystem(design({ seed, texts: textsOf(2, 6) }))).toBe(0);
      expect(repeatsOfSystem(design({ seed, texts: textsOf(5, 3), raters: 5 }))).toBe(0);
    }
  });

  it("mixes in controls up to a tenth of all readings, never first", () => {
    // 4 × 6 × 5 = 120 readings: 13 controls are 13/133 of all, 14 would be more than a tenth.
    const plan = design({ controls: controlsOf(3) });
    const controls = plan.rows.flat().filter(({ text }) => text.startsWith("control/"));
    expect(controls).toHaveLength(13);
    expect(plan.rows.every((row) => !row[0]?.text.startsWith("control/"))).toBe(true);
  });

  it("gives the same design for the same seed, and another for another", () => {
    expect(design({ seed: 3 })).toEqual(design({ seed: 3 }));
    expect(design({ seed: 3 })).not.toEqual(design({ seed: 4 }));
  });

  it("refuses fewer people than ratings of a text", () => {
    expect(() => design({ raters: 4 })).toThrow(
      expect.objectContaining({ code: "too-few-raters" }),
    );
  });
});
