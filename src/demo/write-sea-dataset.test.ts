import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDataset } from "../dataset/index.ts";
import { writeSeaDataset } from "./write-sea-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-sea-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Twenty chapters of 450 words: 45 sentences of ten words each. */
const NOVEL = Array.from({ length: 20 }, (_, chapter) => ({
  number: chapter + 1,
  title: `On ${chapter + 1}`,
  text: Array.from(
    { length: 45 },
    (__, at) => `Chapter ${chapter + 1} has a sentence ${at} with ten words here.`,
  ).join(" "),
}));

describe("the dataset of the novel", () => {
  it("is read back as it was written, spread over the novel", async () => {
    const made = await writeSeaDataset(folder, NOVEL, 3);
    // Fifteen chapters have five before them: the 6th, 11th and 16th.
    expect(made.map(({ id }) => id)).toEqual(["chapter-6", "chapter-11", "chapter-16"]);
    const dataset = await openDataset(join(folder, "test.jsonl"), { split: "test" });
    const read = [];
    for await (const example of dataset.examples()) read.push(example);
    expect(read.map(({ id, output }) => [id, output])).toEqual(
      made.map(({ id, output }) => [id, output]),
    );
    expect(read.map(({ fields }) => fields?.["prefix"])).toEqual(
      made.map(({ fields }) => fields?.["prefix"]),
    );
  });

  it("has nothing but chapters before in its profiles", async () => {
    const made = await writeSeaDataset(folder, NOVEL, 3);
    for (const { id, profile } of made) {
      const own = Number(id.split("-")[1]);
      expect(profile.length).toBeGreaterThan(0);
      expect(profile.every((item) => Number(/\d+/.exec(item.id)?.[0]) < own)).toBe(true);
    }
  });
});
