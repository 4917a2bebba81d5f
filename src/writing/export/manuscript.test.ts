import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { manuscriptOf } from "./manuscript.ts";

const clock = createVirtualClock(0);

/** Levels of the headings of a document, as they follow each other. */
async function headingLevels(kind: string, words: number): Promise<number[]> {
  const brief = parseBrief(
    `goal: Tell how a ferry is saved in a storm, and who paid for it.\nkind: ${kind}\nmodel: fake\nrepair: false\ncandidates: 1\nlength: { words: ${words} }\n`,
    "brief.yaml",
  );
  const writerModel = createFakeModel({ clock });
  const writer = await openWriter({ brief, store: openMemoryRunStore(), clock, writerModel });
  await writeDocument(writer);
  const { blocks } = manuscriptOf(writer);
  return blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
}

describe("manuscriptOf", () => {
  it("heads the parts and chapters of a story, not its steps", async () => {
    const levels = await headingLevels("story", 40_000);
    expect(new Set(levels)).toEqual(new Set([2, 3]));
  });

  it("heads every section of a report", async () => {
    const levels = await headingLevels("report", 40_000);
    expect(Math.max(...levels)).toBeGreaterThan(3);
  });
});
