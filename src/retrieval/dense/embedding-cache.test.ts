import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddingCacheOptions, openEmbeddingCache } from "./embedding-cache.ts";

let folder: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-vectors-"));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: Partial<EmbeddingCacheOptions> = {}) =>
  openEmbeddingCache({
    folder,
    signature: "model@1",
    dimensions: 3,
    onWarning: (text) => warnings.push(text),
    ...options,
  });
const vector = (first: number) => Float32Array.of(first, 0.5, -1);
const path = () => join(folder, readdirSync(folder)[0] ?? "");
/** Mark, key, three numbers, checksum. */
const RECORD_BYTES = 4 + 16 + 12 + 4;

async function fill(texts: readonly string[]): Promise<void> {
  const cache = await open();
  await cache.add(texts.map((text, at) => [text, vector(at)]));
  await cache.close();
}

describe("openEmbeddingCache", () => {
  it("gives vectors back bit by bit, now and after it is opened again", async () => {
    const cache = await open();
    await cache.add([["a", vector(1 / 3)]]);
    await cache.add([
      ["b", vector(2)],
      ["", vector(3)],
    ]);
    expect(await cache.find("a")).toEqual(vector(1 / 3));
    expect(await cache.find("c")).toBeUndefined();
    await cache.close();
    const again = await open();
    expect(again.vectorCount).toBe(3);
    expect(await again.find("")).toEqual(vector(3));
    expect(await again.find("a")).toEqual(vector(1 / 3));
    await again.close();
    expect(warnings).toEqual([]);
  });

  it("keeps models apart", async () => {
    await fill(["a"]);
    const other = await open({ signature: "model@2" });
    expect(await other.find("a")).toBeUndefined();
    await other.close();
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("skips a torn tail, says so, and reads what is written behind it", async () => {
    await fill(["a", "b"]);
    truncateSync(path(), statSync(path()).size - 7);
    const cache = await open();
    expect([await cache.find("a"), await cache.find("b")]).toEqual([vector(0), undefined]);
    expect(warnings).toEqual([
      expect.stringContaining(`${RECORD_BYTES - 7} bytes of a torn write`),
    ]);
    await cache.add([["c", vector(9)]]);
    expect(await cache.find("c")).toEqual(vector(9));
    await cache.close();
    const again = await open();
    expect([await again.find("a"), await again.find("b"), await again.find("c")]).toEqual([
      vector(0),
      undefined,
      vector(9),
    ]);
    await again.close();
  });

  it("finds its way past zeros that a power cut left, whatever their number", async () => {
    await fill(["a"]);
    appendFileSync(path(), new Uint8Array(5_000_001));
    const cache = await open();
    await cache.add([["b", vector(5)]]);
    await cache.close();
    const again = await open();
    expect([await again.find("a"), await again.find("b")]).toEqual([vector(0), vector(5)]);
    await again.close();
  });

  it("does not believe a record whose bytes have changed", async () => {
    await fill(["a", "b"]);
    const bytes = readFileSync(path());
    const at = bytes.length - RECORD_BYTES - 8;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(path(), bytes);
    const cache = await open();
    expect([await cache.find("a"), await cache.find("b")]).toEqual([undefined, vector(1)]);
    await cache.close();
  });

  it("starts a file anew whose head is another's or torn", async () => {
    await fill(["a"]);
    for (const bytes of [Buffer.from("LHVE"), Buffer.alloc(500, 7)]) {
      writeFileSync(path(), bytes);
      const cache = await open();
      expect(await cache.find("a")).toBeUndefined();
      await cache.add([["a", vector(4)]]);
      await cache.close();
      const again = await open();
      expect(await again.find("a")).toEqual(vector(4));
      await again.close();
    }
    expect(warnings).toEqual([
      expect.stringContaining("started anew"),
      expect.stringContaining("started anew"),
    ]);
  });

  it("bears two writers at once", async () => {
    const [one, two] = [await open(), await open()];
    const texts = Array.from({ length: 50 }, (_, at) => `text ${at}`);
    await Promise.all(
      texts.map((text, at) => (at % 2 === 0 ? one : two).add([[text, vector(at)]])),
    );
    await Promise.all([one.close(), two.close()]);
    const all = await open();
    for (const [at, text] of texts.entries()) expect(await all.find(text)).toEqual(vector(at));
    await all.close();
    expect(warnings).toEqual([]);
  });

  it("takes no more than its bound, and drops its older half when it is opened nearly full", async () => {
    const head = 12 + JSON.stringify({ signature: "model@1", dimensions: 3 }).length;
    const maxBytes = head + 10 * RECORD_BYTES;
    const cache = await open({ maxBytes });
    for (let at = 0; at < 12; at++) await cache.add([[`t${at}`, vector(at)]]);
    expect(cache.vectorCount).toBe(10);
    expect(warnings).toEqual([expect.stringContaining("further vectors are not kept")]);
    await cache.close();
    const again = await open({ maxBytes });
    expect([again.vectorCount, await again.find("t4"), await again.find("t5")]).toEqual([
      5,
      undefined,
      vector(5),
    ]);
    await again.close();
  });
});
