import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomStream } from "../foundation/index.ts";
import type { DimensionAgreement } from "../records/index.ts";
import { agreementOf } from "./agreement-of.ts";

interface Case {
  readonly name: string;
  readonly values: readonly (readonly (number | null)[])[];
  readonly ordinal?: number;
  readonly meanSpearman?: number;
  readonly meanKendallTauB?: number;
  readonly exactAgreement?: number;
  readonly withinOne?: number;
  readonly undefined?: string;
  readonly error?: string;
}

const cases = JSON.parse(readFileSync("tests/cases/rating/agreement.json", "utf8")) as Case[];

function agreement(marks: Case["values"]): DimensionAgreement {
  const random = randomStream(1, "test");
  return agreementOf({ dimension: "fluency", marks, resamples: 200, random });
}

function shown(measure: DimensionAgreement["alpha"]): number | string {
  return measure.status === "defined" ? measure.value : measure.reason;
}

describe("agreementOf", () => {
  it.each(cases.filter(({ ordinal }) => ordinal !== undefined))(
    "gives the reference value of $name",
    ({ values, ordinal }) => {
      expect(shown(agreement(values).alpha)).toBeCloseTo(ordinal as number, 6);
    },
  );

  it("gives correlations and shares of the five raters of six texts", () => {
    const five = cases.find(({ name }) => name === "five-raters-six-texts") as Case;
    const found = agreement(five.values);
    expect(shown(found.meanSpearman)).toBeCloseTo(five.meanSpearman as number, 6);
    expect(shown(found.meanKendallTauB)).toBeCloseTo(five.meanKendallTauB as number, 6);
    expect(shown(found.exact)).toBeCloseTo(five.exactAgreement as number, 6);
    expect(shown(found.withinOne)).toBeCloseTo(five.withinOne as number, 6);
    expect(found).toMatchObject({ raters: 5, texts: 6, ratings: 30, isLow: false });
  });

  it.each(cases.filter(({ undefined: reason }) => reason !== undefined))(
    "says why there is no agreement: $name",
    ({ values, undefined: reason }) => {
      const found = agreement(values);
      expect(shown(found.alpha)).toBe(reason);
      expect(shown(found.meanSpearman)).toBe(reason);
      expect(found.isLow).toBe(true);
    },
  );

  it("counts equal marks as full agreement even where alpha does not exist", () => {
    expect(
      shown(
        agreement([
          [3, 3],
          [3, 3],
        ]).exact,
      ),
    ).toBe(1);
    expect(shown(agreement([[1, 2]]).exact)).toBe("one-rater");
  });

  it("refuses marks beyond the scale", () => {
    const wrong = cases.find(({ error }) => error === "out-of-scale") as Case;
    expect(() => agreement(wrong.values)).toThrow(
      expect.objectContaining({ code: "out-of-scale" }),
    );
    expect(() => agreement([[2.5]])).toThrow(expect.objectContaining({ code: "out-of-scale" }));
  });

  it("counts answers that could not be given as missing", () => {
    const random = randomStream(1, "test");
    const marks = [
      [1, null],
      [2, 5],
    ];
    const found = agreementOf({ dimension: "d", marks, cannotJudge: 1, resamples: 10, random });
    expect(found).toMatchObject({ cannotJudge: 1, ratings: 3 });
  });
});
