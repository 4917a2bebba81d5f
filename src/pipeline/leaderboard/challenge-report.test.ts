import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleArchive } from "../../../tests/challenge-archive.ts";
import { cli } from "../../../tests/in-process-cli.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import type { RunContext } from "../run-context.ts";
import { reportChallenge } from "./challenge-report.ts";
import { reportDownload } from "./report-download.ts";

const context: RunContext = {
  clock: createVirtualClock(0),
  nameSeed: "report",
  home: "",
  runsFolder: "",
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: () => undefined,
};

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
    const { text } = await reportChallenge(file("archive.json"), { out: file("one") }, context);
    await reportChallenge(file("archive.json"), { out: file("two") }, context);
    const names = await readdir(file("one"));
    expect(names).toEqual(
      expect.arrayContaining([
        ...["heds.json", "report.bib", "report.html", "report.json", "report.md", "report.tex"],
      ]),
    );
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
    const refused = await cli("leaderboard", "report", file("archive.json"), "--format", "doc");
    expect(refused.code).not.toBe(0);
  });

  it("refuses results that do not follow from the ratings", async () => {
    const [study] = archive.studies;
    if (study === undefined) throw new TypeError("the sample has a study");
    const [first, ...rest] = study.analysis.agreement;
    if (first === undefined) throw new TypeError("the sample has agreement");
    const agreement = [{ ...first, ratings: first.ratings + 1 }, ...rest];
    const analysis = { ...study.analysis, agreement };
    const changed = { ...archive, studies: [{ ...study, analysis }] };
    await writeFile(file("changed.json"), JSON.stringify(changed));
    await expect(
      reportChallenge(file("changed.json"), { out: file("four") }, context),
    ).rejects.toThrow(
      expect.objectContaining({
        code: "archive-mismatch",
        message: expect.stringContaining("studies/0/analysis/agreement differs"),
      }),
    );
    expect(await readdir(folder)).not.toContain("four");
  });

  it("refuses boards that do not follow from the scores", async () => {
    const [board, ...others] = archive.boards;
    const [first, ...rest] = board?.ranked ?? [];
    if (board === undefined || first === undefined) throw new TypeError("the sample has boards");
    const ranked = [{ ...first, score: 0.9, shown: "0.9000" }, ...rest];
    const changed = { ...archive, boards: [{ ...board, ranked }, ...others] };
    await writeFile(file("board.json"), JSON.stringify(changed));
    await expect(
      reportChallenge(file("board.json"), { out: file("four") }, context),
    ).rejects.toThrow("boards/0 differs");
  });

  it("says which file is missing", async () => {
    await expect(
      reportChallenge(file("none.json"), { out: file("five") }, context),
    ).rejects.toThrow(expect.objectContaining({ code: "not-found" }));
  });
});

describe("reportDownload", () => {
  const archive = sampleArchive();

  it("writes a PDF with its date, the same bytes again, that shows unknown characters by number", async () => {
    const pdf = await reportDownload(sampleArchive({ team: "Team 中🙂" }), { format: "pdf" });
    const again = await reportDownload(sampleArchive({ team: "Team 中🙂" }), { format: "pdf" });
    expect(Buffer.from(pdf.bytes).equals(Buffer.from(again.bytes))).toBe(true);
    const { getDocumentProxy, extractText } = await import("unpdf");
    const { text, totalPages } = await extractText(await getDocumentProxy(pdf.bytes), {
      mergePages: true,
    });
    expect(totalPages).toBeGreaterThan(2);
    const plain = text.replace(/\s+/g, " ");
    expect(plain).toContain("Lighthouse stories");
    expect(plain).toContain("[U+4E2D]");
    expect(plain).toContain("Krippendorff");
    expect(plain).toContain("0.4124");
  });

  it("gives all tables in one archive, or the one that is asked for", async () => {
    const all = await reportDownload(archive, { format: "csv" });
    const names = Object.keys(unzipSync(all.bytes));
    expect(names).toContain("board-1.csv");
    const one = await reportDownload(archive, { format: "csv", table: "board-1" });
    expect(unzipSync(all.bytes)["board-1.csv"]).toEqual(one.bytes);
    await expect(reportDownload(archive, { format: "csv", table: "none" })).rejects.toThrow(
      expect.objectContaining({ code: "unknown-table" }),
    );
  });
});
