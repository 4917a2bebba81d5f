import { describe, expect, it } from "vitest";
import { sampleArchive } from "../../../tests/challenge-archive.ts";
import { type ChallengeArchive, challengeArchiveSchema } from "../../records/index.ts";
import type { ReportDocument, SourcedTable } from "../../report/index.ts";
import { boardCsv } from "../board-csv.ts";
import { bibtexEntry } from "./bibtex.ts";
import { buildReport } from "./build-report.ts";
import { datasheetsOf } from "./datasheet.ts";
import { parseArchive } from "./read-archive.ts";
import { remakeBoard } from "./remake-board.ts";
import { CHALLENGE_REPORT_FORMATS, reportFiles } from "./render-report.ts";

const archive = sampleArchive();
const report = buildReport(archive);

function section(document: ReportDocument, id: string): ReportDocument["sections"][number] {
  const found = document.sections.find((each) => each.id === id);
  if (found === undefined) throw new TypeError(`no section ${id}`);
  return found;
}

function table(id: string): SourcedTable["table"] {
  const all = report.sections.flatMap(({ tables }) => tables);
  const found = all.find((each) => each.table.id === id);
  if (found === undefined) throw new TypeError(`no table ${id}`);
  return found.table;
}

/** What a JSON pointer leads to. */
function placeOf(pointer: string): unknown {
  let place: unknown = archive;
  for (const key of pointer.split("/").slice(1)) place = (place as Record<string, unknown>)[key];
  return place;
}

/** All numbers below a place, texts that are numbers and lengths of lists among them. */
function numbersIn(place: unknown): number[] {
  if (typeof place === "number") return [place];
  if (typeof place === "string") return place === "" ? [] : [Number(place)];
  if (Array.isArray(place)) return [place.length, ...place.flatMap(numbersIn)];
  return typeof place === "object" && place !== null ? Object.values(place).flatMap(numbersIn) : [];
}

/** All numbers that a table prints. */
function valuesOf({ rows }: SourcedTable["table"]): number[] {
  return rows
    .flatMap(({ places }) => places)
    .flatMap(({ value, ciLow, ciHigh }) => [value, ciLow, ciHigh])
    .filter((value) => value !== undefined);
}

function allFiles(document: ReportDocument): string {
  return JSON.stringify(CHALLENGE_REPORT_FORMATS.map((format) => reportFiles(document, format)));
}

describe("the report of a challenge", () => {
  it("is the same bytes when it is rebuilt from the archive as written and read", () => {
    const again = parseArchive(JSON.stringify(archive), "archive.json");
    expect(again).toEqual(archive);
    expect(allFiles(buildReport(again))).toBe(allFiles(report));
  });

  it("holds no number in its tables that does not stand where the table says it is from", () => {
    // Coverage is counted from lines, and has a test of its own.
    const tables = report.sections
      .flatMap((each) => each.tables)
      .filter((each) => each.table.id !== "rating-coverage");
    expect(tables.length).toBeGreaterThan(10);
    for (const { table: each, source } of tables) {
      const known = new Set(numbersIn(placeOf(source)));
      const strangers = valuesOf(each).filter((value) => !known.has(value));
      expect(strangers, each.id).toEqual([]);
    }
  });

  it("counts raters and coverage from the ratings themselves", () => {
    // 3 systems × 6 prompts × 5 raters; one rater of five stated no level.
    const rows = table("rating-coverage").rows.map(({ heads, places }) => [
      heads[0],
      places[0]?.value,
    ]);
    expect(rows).toEqual([
      ["raters with a complete rating", 5],
      ["raters with language level native", 4],
      ["raters with language level not stated", 1],
      ["complete ratings, controls left out", 90],
      ["complete ratings, planned", 90],
      ["texts with as many ratings as planned", 18],
    ]);
  });

  it("writes a summary of which every number stands in the archive, and which praises nobody", () => {
    const text = section(report, "summary").paragraphs.join(" ");
    expect(text).toContain("In track stories (distinct-2, public part) 2 lines have a rank");
    expect(text).toContain("there is 1 line without a rank");
    expect(text).toContain("5 raters gave 90 of 90 planned complete ratings");
    expect(text).toContain("means run from 2.00 (Lamp) to 4.00 (people (written by people))");
    expect(text).not.toMatch(
      /best|excellent|impressive|outperform|remarkabl|significant|superior|great|strong|state of the art/i,
    );
    const known = new Set(
      numbersIn(archive).flatMap((value) => [0, 1, 2, 3, 4].map((digits) => value.toFixed(digits))),
    );
    const derived = new Set(
      numbersIn(report.sections.map(({ tables }) => tables)).map((value) => value.toFixed(0)),
    );
    for (const number of text.replaceAll("distinct-2", "").match(/\d+(?:\.\d+)?/g) ?? []) {
      expect(known.has(number) || derived.has(number), number).toBe(true);
    }
  });

  it("lists moved dates with their reasons, signed departures and low power", () => {
    const { points } = section(report, "task");
    expect(points[0]).toBe(
      "submissions close: from 2027-07-02 11:59:59 UTC to 2027-07-16 11:59:59 UTC, on 2027-06-28 09:00:00 UTC. Reason given: Two teams lost their machines.",
    );
    expect(points[1]).toContain("One submission was stuck.");
    expect(section(report, "limits").points).toContain(
      "The study has too few prompts for any claim about its family of comparisons.",
    );
  });

  it("orders a board as its CSV does and gives the reason of a line without a rank", () => {
    const { rows } = table("board-1");
    const [board] = archive.boards;
    const teams = board === undefined ? [] : boardCsv(board).split("\r\n").slice(1, -1);
    expect(rows.map(({ heads }) => heads[0])).toEqual(
      teams.map((line) => line.split(",")[1]?.replaceAll('"', "")),
    );
    expect(rows[0]?.places[2]).toMatchObject({ value: 0.4124, text: "0.4124" });
    expect(rows[2]?.places[2]).toMatchObject({ state: "absent", reason: "no score: null" });
  });

  it("says low agreement beside every mean of the dimension", () => {
    const low = archive.studies[0]?.analysis.agreement.filter(({ isLow }) => isLow) ?? [];
    expect(low.map(({ dimension }) => dimension)).toEqual(["relevance", "fluency"]);
    for (const { places } of table("marks").rows) expect(places[0]?.detail).toBe("low agreement");
  });

  it("says of each pair whether the declared test separates it, and nothing else", () => {
    const verdicts = table("tests").rows.map(({ places }) => [
      (places[2]?.value ?? 1) < 0.05,
      places[3]?.text,
    ]);
    expect(verdicts.length).toBe(6);
    for (const [below, word] of verdicts) expect(word).toBe(below ? "separated" : "not separated");
  });

  it("shows what people wrote as text in every format", () => {
    const hostile = buildReport(
      sampleArchive({
        team: '=1+1|<b>&"x"_\\input{y}',
        limit: "<script>alert(1)</script> \\end{document}",
      }),
    );
    const [html, markdown, latex] = (["html", "md", "latex"] as const).map(
      (format) => reportFiles(hostile, format)[0]?.content ?? "",
    );
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toMatch(/<(?:link|img|iframe)\b|https?:\/\//);
    expect(markdown).toContain("\\<script\\>");
    expect(latex?.match(/\\end\{document\}/g)).toHaveLength(1);
    expect(latex).toContain("\\textbackslash{}input\\{y\\}");
    const csv = reportFiles(hostile, "csv").find(({ name }) => name === "board-1.csv");
    expect(csv?.content).toContain(`"'=1+1`);
  });

  it("says first that it is preliminary, and what is still to come", () => {
    const early = buildReport({
      ...archive,
      state: "preliminary",
      missing: ["The results are not published."],
    });
    expect(early.overline).toBe("Preliminary challenge report");
    expect(section(early, "summary").paragraphs[0]).toBe(
      "This report is preliminary: its numbers may change. Still to come: The results are not published.",
    );
    expect(JSON.stringify(report)).not.toContain("reliminary");
  });

  it("tells two studies apart by their names, each table made from its own", () => {
    const [study] = archive.studies;
    if (study === undefined) throw new TypeError("the sample has a study");
    const second = { ...study, plan: { ...study.plan, name: "second-reading" } };
    const both = buildReport({ ...archive, studies: [study, second] });
    const all = both.sections.flatMap(({ tables }) => tables);
    expect(new Set(all.map(({ table: { id } }) => id)).size).toBe(all.length);
    expect(all.find(({ table: { id } }) => id === "marks-2")).toMatchObject({
      source: "/studies/1/analysis/all/systems",
      table: { title: "Marks of the systems, all raters: second-reading" },
    });
  });

  it("has an overall number of marks only where the challenge declared one", () => {
    const study = { ...archive.challenge.study, overall: "mean" as const };
    const declared = buildReport({ ...archive, challenge: { ...archive.challenge, study } });
    const overallOf = ({ sections }: typeof report) =>
      sections.flatMap(({ tables }) => tables).find((each) => each.table.id === "overall");
    expect(overallOf(report)).toBeUndefined();
    const rows = overallOf(declared)?.table.rows ?? [];
    expect(rows.map(({ heads, places }) => [heads[0], ...places.map(({ text }) => text)])).toEqual([
      ["Tide", "1", "3.0000", "first"],
      ["Lamp", "2", "2.0000", "separated from rank 1"],
      ["people (written by people)", "—", "4.0000", "not ranked"],
    ]);
  });

  it("shows every moved date beside the one that was announced first", () => {
    const rows = table("schedule").rows.map(({ heads, places }) => [heads[0], places[2]?.text]);
    expect(rows[3]).toEqual(["submissions close", "2027-07-02 11:59:59 UTC"]);
    expect(rows[4]).toEqual(["rating closes", "the same"]);
  });

  it("names no table twice, so that every table has its own file", () => {
    const names = reportFiles(report, "csv").map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("against-human.csv");
  });

  it("says that results are exploratory where the ratings name another plan", () => {
    const [study] = archive.studies;
    if (study === undefined) throw new TypeError("the sample has a study");
    const plan = { ...study.plan, hash: "ef".repeat(32) };
    const other = buildReport({ ...archive, studies: [{ ...study, plan }] });
    expect(section(other, "rating").paragraphs[0]).toContain("name another plan than this one");
    expect(section(other, "limits").points.join(" ")).toContain(
      "results of the study are exploratory",
    );
  });

  it("is made for a challenge that nobody rated, and says so", () => {
    const bare = buildReport({
      ...archive,
      studies: [],
      boards: [],
      flags: [],
      participants: [],
    });
    expect(bare.sections.map(({ id }) => id)).not.toContain("human");
    expect(section(bare, "summary").paragraphs.at(-1)).toBe("There was no rating study.");
    expect(section(bare, "limits").points).toContain("No person rated the texts.");
  });
});

describe("remakeBoard", () => {
  it("makes every board of the archive again from the scores in it", () => {
    for (const board of archive.boards) expect(remakeBoard(archive, board)).toEqual(board);
  });

  it("has no board where the archive does not hold its scores", () => {
    const [board] = archive.boards;
    if (board === undefined) throw new TypeError("the sample has boards");
    expect(remakeBoard({ ...archive, boardInputs: [] }, board)).toBeUndefined();
  });
});

describe("datasheetsOf", () => {
  it("answers what the archive knows, and lists what only the organisers know", () => {
    const [sheet] = datasheetsOf(archive);
    const answerTo = (question: string) =>
      sheet?.answers.find((one) => one.question === question)?.answer;
    // 18 texts by 3 systems.
    expect([answerTo("3.1.1"), answerTo("3.2.1"), answerTo("3.2.2.2")]).toEqual([
      6,
      5,
      "15 euros an hour",
    ]);
    expect(answerTo("5.1")).toBeNull();
    expect(sheet?.open).toContain("5.1");
    expect(sheet?.open).not.toContain("3.2.1");
    expect(sheet?.criteria.map(({ dimension }) => dimension)).toEqual(["relevance", "fluency"]);
  });
});

describe("bibtexEntry", () => {
  it("is one entry, in which braces of people open and close nothing", () => {
    const challenge = { ...archive.challenge, title: "Tales } @misc{" };
    expect(bibtexEntry({ ...archive, challenge })).toBe(
      `@misc{lighthouse-stories-2027,
  title = {{Tales \\} @misc\\{}},
  author = {{Organisers of Tales \\} @misc\\{}},
  year = {2027},
  note = {Challenge report, made with Longhand 0.1.0},
  url = {https://rate.example.org/challenges/lighthouse-stories},
}
`,
    );
  });
});

describe("parseArchive", () => {
  it("names the place of every fault", () => {
    const broken = { ...archive, madeAtMs: "now", audit: { lines: -1, head: "x" } };
    expect(() => parseArchive(JSON.stringify(broken), "a.json")).toThrow(
      /a\.json is not[\s\S]*madeAtMs: [\s\S]*audit\.lines: [\s\S]*audit\.head: must be 64/,
    );
    expect(() => parseArchive("{", "a.json")).toThrow("a.json is not JSON.");
  });

  it("keeps every field that the type knows", () => {
    const parsed: ChallengeArchive = challengeArchiveSchema.parse(archive);
    expect(parsed).toEqual(archive);
  });
});
