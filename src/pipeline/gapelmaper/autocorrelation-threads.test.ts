import { expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { autocorrelation, type UnitText, unitText } from "../../scoring/index.ts";
import { openAutocorrelationThreads } from "./autocorrelation-threads.ts";

function randomText(words: number, dimensions: number): UnitText {
  const random = randomStream("threads", words);
  const sequence = Int32Array.from({ length: words }, () => random.nextBelow(200));
  const vectors = Float32Array.from({ length: 200 * dimensions }, () => random.next() - 0.4);
  const text = unitText({ sequence, vectors, dimensions }, true);
  if (text === undefined) throw new Error("random vectors have directions");
  return text;
}

it("give the same bits as one thread, text after text", async () => {
  const threads = openAutocorrelationThreads(3);
  const single = openAutocorrelationThreads(1);
  try {
    for (const [words, dimensions] of [
      [3_000, 41],
      [150_000, 3],
      [20, 1],
    ] as const) {
      const text = randomText(words, dimensions);
      const maxLag = Math.min(500, words - 1);
      const wanted = autocorrelation(text, maxLag);
      expect(await threads.autocorrelation(text, maxLag)).toEqual(wanted);
      expect(await single.autocorrelation(text, maxLag)).toEqual(wanted);
    }
  } finally {
    await threads.close();
    await single.close();
  }
}, 30_000);

it("tells of a thread that has ended", async () => {
  const threads = openAutocorrelationThreads(2);
  await threads.close();
  await expect(threads.autocorrelation(randomText(100, 2), 10)).rejects.toMatchObject({
    code: "thread-failed",
  });
}, 30_000);
