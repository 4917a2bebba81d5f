import { expect, it } from "vitest";

import { type MeteorResult, openMeteor } from "../../src/scoring/index.ts";
import { nltkTokenizer, pythonWords } from "../../src/text/index.ts";
import { readGolden } from "./read-golden.ts";

interface Each {
  score: number;
  exact: number;
  stem: number;
  syn: number;
  chunks: number;
  hyp_len: number;
  ref_len: number;
  matches: [number, number][] | null;
}
interface Expected {
  hyp_tokens: string[] | null;
  ref_tokens: (string[] | null)[];
  meteor_each: Each[];
  meteor: number;
  meteor_a5b1g25: number;
  meteor_wssplit: number;
}
interface MeteorRow {
  id: string;
  hyp: string;
  refs: string[];
  expected: Expected;
  variants?: Record<string, Partial<Expected>>;
}

const rows = readGolden<MeteorRow>("meteor.jsonl");
const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12;

function agrees(result: MeteorResult, wanted: Each): boolean {
  return (
    close(result.score, wanted.score) &&
    result.exact === wanted.exact &&
    result.stem === wanted.stem &&
    result.synonym === wanted.syn &&
    result.chunks === wanted.chunks &&
    (wanted.matches === null || JSON.stringify(result.matches) === JSON.stringify(wanted.matches))
  );
}

it.each(["3.10.3", "3.9.1"] as const)(
  "equals NLTK %s, matches and chunks included",
  async (nltk) => {
    const meteor = await openMeteor({ nltk });
    const tokenizer = nltkTokenizer({ nltk });
    const wrong = rows.filter(({ hyp, refs, expected, variants }) => {
      const wanted = { ...expected, ...variants?.[`${nltk}/none`] };
      const words = tokenizer.words(hyp);
      const each = refs.map((reference) => meteor.compare(words, tokenizer.words(reference)));
      return !(
        close(meteor.score(hyp, refs) ?? Number.NaN, wanted.meteor) &&
        each.every((result, index) => agrees(result, wanted.meteor_each[index] as Each)) &&
        (wanted.hyp_tokens === null || JSON.stringify(words) === JSON.stringify(wanted.hyp_tokens))
      );
    });

    expect(rows).toHaveLength(602);
    expect(wrong.map((row) => row.id)).toEqual([]);
  },
);

it("equals NLTK with other weights and with given words", async () => {
  const other = await openMeteor({ alpha: 0.5, beta: 1, gamma: 0.25 });
  const meteor = await openMeteor();
  const wrong = rows.filter(({ hyp, refs, expected }) => {
    const split = refs.map((reference) => meteor.compare(pythonWords(hyp), pythonWords(reference)));
    return !(
      close(other.score(hyp, refs) ?? Number.NaN, expected.meteor_a5b1g25) &&
      close(Math.max(...split.map((result) => result.score)), expected.meteor_wssplit)
    );
  });

  expect(wrong.map((row) => row.id)).toEqual([]);
});
