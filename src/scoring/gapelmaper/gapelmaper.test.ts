import { describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import type { WordVectors } from "../../models/index.ts";
import { embedWords } from "./embed-words.ts";
import { gapelmaper, prepareGapelmaper } from "./gapelmaper.ts";
import {
  GAPELMAPER_VARIANTS,
  type GapelmaperVariant,
  variantRules,
} from "./gapelmaper-variants.ts";
import { memoryWordVectors } from "./memory-word-vectors.ts";
import { wordSequence } from "./word-sequence.ts";

const identity = { name: "toy", version: "1", sha256: "0".repeat(64) };

/** `word-a` … of eight dimensions; the first letter decides a topic. */
const WORDS = [..."abcdefghijklmnopqrst"].flatMap((topic) =>
  [..."xyz"].map((end) => `${topic}${end}`),
);
const vectors: WordVectors = memoryWordVectors(
  identity,
  WORDS.map((word) => {
    const topic = randomStream("topic", word.charAt(0));
    const own = randomStream("word", word);
    return [word, Array.from({ length: 8 }, () => topic.next() - 0.5 + 0.5 * (own.next() - 0.5))];
  }),
);

/** Words whose topic holds on for a while, at several scales: a made-up text with structure. */
function structuredText(count: number): string {
  const random = randomStream("structured");
  const topics = [0, 0, 0];
  const words: string[] = [];
  for (let place = 0; place < count; place++) {
    for (const [level, chance] of [0.05, 0.005, 0.0005].entries()) {
      if (random.next() < chance) topics[level] = random.nextBelow(WORDS.length / 3);
    }
    const topic = topics[random.nextBelow(3)] as number;
    words.push(WORDS[3 * topic + random.nextBelow(3)] as string);
  }
  return words.join(" ");
}

function measure(
  text: string,
  options: { variant?: GapelmaperVariant; allowShort?: boolean } = {},
): ReturnType<typeof gapelmaper> {
  const { words } = variantRules(options.variant ?? "longhand");
  return gapelmaper(embedWords(wordSequence(text, words), vectors), options);
}

describe("a value", () => {
  const text = structuredText(45_000);

  it("comes with everything it rests on", () => {
    const record = measure(text);
    expect(record.reason).toBeUndefined();
    expect(record.value).toBeCloseTo(
      (record.power?.mape ?? 0) / (record.exponential?.mape ?? 1),
      12,
    );
    expect(record).toMatchObject({
      variant: "longhand",
      tokens: 45_000,
      inVocabulary: 45_000,
      oovShare: 0,
      lagsAsked: 188,
      flags: [],
    });
    expect(record.lagsUsed + record.lagsDropped).toBe(188);
    expect(record.curve.filter((point) => point.used).length).toBe(record.lagsUsed);
    expect(record.landmarks.map(({ lag }) => lag)).toEqual([1, 10, 100, 1_000, 10_000]);
    expect(record.power?.slope).toBeLessThan(0);
  });

  it("exists in every variant, the same each time", () => {
    for (const variant of GAPELMAPER_VARIANTS) {
      const record = measure(text, { variant });
      expect(record.signature).toContain(`v:${variant}-1`);
      expect(JSON.stringify(record)).toBe(JSON.stringify(measure(text, { variant })));
    }
  });

  it("is flagged as noisy below 40,000 words and as indicative below the minimum", () => {
    expect(measure(structuredText(20_001)).flags).toEqual(["noisy"]);
    const short = structuredText(20_000);
    expect(measure(short)).toMatchObject({ reason: "too-short", flags: [] });
    const indicative = measure(short, { allowShort: true });
    expect(indicative.flags).toEqual(["indicative"]);
    expect(indicative.value).toBeGreaterThan(0);
    expect(measure(structuredText(1_999), { allowShort: true }).reason).toBe("too-short");
  });
});

describe("no value", () => {
  const unknown = "qqq ";
  const chinese = "\u4e2d\u6587\u53e5\u5b50\uff0c".repeat(5_000);
  it.each([
    ["no words", "", "too-short"],
    ["one word", "ax", "too-short"],
    ["two words", "ax bx", "too-short"],
    ["few unknown words", unknown.repeat(3), "low-coverage"],
    ["many unknown words", unknown.repeat(50_000), "low-coverage"],
    ["too many unknown words", `ax bx ${unknown.repeat(2)}`.repeat(30_000), "low-coverage"],
    ["one word repeated", "ax ".repeat(50_000), "no-variation"],
    ["Chinese", chinese, "no-vectors"],
    ["Chinese with spaces", chinese.replaceAll("\uff0c", " "), "no-vectors"],
    ["Russian", "\u043a\u0438\u0442 \u0438 \u043c\u043e\u0440\u0435 ".repeat(9_000), "no-vectors"],
  ])("%s: in every variant, with a reason", (_, text, reason) => {
    for (const variant of GAPELMAPER_VARIANTS) {
      const record = measure(text, { variant });
      const isReference = variant === "reference" && reason === "too-short";
      expect(record.reason).toBe(isReference ? "reference-needs-40001-tokens" : reason);
      expect(record.value).toBeUndefined();
      expect(JSON.stringify(record)).not.toMatch(/null|NaN|Infinity/);
    }
  });

  it("below 40,001 words: the published code has none, the capped one has", () => {
    const text = structuredText(40_000);
    expect(measure(text, { variant: "reference" }).reason).toBe("reference-needs-40001-tokens");
    expect(measure(text, { variant: "reference-capped" }).lagsAsked).toBe(39);
    expect(measure(structuredText(40_001), { variant: "reference" }).lagsAsked).toBe(40);
  });

  it("two words in turns: C is 1 at every lag that is left", () => {
    const text = "ax bx ".repeat(25_000);
    expect(measure(text)).toMatchObject({ reason: "no-variation" });
    // Odd lags have C = −1; the published rule drops all up to the last of them, which is 9.
    const reference = measure(text, { variant: "reference" });
    expect(reference).toMatchObject({ reason: "no-variation", lagsUsed: 31, lagsDropped: 9 });
  });

  it("tells too few lags from too few points", () => {
    expect(measure("ax bx ".repeat(50), { variant: "proposal-28" }).reason).toBe("too-short");
    expect(measure("ax bx ".repeat(50), { variant: "reference-capped" }).reason).toBe("too-short");
  });
});

describe("words without a vector", () => {
  it("are left out, counted and listed, the commonest first", () => {
    const text = wordSequence("ax zzz bx yyy zzz a'x cx", "letters");
    const embedded = embedWords(text, vectors);
    // a'x is looked up as ax.
    expect([...embedded.sequence]).toEqual([0, 1, 0, 2]);
    expect(embedded.tokens).toBe(7);
    expect(embedded.missingWords).toEqual([
      { word: "zzz", count: 2 },
      { word: "yyy", count: 1 },
    ]);
  });

  it("do not count where a text is cut to a number of words with a vector", () => {
    const text = wordSequence("ax zzz bx yyy cx", "letters");
    const embedded = embedWords(text, vectors, { maxInVocabulary: 2 });
    expect([...embedded.sequence]).toEqual([0, 1]);
    expect(embedded).toMatchObject({ tokens: 3, missingWords: [{ word: "zzz", count: 1 }] });
  });
});

it("asks for the curve it needs", () => {
  const text = embedWords(wordSequence(structuredText(30_000), "letters"), vectors);
  expect(prepareGapelmaper(text)).toMatchObject({ status: "wants-curve", maxLag: 10_000 });
  const short = embedWords(wordSequence("ax", "letters"), vectors);
  expect(prepareGapelmaper(short)).toMatchObject({ status: "undefined" });
});

describe("vectors in memory", () => {
  it("keep the first of equal words and leave out zeros", () => {
    const own = memoryWordVectors(identity, [
      ["a", [1, 2]],
      ["zero", [0, 0]],
      ["a", [3, 4]],
      ["b", [5, 6]],
    ]);
    expect([own.wordCount, own.dimensions]).toEqual([2, 2]);
    expect([own.find("a"), own.find("zero"), own.find("b")]).toEqual([0, -1, 1]);
    expect(own.read(Int32Array.from([1, 0, 1]))).toEqual(Float32Array.from([5, 6, 1, 2, 5, 6]));
  });

  it("are refused if they are none, of unlike lengths, or not finite", () => {
    const bad: readonly (readonly [string, number[]])[][] = [
      [],
      [["a", []]],
      [
        ["a", [1]],
        ["b", [1, 2]],
      ],
      [["a", [Number.NaN]]],
    ];
    for (const entries of bad) {
      expect(() => memoryWordVectors(identity, entries)).toThrow(
        expect.objectContaining({ code: "invalid-vectors" }),
      );
    }
  });
});
