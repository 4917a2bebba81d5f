import { expect, it } from "vitest";

import {
  aggregateScores,
  createScorer,
  rougeBootstrap,
  type Scorer,
} from "../../src/scoring/index.ts";
import { readGolden } from "./read-golden.ts";

const TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"] as const;
type Type = (typeof TYPES)[number];

interface WrapperRow {
  ids: string[];
  multi: boolean;
  seed: number;
  rouge_agg_stem0: Record<Type, number>;
  rouge_agg_stem1: Record<Type, number>;
  rouge_list_stem0: Record<Type, number[]>;
  rouge_list_stem1: Record<Type, number[]>;
  rouge_agg_types_order_L_1: Record<"rougeL" | "rouge1", number>;
  meteor: Record<string, number>;
}

const rows = readGolden<WrapperRow>("evaluate_wrappers.jsonl");
const pairs = new Map(
  readGolden<{ id: string; hyp: string; refs: string[] }>("rouge.jsonl").map((row) => [
    row.id,
    row,
  ]),
);

/** F per measure and pair. */
function listsOf(scorer: Scorer, { ids, multi }: WrapperRow): Record<string, number[]> {
  const items = ids.map((exampleId) => {
    const { hyp = "", refs = [] } = pairs.get(exampleId) ?? {};
    return { exampleId, prediction: hyp, references: multi ? refs : refs.slice(0, 1) };
  });
  const records = items.map((item) => scorer.score(item));
  return Object.fromEntries(
    TYPES.map((type, index) => [
      type,
      records.map((list) => {
        const record = list[index];
        return record?.status === "scored" ? record.value : Number.NaN;
      }),
    ]),
  );
}

it.each([false, true])("prints what evaluate prints, stemmer %s", async (stemmer) => {
  expect(rows).toHaveLength(12);
  for (const row of rows) {
    const { seed } = row;
    const scorer = await createScorer(TYPES, { profile: "longlamp-paper", seed, stemmer });
    const lists = listsOf(scorer, row);
    const aggregates = scorer.metrics.map((metric, index) => {
      const type = TYPES[index] as Type;
      return [type, aggregateScores(metric, lists[type] ?? [])];
    });
    expect(lists).toEqual(stemmer ? row.rouge_list_stem1 : row.rouge_list_stem0);
    expect(Object.fromEntries(aggregates)).toEqual(
      stemmer ? row.rouge_agg_stem1 : row.rouge_agg_stem0,
    );
  }
});

it.each(["3.10.3", "3.9.1"] as const)("means METEOR as evaluate does, NLTK %s", async (nltk) => {
  const scorer = await createScorer(["meteor"], { profile: "longlamp-paper", nltk });
  const [metric] = scorer.metrics;
  for (const row of rows) {
    const values = row.ids.map((exampleId) => {
      const { hyp = "", refs = [] } = pairs.get(exampleId) ?? {};
      const references = row.multi ? refs : refs.slice(0, 1);
      const [record] = scorer.score({ exampleId, prediction: hyp, references });
      return record?.status === "scored" ? record.value : Number.NaN;
    });
    const mean = metric === undefined ? Number.NaN : aggregateScores(metric, values);
    expect(Math.abs((mean ?? Number.NaN) - (row.meteor[`${nltk}/none`] ?? 0))).toBeLessThan(1e-12);
  }
});

it("draws in the order in which the measures are asked for, as the aggregator does", async () => {
  const scorer = await createScorer(TYPES, { profile: "longlamp-paper" });
  for (const row of rows) {
    const records = row.ids.map((exampleId) => {
      const { hyp = "", refs = [] } = pairs.get(exampleId) ?? {};
      const references = row.multi ? refs : refs.slice(0, 1);
      return scorer.score({ exampleId, prediction: hyp, references });
    });
    const triples = (type: Type) =>
      records.map((list) => {
        const record = list[TYPES.indexOf(type)];
        const {
          precision = Number.NaN,
          recall = Number.NaN,
          value: fmeasure = Number.NaN,
        } = record?.status === "scored" ? record : {};
        return { precision, recall, fmeasure };
      });
    const [rougeL, rouge1] = rougeBootstrap([triples("rougeL"), triples("rouge1")], {
      seed: row.seed,
    });
    expect({ rougeL: rougeL?.mid.fmeasure, rouge1: rouge1?.mid.fmeasure }).toEqual(
      row.rouge_agg_types_order_L_1,
    );
  }
});
