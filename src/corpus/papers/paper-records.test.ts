import { describe, expect, it } from "vitest";
import type { RowEvent } from "../rows/row-event.ts";
import { arxivEvents } from "./arxiv-record.ts";
import { citationEvents } from "./citation-record.ts";
import type { PaperRules } from "./paper-record.ts";

const PLACE = { place: { file: "papers.json", line: 7 }, source: "papers.json" };
const DETECT: PaperRules = { missingLanguage: "detect" };
const PAPER = {
  _id: "p1",
  title: "A title",
  authors: [{ _id: "a1", name: "Ann Lee", org: "Institute\r" }],
  year: 2011,
  lang: "en",
  abstract: "An abstract.",
};

function citation(record: unknown, rules = DETECT): RowEvent[] {
  return [...citationEvents(record, PLACE, rules)];
}

function arxiv(record: unknown): RowEvent[] {
  return [...arxivEvents(record, PLACE, DETECT)];
}

/** Rows as they are, findings as `outcome reason: message`. */
function shown(event: RowEvent) {
  if (event.kind === "row") return event.row;
  const { outcome, reason, message } = event.finding;
  return `${outcome} ${reason}: ${message}`;
}

describe("citationEvents", () => {
  it("reads a record of version 13", () => {
    expect(citation({ ...PAPER, keywords: ["graphs", " ", 5] }).map(shown)).toEqual([
      {
        id: "p1",
        author: null,
        text: "An abstract.",
        title: "A title",
        date: "2011",
        source: "papers.json",
        line: 7,
        author_names: ["Ann Lee"],
        author_ids: ["a1"],
        language: "en",
        keywords: ["graphs"],
      },
    ]);
  });

  it("reads a record of version 10: a list of names, no language, a text as id", () => {
    const [row] = citation({
      id: "00127ee2-cb05-48ce-bc49-9de556b93346",
      authors: ["Ann Lee", "Bert Cole"],
      title: "On the order of words",
      abstract: "It is shown that the order of the words is kept.",
      year: 2013,
      references: [],
    }).map(shown);
    expect(row).toMatchObject({
      author_names: ["Ann Lee", "Bert Cole"],
      author_ids: [null, null],
      language: "en",
    });
  });

  it("reads numbers as ids, fields of study as keywords, and a year as a text", () => {
    const [row] = citation({
      ...PAPER,
      _id: undefined,
      id: 12,
      authors: [{ id: 2_702_511_795, name: "Ann Lee" }],
      fos: [{ name: "Examples", w: 0.5 }, "Graphs"],
      year: "2011",
    }).map(shown);
    expect(row).toMatchObject({
      id: "12",
      author_ids: ["2702511795"],
      keywords: ["Examples", "Graphs"],
      date: "2011",
    });
  });

  it.each([
    ["no object", [PAPER], "rejected not-an-object: not an object with fields"],
    ["a list", { ...PAPER, abstract: ["x"] }, "rejected bad-abstract: abstract is not a string"],
    [
      "an id that lost digits",
      { ...PAPER, _id: 2 ** 53 },
      "rejected id-not-text: id is not a string or a whole number below 2^53",
    ],
  ])("rejects %s", (_, record, said) => {
    expect(citation(record).map(shown)).toEqual([said]);
  });

  it.each([
    ["no authors", null],
    ["an empty list", []],
    ["nameless ones", [{ _id: "a4" }, null]],
  ])("drops a paper that is nobody's: %s", (_, authors) => {
    const said = "dropped author-missing: the record names no author";
    expect(citation({ ...PAPER, authors }).map(shown)).toEqual([said]);
  });

  it.each([
    [null, "", "warning text-missing: abstract is missing"],
    [undefined, "", "warning text-missing: abstract is missing"],
    [" \n", " \n", "warning text-empty: abstract is empty"],
  ])("keeps a paper with the abstract %j, and says so", (abstract, text, said) => {
    expect(citation({ ...PAPER, abstract }).map(shown)).toMatchObject([said, { text }]);
  });

  it("leaves out authors without a name, and says so", () => {
    const authors = [...PAPER.authors, { _id: "a4" }, null];
    const [said, row] = citation({ ...PAPER, authors }).map(shown);
    expect(said).toBe("warning nameless-author: 2 authors have no name and were left out");
    expect(row).toMatchObject({ author_names: ["Ann Lee"] });
  });

  it.each([
    [null, undefined],
    [0, "warning bad-date: 0 is not a year; the paper counts as undated"],
    [20110, "warning bad-date: 20110 is not a year; the paper counts as undated"],
    [{ a: 1 }, 'warning bad-date: {"a":1} is not a year; the paper counts as undated'],
  ])("leaves a paper of the year %j undated", (year, said) => {
    const events = citation({ ...PAPER, year }).map(shown);
    expect(events.at(-1)).toMatchObject({ date: null });
    expect(events.length === 2 ? events[0] : undefined).toBe(said);
  });

  it("prefers a plain abstract, unless it is blank", () => {
    const index = { IndexLength: 1, InvertedIndex: { indexed: [0] } };
    const texts = ["Plain.", ""].map(
      (abstract) => citation({ ...PAPER, abstract, indexed_abstract: index }).map(shown)[0],
    );
    expect(texts).toMatchObject([{ text: "Plain." }, { text: "indexed" }]);
  });

  it.each([
    ["detect", "We show that the method is better.", [{ language: "en" }]],
    ["detect", "Graphs, colours.", [{ language: null }]],
    ["keep", "We show that the method is better.", [{ language: null }]],
    [
      "drop",
      "We show that the method is better.",
      ["dropped language-missing: the record names no language"],
    ],
  ] as const)("treats a missing language by the rule %s", (missingLanguage, abstract, expected) => {
    const record = { ...PAPER, lang: null, title: "T", abstract };
    expect(citation(record, { missingLanguage }).map(shown)).toMatchObject(expected);
  });

  it("never looks at the words where the source names a language", () => {
    const abstract = "We show that the method is better.";
    const [row] = citation({ ...PAPER, lang: " DE ", abstract }).map(shown);
    expect(row).toMatchObject({ language: "de" });
  });

  it("mends half characters and makes an id where there is none, the same each time", () => {
    const record = { ...PAPER, _id: undefined, abstract: "half \ud83d" };
    const [said, row] = citation(record).map(shown);
    expect(said).toMatch(/^warning lone-surrogate/);
    expect(row).toMatchObject({
      text: "half \ufffd",
      id: expect.stringMatching(/^doc-[0-9a-f]{24}$/),
    });
    expect(citation(record).map(shown)[1]).toEqual(row);
  });
});

describe("arxivEvents", () => {
  const RECORD = {
    id: "0704.0001",
    title: "Calculation of prompt\n  diphoton production",
    abstract: "  A calculation is\npresented.\n",
    authors: "C. Bal\\'azs, E. L. Berger",
    authors_parsed: [
      ["Bal\\'azs", "C.", ""],
      ["Berger", "E. L.", "Jr."],
    ],
    categories: "hep-ph cs.LG",
    update_date: "2008-11-26",
    versions: [{ version: "v1", created: "Mon, 2 Apr 2007 19:18:42 GMT" }],
  };

  it("reads a record", () => {
    expect(arxiv(RECORD).map(shown)).toEqual([
      {
        id: "0704.0001",
        author: null,
        text: "A calculation is\npresented.",
        title: "Calculation of prompt diphoton production",
        date: "2007-04-02",
        source: "papers.json",
        line: 7,
        author_names: ["C. Bal\\'azs", "E. L. Berger Jr."],
        author_ids: [null, null],
        language: "en",
        keywords: ["hep-ph", "cs.LG"],
      },
    ]);
  });

  it.each([
    ["Ann Lee, Bert Cole and Carl Diaz", ["Ann Lee", "Bert Cole", "Carl Diaz"]],
    ["Ann Lee (1), Bert Cole (2 and (3)) ((1) X, (2) Y)", ["Ann Lee", "Bert Cole"]],
    ["Ann Lee, and\n  Bert Cole", ["Ann Lee", "Bert Cole"]],
    ["Anders Sand", ["Anders Sand"]],
  ])("takes names out of %j", (authors, names) => {
    const [row] = arxiv({ ...RECORD, authors, authors_parsed: undefined }).map(shown);
    expect(row).toMatchObject({ author_names: names });
  });

  it("falls back on the day of the last change", () => {
    const [row] = arxiv({ ...RECORD, versions: [] }).map(shown);
    expect(row).toMatchObject({ date: "2008-11-26" });
  });
});
