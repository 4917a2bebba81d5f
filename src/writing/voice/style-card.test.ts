import { describe, expect, it } from "vitest";
import { characteristicWords, logOddsZ } from "./characteristic-words.ts";
import { styleCardOf } from "./style-card.ts";
import { styleLines } from "./style-lines.ts";

const TEXT = "I saw the sea. I saw the town and its lamps, and I slept.\n\nHowever, it's late.";
const TEXTS = [TEXT, TEXT, TEXT];

describe("styleCardOf", () => {
  it("counts what is typical", () => {
    const card = styleCardOf({ texts: TEXTS });
    expect(card).toMatchObject({
      texts: 3,
      // 4 + 10 + 4 (the apostrophe cuts “it's” in two), three times.
      words: 54,
      // Sentences of 3 3 3 4 4 4 10 10 10 words: places 2, 4 and 6.
      sentenceWords: { low: 3, middle: 4, high: 10 },
      // Paragraphs of 3 3 3 14 14 14 words: place 2.
      paragraphWords: 3,
      openings: ["i saw", "however it"],
      // “and” counts only where it begins a sentence.
      connectives: ["however"],
      person: "I",
      // 3 in 54 words.
      contractionsPer1000: 55.6,
      characteristic: [],
    });
  });

  it("gives the same card whatever the order of the texts", () => {
    const other = "We left at dawn; the road was long. We sang!";
    const turned = styleCardOf({ texts: [other, TEXT] });
    expect(turned).toEqual(styleCardOf({ texts: [TEXT, other] }));
  });

  it("says nothing of English habits in other languages, and nothing at all without a sentence", () => {
    const card = styleCardOf({ texts: ["Ich sah das Meer."], english: false });
    expect(card?.person).toBeUndefined();
    expect(card?.contractionsPer1000).toBeUndefined();
    expect(card?.connectives).toEqual([]);
    expect(styleCardOf({ texts: ["", " \n"] })).toBeUndefined();
  });
});

describe("logOddsZ", () => {
  it("weighs shares by how sure they are", () => {
    const own = { counts: new Map([["sea", 10]]), words: 100 };
    const others = { counts: new Map([["sea", 10]]), words: 900 };
    // Prior 1000 · 20 / 1000 = 20: ln(30/1070) − ln(30/1870) = 0.5583, by √(1/30 + 1/30) = 0.2582.
    expect(logOddsZ("sea", own, others)).toBeCloseTo(2.16221, 5);
    expect(logOddsZ("sea", others, own)).toBeCloseTo(-2.16221, 5);
    expect(logOddsZ("land", own, others)).toBe(0);
  });
});

describe("characteristicWords", () => {
  const others = { counts: new Map([["lantern", 1]]), words: 5000 };

  it("finds words that others hardly use, and passes over names and words of one text", () => {
    const texts = Array.from({ length: 4 }, () =>
      "The lantern of Oslo hung over the lantern room. ".repeat(5),
    );
    texts.push("harpoon ".repeat(50));
    const words = characteristicWords(texts, others);
    expect(words[0]).toBe("lantern");
    expect(words).not.toContain("oslo");
    expect(words).not.toContain("harpoon");
  });
});

describe("styleLines", () => {
  const card = styleCardOf({ texts: TEXTS });

  it("tells the most telling lines that there is room for", () => {
    if (card === undefined) throw card;
    expect(styleLines(card, 500)).toEqual([
      "Write sentences of 3 to 10 words and paragraphs of about 3 words.",
      "Speak as I. Use contractions.",
      "Sentences often begin: “i saw”, “however it”. Link with: however.",
    ]);
    // 13 words take 18 tokens.
    expect(styleLines(card, 18)).toHaveLength(1);
    expect(styleLines(card, 3)).toEqual([]);
  });
});
