import { expect, it } from "vitest";
import { bestFirst, laterFirst } from "../../src/retrieval/best-first.ts";
import {
  type Bm25Index,
  bm25L,
  bm25Okapi,
  bm25Plus,
  createRetriever,
  type OkapiIndex,
} from "../../src/retrieval/index.ts";
import { pythonWords } from "../../src/text/index.ts";
import { readGolden } from "./read-golden.ts";

interface GoldenVariant {
  avgdl: number;
  idf: Record<string, number>;
  average_idf?: number;
  queries: { query: string[]; scores: number[]; order?: number[] }[];
}
interface GoldenCorpus {
  name: string;
  corpus: string[][];
  okapi: GoldenVariant;
}

type Corpus = string[] | string[][];
const VARIANTS: Record<string, (corpus: Corpus) => Bm25Index | OkapiIndex | undefined> = {
  okapi: (corpus) => bm25Okapi(corpus),
  "okapi_k1.2_b.5_eps0": (corpus) => bm25Okapi(corpus, { k1: 1.2, b: 0.5, epsilon: 0 }),
  "L_0.2.2": (corpus) => bm25L(corpus),
  L_head: (corpus) => bm25L(corpus, { version: "head" }),
  "plus_0.2.2": (corpus) => bm25Plus(corpus),
  plus_head: (corpus) => bm25Plus(corpus, { version: "head" }),
};

const rows = readGolden<GoldenCorpus>("bm25.jsonl").filter((row) => row.corpus !== undefined);

/** Largest difference of two lists; infinite where they differ in length or hold no number. */
function furthest(found: ArrayLike<number>, expected: readonly number[]): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  const off = expected.map((value, index) => Math.abs((found[index] ?? Number.NaN) - value));
  const worst = Math.max(0, ...off);
  return Number.isNaN(worst) ? Number.POSITIVE_INFINITY : worst;
}

function largestDifference(index: Bm25Index | OkapiIndex, golden: GoldenVariant): number {
  const idfs = Object.entries(golden.idf);
  const averages = golden.average_idf === undefined ? [] : [golden.average_idf];
  return Math.max(
    Math.abs(index.meanWords - golden.avgdl),
    furthest(
      idfs.map(([term]) => index.idf(term) ?? Number.NaN),
      idfs.map(([, idf]) => idf),
    ),
    furthest("averageIdf" in index ? [index.averageIdf] : [], averages),
    // Twice, because the first query of an index is answered in another way than the later ones.
    ...[...golden.queries, ...golden.queries].map(({ query, scores }) =>
      furthest(index.scores(query), scores),
    ),
  );
}

it.each(Object.keys(VARIANTS))("equals rank_bm25 to 1e-12: %s", (variant) => {
  const differences = rows.map((row) => {
    const index = VARIANTS[variant]?.(row.corpus);
    const golden = (row as unknown as Record<string, GoldenVariant>)[variant] as GoldenVariant;
    return index === undefined ? Number.POSITIVE_INFINITY : largestDifference(index, golden);
  });
  expect(differences.length).toBe(29);
  expect(Math.max(...differences)).toBeLessThanOrEqual(1e-12);
});

it("gives texts the scores of their words, where joining them loses nothing", () => {
  const plain = rows.filter(({ corpus }) =>
    corpus.every((words) => String(pythonWords(words.join(" "))) === String(words)),
  );
  const differences = plain.map((row) => {
    const index = bm25Okapi(row.corpus.map((words) => words.join(" ")));
    return index === undefined ? 1 : largestDifference(index, row.okapi);
  });
  expect(plain.length).toBeGreaterThan(20);
  expect(Math.max(...differences)).toBeLessThanOrEqual(1e-12);
});

it("orders documents best first, ties by descending index", () => {
  const wrong = rows.flatMap((row) => {
    const index = bm25Okapi(row.corpus);
    const ties = laterFirst(row.corpus.length);
    return row.okapi.queries.filter(({ query, order }) => {
      const scores = index?.scores(query) ?? new Float64Array(0);
      return String([...bestFirst(scores, ties, scores.length)]) !== String(order);
    });
  });
  expect(rows.flatMap((row) => row.okapi.queries).length).toBe(116);
  expect(wrong).toEqual([]);
});

it("is what the retriever of the profile longlamp-paper orders by", async () => {
  const retriever = createRetriever({ name: "bm25", profile: "longlamp-paper", seed: 1 });
  let asked = 0;
  for (const { corpus, okapi } of rows.filter(({ corpus: words }) => words.every(joinsWhole))) {
    const candidates = corpus.map((words, at) => ({ id: String(at), text: words.join(" ") }));
    for (const { query, order = [] } of okapi.queries.filter(({ query: words }) =>
      joinsWhole(words),
    )) {
      const request = { exampleId: "e", userId: "u", query: query.join(" "), candidates };
      const { passages } = await retriever.retrieve({ ...request, k: corpus.length });
      expect(passages.map(({ id }) => Number(id))).toEqual(order);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(80);
});

/** Whether splitting the joined words gives the same words. */
function joinsWhole(words: readonly string[]): boolean {
  return String(pythonWords(words.join(" "))) === String(words);
}
