import { expect, it } from "vitest";

import { nltkTokenizer } from "../../src/text/index.ts";
import { cutSentence } from "../../src/text/nltk-substitutions.ts";
import { readGolden } from "./read-golden.ts";

interface Words {
  words: string[];
  words_line: string[];
}
interface TextRow {
  text: string;
  expected: Words;
  variants?: Record<string, Partial<Words>>;
}

const rows = readGolden<TextRow>("tokenize.jsonl");

it.each(["3.10.3", "3.9.1"] as const)("cuts every text as NLTK %s does", (nltk) => {
  const tokenizer = nltkTokenizer({ nltk });
  const wrong = rows
    .map(({ text, expected, variants }) => ({
      text,
      wanted: variants?.[`${nltk}/none`]?.words ?? expected.words,
      got: tokenizer.words(text),
    }))
    .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got));

  expect(wrong).toEqual([]);
});

it.each(["3.10.3", "3.9.1"] as const)("cuts a whole text as one sentence as NLTK %s", (nltk) => {
  const wrong = rows
    .map(({ text, expected, variants }) => ({
      text,
      wanted: variants?.[`${nltk}/none`]?.words_line ?? expected.words_line,
      got: cutSentence(text, { nltk, start: true, end: true }),
    }))
    .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got));

  expect(wrong).toEqual([]);
});
