import { mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openVectorFile, type VectorEntry, writeVectorFile } from "./vector-file.ts";
import { WordIndex, WordIndexBuilder } from "./word-index.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-vectors-"));
const identity = { name: "toy", version: "3d", sha256: "0".repeat(64) };

async function* entries(
  list: readonly (readonly [string, readonly number[]])[],
): AsyncGenerator<VectorEntry> {
  for (const [word, vector] of list) yield { word, vector: Float32Array.from(vector) };
}

async function written(
  name: string,
  list: readonly (readonly [string, readonly number[]])[],
): Promise<string> {
  const path = join(folder, name);
  await writeVectorFile(entries(list), { path, identity: () => identity });
  return path;
}

describe("a vector file", () => {
  it("gives back what was written, in the order asked for", async () => {
    const path = await written("plain.vectors", [
      ["the", [1, 2, 3]],
      ["caf\u00e9", [4, 5, 6]],
      ["a b", [7, 8, 9]],
    ]);
    const vectors = openVectorFile(path);
    expect(vectors).toMatchObject({ identity, dimensions: 3, wordCount: 3 });
    expect(["the", "caf\u00e9", "a b", "cafe", ""].map(vectors.find)).toEqual([0, 1, 2, -1, -1]);
    expect(vectors.read(Int32Array.from([2, 0, 2]))).toEqual(
      Float32Array.from([7, 8, 9, 1, 2, 3, 7, 8, 9]),
    );
    expect(vectors.read(new Int32Array())).toEqual(new Float32Array());
    vectors.close();
  });

  it("keeps the first of equal words and leaves out vectors of zeros", async () => {
    const path = await written("doubles.vectors", [
      ["zero", [0, 0]],
      ["a", [1, 1]],
      ["a", [2, 2]],
      ["b", [3, 3]],
    ]);
    const vectors = openVectorFile(path);
    expect([vectors.find("zero"), vectors.find("a"), vectors.find("b")]).toEqual([-1, 0, 1]);
    expect(vectors.read(Int32Array.from([0, 1]))).toEqual(Float32Array.from([1, 1, 3, 3]));
    vectors.close();
  });

  it("reads rows far apart and near to each other from a large file", async () => {
    const many = Array.from(
      { length: 9_000 },
      (_, at) => [`w${at}`, Array.from({ length: 100 }, (_, place) => at + place / 128)] as const,
    );
    const vectors = openVectorFile(await written("large.vectors", many));
    const ids = Int32Array.from([8_999, 0, 1, 2, 40, 4_000, 4_011, 4_010]);
    const rows = vectors.read(ids);
    expect([...ids].map((_, at) => rows[100 * at + 99])).toEqual(
      [...ids].map((id) => id + 99 / 128),
    );
    const all = vectors.read(Int32Array.from(many.keys()));
    expect(many.every(([, vector], at) => all[100 * at + 7] === vector[7])).toBe(true);
    vectors.close();
  });

  it("is refused if it was cut off, is something else, or is not there", async () => {
    const path = await written("cut.vectors", [["a", [1]]]);
    const whole = readFileSync(path);
    for (const bytes of [whole.length - 1, 20, 12, 3, 0]) {
      truncateSync(path, 0);
      writeFileSync(path, whole.subarray(0, bytes));
      expect(() => openVectorFile(path)).toThrow(
        expect.objectContaining({ code: "vectors-damaged" }),
      );
    }
    writeFileSync(path, whole.subarray(1));
    expect(() => openVectorFile(path)).toThrow(
      expect.objectContaining({ code: "vectors-damaged" }),
    );
    expect(() => openVectorFile(join(folder, "none"))).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });

  it("is not left behind where there are no vectors", async () => {
    await expect(written("empty.vectors", [])).rejects.toMatchObject({ code: "invalid-vectors" });
    expect(readdirSync(folder).filter((name) => name.startsWith("empty"))).toEqual([]);
  });
});

describe("the index of words", () => {
  it("finds every word that was added, and no other", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 300 }),
        (words) => {
          const [first, ...rest] = words;
          const builder = new WordIndexBuilder();
          expect(rest.map((word) => builder.add(word))).toEqual(rest.map(() => true));
          expect(rest.map((word) => builder.add(word))).toEqual(rest.map(() => false));
          const index = new WordIndex(builder.arrays());
          expect(rest.map((word) => index.find(word))).toEqual([...rest.keys()]);
          expect(first === undefined ? -1 : index.find(first)).toBe(-1);
        },
      ),
    );
  });

  it("grows", () => {
    const builder = new WordIndexBuilder();
    for (let at = 0; at < 20_000; at++) builder.add(`word-${at}`);
    const index = new WordIndex(builder.arrays());
    expect([builder.size, index.find("word-0"), index.find("word-19999")]).toEqual([
      20_000, 0, 19_999,
    ]);
  });
});
