import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Brief,
  countWords,
  estimateWriting,
  parseBrief,
  plantFacts,
  targetWordsOf,
} from "../../../writing/index.ts";

const folder = join(import.meta.dirname, "../../../../examples/briefs");
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

function read(file: string): Brief {
  return plantFacts(parseBrief(readFileSync(join(folder, file), "utf8"), file));
}

describe("the shipped briefs", () => {
  it("are twelve of five kinds, one of them a story of 30,000 words", () => {
    const briefs = files.map(read);
    expect(files).toHaveLength(12);
    expect(new Set(briefs.map(({ kind }) => kind))).toEqual(
      new Set(["story", "essay", "report", "memoir", "speech"]),
    );
    const long = briefs.filter((brief) => targetWordsOf(brief) === 30_000);
    expect(long.map(({ kind }) => kind)).toEqual(["story"]);
  });

  it.each(files)("%s plants forty facts with 150 call-backs that all have room", (file) => {
    const brief = read(file);
    const { plantedFacts = [] } = brief;
    expect(plantedFacts).toHaveLength(40);
    expect(plantedFacts.reduce((sum, { places }) => sum + places.length, 0)).toBe(150);
    expect(plantedFacts.filter(({ kind }) => kind === "invented")).toHaveLength(10);
    expect(plantedFacts.filter((fact) => fact.kind === "given" && fact.later)).toHaveLength(8);
    const mentions = new Set(brief.must.map(({ id }) => id));
    expect(mentions.size).toBe(brief.must.length);
  });

  it.each(files)("%s can be estimated and contradicts nothing of its own", (file) => {
    const brief = read(file);
    expect(estimateWriting(brief).targetWords).toBe(targetWordsOf(brief));
    expect(brief.goal.length).toBeGreaterThan(1400);
    // A value that stands in the goal by chance would be a fact that nobody planted.
    const forms = (brief.plantedFacts ?? []).flatMap((fact) =>
      fact.kind === "given"
        ? [...fact.forms, ...(fact.later?.forms ?? []), ...fact.distractors]
        : [],
    );
    const goal = ` ${brief.goal.toLowerCase()} `;
    expect(forms.filter((form) => goal.includes(` ${form.toLowerCase()} `))).toEqual([]);
    expect(countWords(brief.goal)).toBeLessThan(1200);
  });
});
