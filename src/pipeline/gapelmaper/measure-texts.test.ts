import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { embedWords, gapelmaper, memoryWordVectors, wordSequence } from "../../scoring/index.ts";
import { openAutocorrelationThreads } from "./autocorrelation-threads.ts";
import { type MeasureOptions, measureTexts } from "./measure-texts.ts";
import { readTextWords } from "./read-text-words.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-measure-"));
const WORDS = [..."abcdefghijklmnopqrst"].flatMap((start) =>
  [..."xyz"].map((end) => `word${start}${end}`),
);
const vectors = memoryWordVectors(
  { name: "toy", version: "1", sha256: "0".repeat(64) },
  WORDS.map((word) => {
    const random = randomStream("vector", word);
    return [word, Array.from({ length: 5 }, () => random.next() - 0.4)];
  }),
);

function randomWords(count: number): string {
  const random = randomStream("words", count);
  let at = 0;
  return Array.from({ length: count }, () => {
    at = random.next() < 0.8 ? at : random.nextBelow(WORDS.length);
    return random.next() < 0.1 ? "unknown" : WORDS[at];
  }).join(" ");
}

function textFile(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const long = randomWords(4_000);
const longFile = textFile("long.txt", long);
const shortFile = textFile("short.txt", randomWords(3_000));

async function measure(options: Partial<MeasureOptions>, stopping = new AbortController().signal) {
  const threads = openAutocorrelationThreads(1);
  const steps: string[] = [];
  const measured = await measureTexts(
    { files: [longFile], variants: ["longhand"], allowShort: true, ...options },
    {
      vectors,
      threads,
      context: {
        stopping,
        onProgress: (event) => {
          if (event.kind === "step") steps.push(`${event.step} ${event.done}`);
        },
      },
    },
  );
  return { measured, steps };
}

describe("measureTexts", () => {
  it("gives what the library gives for the same text, and tells how far it is", async () => {
    const { measured, steps } = await measure({});
    const embedded = embedWords(wordSequence(long, "letters"), vectors);
    expect(measured).toEqual([
      { file: longFile, record: gapelmaper(embedded, { allowShort: true }) },
    ]);
    expect(steps).toEqual(["Reading 1", "Measuring 1"]);
  });

  it("measures a shuffled copy after each text, the same one for the same seed", async () => {
    const options = { files: [longFile, shortFile], shuffle: true, seed: 5 };
    const { measured } = await measure(options);
    expect(measured.map(({ file, copy }) => [file, copy])).toEqual([
      [longFile, undefined],
      [longFile, "words-shuffled"],
      [shortFile, undefined],
      [shortFile, "words-shuffled"],
    ]);
    expect(measured[1]?.record.tokens).toBe(4_000);
    expect(measured[1]?.record.value).not.toBe(measured[0]?.record.value);
    expect(await measure(options)).toEqual(await measure(options));
    const other = await measure({ ...options, seed: 6 });
    expect(other.measured[1]?.record.value).not.toBe(measured[1]?.record.value);
  });

  it("measures by several variants, each with its own words", async () => {
    const { measured } = await measure({ variants: ["longhand", "reference", "proposal-28"] });
    expect(measured.map(({ record }) => [record.variant, record.reason])).toEqual([
      ["longhand", undefined],
      ["reference", "reference-needs-40001-tokens"],
      ["proposal-28", undefined],
    ]);
  });

  it("cuts texts to the shortest", async () => {
    const { measured } = await measure({ files: [longFile, shortFile], sameLength: true });
    const [first, second] = measured.map(({ record }) => record);
    expect(first?.inVocabulary).toBe(second?.inVocabulary);
    expect(second?.tokens).toBe(3_000);
    expect(first?.tokens).toBeLessThan(3_300);
  });

  it("stops when it is asked to", async () => {
    await expect(measure({}, AbortSignal.abort())).rejects.toMatchObject({ code: "interrupted" });
  });
});

describe("readTextWords", () => {
  it("reads a text in pieces as if it were whole", async () => {
    // Longer than a piece, with characters of several bytes and entities wherever a piece may end.
    const text = "caf\u00e9 &amp;amp; don\u2019t \u4e2d\u6587 na\u00efve&eacute;s ".repeat(20_000);
    const words = await readTextWords(textFile("pieces.txt", text), ["letters", "reference"]);
    for (const rule of ["letters", "reference"] as const) {
      expect(words.get(rule)).toEqual(wordSequence(text, rule));
    }
  });

  it("reads a long text without any space", async () => {
    const text = "\u4e2d".repeat(300_000);
    const words = await readTextWords(textFile("no-space.txt", text), ["reference"]);
    expect(words.get("reference")?.sequence.length).toBe(1);
  });

  it("passes over a byte-order mark, and takes an empty file for no words", async () => {
    const words = await readTextWords(textFile("bom.txt", "\ufeffcall me"), ["letters"]);
    expect(words.get("letters")?.words).toEqual(["call", "me"]);
    const none = await readTextWords(textFile("empty.txt", ""), ["letters"]);
    expect(none.get("letters")?.sequence.length).toBe(0);
  });

  it.each([
    ["in the middle", Buffer.from([0x61, 0xe9, 0x61])],
    ["at the end", Buffer.from([0x61, 0xe2, 0x82])],
  ])("refuses a text that is not UTF-8 %s", async (_, bytes) => {
    const file = textFile("latin.txt", bytes);
    await expect(readTextWords(file, ["letters"])).rejects.toMatchObject({ code: "invalid-utf8" });
  });

  it("names a file that is not there", async () => {
    const file = join(folder, "none.txt");
    await expect(readTextWords(file, ["letters"])).rejects.toMatchObject({ code: "not-found" });
  });
});
