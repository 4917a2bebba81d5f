import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleArchive } from "../../../tests/challenge-archive.ts";
import { cli } from "../../../tests/in-process-cli.ts";
import { reportChallenge } from "./challenge-report.ts";

describe("reportChallenge", () => {
  let folder = "";
  const file = (name: string): string => join(folder, name);
  const archive = sampleArchive();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "challenge-report-"));
    await writeFile(file("archive.json"), JSON.stringify(archive));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("writes every format, and the same bytes a second time", async () => {
    const { text } = await reportChallenge(file("archive.json"), { out: file("one") });
    await reportChallenge(file("archive.json"), { out: file("two") });
    const names = await readdir(file("one"));
    expect(names).toEqual(expect.arrayContaining(["report.html", "report.md", "report.tex"]));
    expect(names.filter((name) => name.endsWith(".csv")).length).toBeGreaterThan(10);
    for (const name of names) {
      const [one, two] = await Promise.all(
        ["one", "two"].map((place) => readFile(join(file(place), name), "utf8")),
      );
      expect(two).toBe(one);
    }
    // 1 study, 18 texts, 5 raters, 90 readings, 180 answers.
    expect(text).toContain("follow from 294 lines of ratings");
  });

  it("is a verb of the command line that writes the formats asked for", async () => {
    const { code, json } = await cli<{ readonly files: readonly string[] }>(
      "leaderboard",
      "report",
      file("archive.json"),
      "--format",
      "md,latex",
      "--out",
      file("three"),
    );
    expect(code).toBe(0);
    expect(json.files).toEqual([file("three/report.md"), file("three/report.tex")]);
    const refused = await cli("leaderboard", "report", file("archive.json"), "--format", "pdf");
    expect(refused.code).not.toBe(0);
  });

  it("refuses results that do not follow from the ratings", async () => {
    const { study } = archive;
    if (study === undefined) throw new TypeError("the sample has a study");
    const [first, ...rest] = study.analysis.agreement;
    if (first === undefined) throw new TypeError("the sample has agreement");
    const agreement = [{ ...first, ratings: first.ratings + 1 }, ...rest];
    const changed = { ...archive, study: { ...study, analysis: { ...study.analysis, agreement } } };
    await writeFile(file("changed.json"), JSON.stringify(changed));
    await expect(reportChallenge(file("changed.json"), { out: file("four") })).rejects.toThrow(
      expect.objectContaining({
        code: "archive-mismatch",
        message: expect.stringContaining("agreement differ"),
      }),
    );
    expect(await readdir(folder)).not.toContain("four");
  });

  it("says which file is missing", async () => {
    await expect(reportChallenge(file("none.json"), { out: file("five") })).rejects.toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });
});
