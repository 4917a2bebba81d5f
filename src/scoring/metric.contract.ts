import { describe, expect, it } from "vitest";

import type { ScoreRecord } from "../records/index.ts";
import { createScorer } from "./create-scorer.ts";
import type { MetricDefinition } from "./define-metric.ts";
import type { MetricInfo, Scorer } from "./metric.ts";
import type { ScorerOptions } from "./scorer-options.ts";

const ODD_TEXTS = [
  "",
  " \n\t ",
  "...",
  "🙂🙂🙂",
  "国道三号在大甲",
  "NaN",
  "null",
  "constructor __proto__ toString",
  "A NUL \u0000 and a bell \u0007 inside",
  "\u202eright to left override\u202c and zero\u200bwidth",
  "e\u0301te\u0301 and été",
  "a lone surrogate \ud83d here",
  "İstanbul ſtraße ΣΊΣΥΦΟΣ \u212a",
  "The tent kept us dry. ".repeat(500),
  "x".repeat(20_000),
  `${"line\n".repeat(300)}end`,
];

/** Settings of the scorer, and what is special about the metric. */
interface ContractOptions extends ScorerOptions {
  readonly needsReference?: boolean;
  readonly own?: readonly MetricDefinition[];
}

/**
 * What every metric of a scorer promises, on plain, empty, odd and long texts.
 *
 * @param id - The metric.
 * @param options - Settings of the scorer; whether the metric needs a reference.
 */
export function describeMetric(
  id: string,
  { needsReference = true, own = [], ...options }: ContractOptions = {},
): void {
  describe(`${id} ${JSON.stringify(options)}`, () => {
    const open = (): Promise<Scorer> => createScorer([id], options, own);

    it("gives one record under its id, and says which settings it stands for", async () => {
      const scorer = await open();
      const item = {
        exampleId: "e1",
        prediction: "The tent was dry.",
        references: ["A dry tent."],
      };
      expect(scorer.score(item)).toEqual([
        expect.objectContaining({ metric: id, exampleId: "e1" }),
      ]);
      const [info] = scorer.metrics;
      expect(info).toMatchObject({ id, lowest: 0, higherIsBetter: expect.any(Boolean) });
      expect(info?.signature).toMatch(new RegExp(`^${id.replaceAll("+", "\\+")}\\|.*\\|v:1$`));
    });

    it("scores odd texts within its range, or tells why not", async () => {
      const scorer = await open();
      const [info] = scorer.metrics;
      for (const prediction of ODD_TEXTS) {
        for (const reference of ["The tent kept us dry.", prediction]) {
          const item = { exampleId: "e1", prediction, references: [reference] };
          const [record] = scorer.score(item);
          const sound = isSound(record, info);
          expect({ prediction, record, sound }).toEqual({ prediction, record, sound: true });
        }
      }
    });

    it("gives equal records for equal items, whatever was scored before", async () => {
      const [used, fresh] = [await open(), await open()];
      for (const prediction of ODD_TEXTS) {
        used.score({ exampleId: "e0", prediction, references: [prediction] });
      }
      const item = {
        exampleId: "e1",
        prediction: "Dry tents keep",
        references: ["A dry tent keeps"],
      };
      expect(used.score(item)).toEqual(fresh.score(item));
    });

    const title = needsReference
      ? "never scores without a reference"
      : "scores without a reference as with one, which it does not need";
    it(title, async () => {
      const scorer = await open();
      if (!needsReference) {
        const item = { exampleId: "e1", prediction: "The tent was dry, the rain went on." };
        const alone = scorer.score({ ...item, references: [] });
        expect(alone).toEqual(scorer.score({ ...item, references: ["A tent."] }));
        return;
      }
      expect(scorer.score({ exampleId: "e1", prediction: "The tent.", references: [] })).toEqual([
        { status: "unscored", metric: id, exampleId: "e1", reason: "no-reference" },
      ]);
    });

    it("leaves what it is given as it is", async () => {
      const scorer = await open();
      const item = Object.freeze({
        exampleId: "e1",
        prediction: "The tent \ud83d",
        references: Object.freeze(["A tent"]),
      });
      expect(() => scorer.score(item)).not.toThrow();
      expect(item).toEqual({
        exampleId: "e1",
        prediction: "The tent \ud83d",
        references: ["A tent"],
      });
    });
  });
}

function isSound(record: ScoreRecord | undefined, info: MetricInfo | undefined): boolean {
  if (record === undefined || info === undefined) return false;
  if (record.status === "unscored") return record.reason.length > 0;
  // Products of logarithms and powers may pass the bounds by rounding.
  return record.value >= info.lowest - 1e-9 && record.value <= info.highest + 1e-9;
}
