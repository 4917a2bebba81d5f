import { expect, it } from "vitest";

import { openWordNet } from "../../src/scoring/index.ts";
import { readGolden } from "./read-golden.ts";

it("names the synonyms that NLTK finds in WordNet 3.0", async () => {
  const wordNet = await openWordNet();
  const rows = readGolden<{ w: string; names: string[] }>("wordnet_synonyms.jsonl");
  const wrong = rows
    .map(({ w, names }) => ({
      w,
      // Names with capitals are left out: METEOR compares in lower case.
      wanted: names.filter((name) => name === name.toLowerCase()),
      got: [...wordNet.synonyms(w)].sort(),
    }))
    .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got));

  expect(rows).toHaveLength(876);
  expect(wrong).toEqual([]);
});
