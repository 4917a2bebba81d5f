import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockOpenAiServer, reply, startMockOpenAiServer } from "../mock-openai-server.ts";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

const cwd = newFolder("cases");
const options = { cwd, env: { LONGHAND_HOME: join(cwd, "home") } };
const caseFile = (name: string): string => resolve("tests/cases", name);

function linesOf<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

function writeLines(name: string, rows: readonly unknown[]): string {
  writeFileSync(join(cwd, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return name;
}

type Row = Readonly<Record<string, string>> & {
  readonly split: string;
  readonly profile: readonly Readonly<Record<string, string>>[];
};

/** The examples of all parts of a dataset. */
function examplesOf(dataset: string): Row[] {
  return ["train", "validation", "test"].flatMap((split) =>
    linesOf<Row>(join(cwd, dataset, `${split}.jsonl`)).map((row) => Object.assign(row, { split })),
  );
}

interface Finding {
  readonly outcome: string;
  readonly message: string;
  readonly id?: string;
  readonly place: { readonly line?: number; readonly column?: number };
}

interface Checked {
  readonly counts: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

async function checked(name: string, ...more: readonly string[]) {
  const args = ["corpus", "check", caseFile(`corpus/${name}`), ...more];
  const { code, json } = await longhandJson<Checked>(args, options);
  return { code, ...json };
}

/** The ids of the documents that an import lets in. */
async function imported(name: string, ...more: readonly string[]) {
  const from = ["corpus", "import", caseFile(`corpus/${name}`), "--out", `${name}.corpus`];
  await longhand([...from, "--allow-rejected", "99", ...more], options);
  return linesOf<Readonly<Record<string, unknown>>>(join(cwd, `${name}.corpus`));
}

describe("longhand corpus on the cases", () => {
  it("reads the good rows of ragged.csv, and places every fault", async () => {
    const { code, counts, findings } = await checked("ragged.csv");
    expect(code).toBe(1);
    expect(counts).toMatchObject({ documents: 3, rejected: 3, skipped: 1 });
    const rejected = findings.filter(({ outcome }) => outcome === "rejected");
    expect(rejected.map(({ place, message }) => [place.line, place.column, message])).toEqual([
      [3, undefined, "3 of 4 fields"],
      [4, undefined, "5 of 4 fields"],
      [9, 22, "the quote opened here never closes; lines 9 to 10 were not read"],
    ]);
    expect((await imported("ragged.csv")).map(({ id }) => id)).toEqual(["d1", "d4", "d5"]);
  });

  it("reads bom-crlf.csv as it reads the file with line feeds and without a mark", async () => {
    const text = readFileSync(caseFile("corpus/bom-crlf.csv"), "utf8");
    const plain = text.replace("\ufeff", "").replaceAll("\r\n", "\n");
    writeFileSync(join(cwd, "plain.csv"), plain);
    await longhand(["corpus", "import", "plain.csv", "--out", "plain.corpus"], options);
    const documents = await imported("bom-crlf.csv");
    expect(documents.map(({ id }) => id)).toEqual(["d1", "d2", "d3"]);
    expect(JSON.stringify(documents)).not.toContain("\\r");
    const withoutSource = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows.map(({ source: _, ...row }) => row);
    expect(withoutSource(documents)).toEqual(withoutSource(linesOf(join(cwd, "plain.corpus"))));
  });

  it("lists every bad line of broken-lines.jsonl, and keeps __proto__ a plain key", async () => {
    const { findings } = await checked("broken-lines.jsonl");
    const rejected = findings.filter(({ outcome }) => outcome === "rejected");
    expect(rejected.map(({ place }) => place.line)).toEqual([3, 4, 5, 6, 7, 9, 10, 12]);
    const documents = await imported("broken-lines.jsonl");
    expect(documents.map(({ id }) => id)).toEqual(["a1", "a7", "a11"]);
    expect(JSON.stringify(documents[1])).toContain('"__proto__"');
  });

  it("tells null, missing, empty, blank and words apart in null-nan-missing.jsonl", async () => {
    const { findings } = await checked("null-nan-missing.jsonl");
    expect(findings.map(({ id, message }) => [id, message])).toEqual([
      ["n1", "text is missing"],
      ["n2", "text is missing"],
      ["n3", "text is empty"],
      ["n4", "text is empty"],
      ["n8", "author is missing"],
      ["n10", "text is not a string"],
      ["n11", "text is not a string"],
    ]);
    const ids = (await imported("null-nan-missing.jsonl")).map(({ id }) => id);
    expect(ids).toEqual(["n5", "n6", "n7", "n9"]);
  });

  it.each([
    ["longhand", "dropped"],
    ["longlamp-paper", "warning"],
  ])("finds the repeated ids and texts of duplicate-ids.jsonl under %s", async (profile, tenth) => {
    const { findings } = await checked("duplicate-ids.jsonl", "--profile", profile);
    expect(findings.map(({ outcome, place }) => [place.line, outcome])).toEqual([
      [2, "dropped"],
      [4, "rejected"],
      [6, "rejected"],
      [8, "rejected"],
      [10, tenth],
    ]);
  });

  it("reads the wrong charset, the lone CR and the NUL of cp1252-labelled-ascii.eml", async () => {
    const [mail] = await imported("cp1252-labelled-ascii.eml");
    expect(`${mail?.["title"]}`).toMatch(/[“”…–]/);
    expect(`${mail?.["text"]}`).toContain("“smart quotes”");
    expect(`${mail?.["text"]}`).not.toMatch(/[\r\0]/);
    const { counts } = await checked("cp1252-labelled-ascii.eml");
    expect(Number(counts["warnings"])).toBeGreaterThanOrEqual(2);
  });

  it("names all missing mails of mail-sample-ids.json in one error, and imports the others", async () => {
    const mailbox = [caseFile("corpus/mailbox.mbox"), "--profile", "longlamp-paper"];
    const mails = ["corpus", "import", ...mailbox, "--allow-rejected", "9", "--out", "mails.jsonl"];
    await longhand(mails, options);
    mkdirSync(join(cwd, "samples"), { recursive: true });
    const samples = readFileSync(caseFile("corpus/mail-sample-ids.json"));
    writeFileSync(join(cwd, "samples", "test.json"), samples);
    const from = [
      "dataset",
      "import",
      "samples",
      "--mails",
      "mails.jsonl",
      "--out",
      "from-samples",
    ];
    const refused = await longhand(from, options);
    expect(refused.code).toBe(1);
    for (const id of ["m97", "m98", "m99"]) expect(refused.stderr).toContain(id);
    const allowed = await longhand([...from, "--allow-rejected", "99"], options);
    expect(allowed.code).toBe(0);
    const first = examplesOf("from-samples").find(({ id }) => id === "s1");
    expect(first?.["input"]).toMatch(/\. text: We meet at nine by$/);
  });
});

describe("longhand dataset build on papers without an abstract", () => {
  it("tells in the funnel what citation-leading-commas.json holds without a text", async () => {
    const from = [caseFile("corpus/citation-leading-commas.json"), "--format", "citation"];
    const { code } = await longhand(["corpus", "import", ...from, "--out", "commas"], options);
    expect(code).toBe(0);
    const { json } = await longhandJson<{
      readonly error: {
        readonly details: {
          readonly funnel: readonly {
            readonly rule: string;
            readonly in: number;
            readonly out: number;
          }[];
        };
      };
    }>(
      [
        ...["dataset", "build", "--task", "abstract", "--corpus", "commas", "--language", "any"],
        ...["--min-papers-per-author", "1"],
      ],
      options,
    );
    const rule = json.error.details.funnel.find((step) => step.rule === "paper has a text");
    expect(rule).toMatchObject({ in: 3, out: 1 });
  });
});

interface DateCase {
  readonly id: string;
  readonly reviewerID: string;
  readonly text: string;
}

/** The days that the case's README settles; z1 has none. */
const DAYS: Readonly<Record<string, string>> = {
  ...{ r1: "2015-10-09", r2: "2015-12-31", r3: "2016-02-01", r4: "2016-02-09", r5: "2016-02-10" },
  ...{ q1: "2016-05-05", q2: "2016-05-05", q3: "2016-05-05", q4: "2016-05-05" },
  ...{ z2: "2016-01-01", z3: "2016-01-02", z4: "2016-01-03", z5: "2016-01-04" },
  ...{ y1: "2016-01-01", y2: "2016-01-02", y3: "2016-01-03" },
};

describe("longhand dataset build on the cases", () => {
  it.each([
    ["longhand", { test: "q4", validation: "q3", train: "q2" }, ["q1"]],
    ["longlamp-paper", { test: "q3", validation: "q4", train: "q1" }, ["q2"]],
  ] as const)("orders temporal-dates.jsonl as it should under %s", async (profile, u2, rest) => {
    const cases = linesOf<DateCase>(caseFile("dataset/temporal-dates.jsonl"));
    const corpus = writeLines(
      "dates.jsonl",
      cases.map(({ id, reviewerID, text }) => ({
        ...{ id, author: reviewerID, title: "w", text: `${text} (${id})`, date: DAYS[id] },
        fields: { overall: 4, description: "a thing" },
      })),
    );
    const out = `dates-${profile}`;
    await longhand(
      [
        ...["dataset", "build", "--task", "review", "--setting", "temporal", "--corpus", corpus],
        ...["--profile", profile, "--min-review-words", "1", "--min-summary-words", "1"],
        ...["--min-reviews-per-user", "1", "--min-profile-reviews", "1", "--final-share", "1"],
        ...["--out", out],
      ],
      options,
    );
    const told = (user: string) => {
      const own = examplesOf(out).filter((row) => row["reviewerId"] === user);
      const targets = Object.fromEntries(own.map((row) => [row.split, row["target_id"]]));
      return { targets, profile: own[0]?.profile.map(({ id }) => id) };
    };
    expect(told("U1")).toEqual({
      targets: { test: "r5", validation: "r4", train: "r3" },
      profile: ["r1", "r2"],
    });
    expect(told("U2")).toEqual({ targets: u2, profile: rest });
    expect(told("U3").targets).toEqual({ test: "z5", validation: "z4", train: "z3" });
    expect(told("U4").targets).toEqual({});
  });

  it("keeps e1, e5 and e7 of threshold-edges.jsonl, and nothing of U2", async () => {
    const cases = linesOf<Readonly<Record<string, string>>>(
      caseFile("dataset/threshold-edges.jsonl"),
    );
    const corpus = writeLines(
      "edges.jsonl",
      cases.map(({ id, reviewerID, summary, reviewText, overall, description }) => ({
        ...{ id, author: reviewerID, title: summary, text: reviewText },
        fields: { overall, description },
      })),
    );
    const words = ["--min-review-words", "12", "--min-summary-words", "4"];
    const people = ["--min-reviews-per-user", "4", "--min-profile-reviews", "1"];
    await longhand(
      [
        ...["dataset", "build", "--task", "review", "--corpus", corpus, ...words, ...people],
        ...["--out", "edges"],
      ],
      options,
    );
    const [only, ...others] = examplesOf("edges");
    expect(others).toEqual([]);
    const kept = [only?.["target_id"], ...(only?.profile ?? []).map(({ id }) => id)];
    expect(kept.sort()).toEqual(["e1", "e5", "e7"]);
  });
});

interface KeywordCase {
  readonly name: string;
  readonly answer: string;
  readonly title?: string;
  readonly expectedKeywords: readonly string[];
  readonly expectedStatus: string;
}

/** The input that a case must give; `undefined` if its answer drops the example. */
function inputOf(
  { answer, title = "A title", expectedKeywords, expectedStatus }: KeywordCase,
  profile: "longhand" | "longlamp-paper",
): string | undefined {
  const isRejected = expectedStatus.startsWith("example rejected");
  if (isRejected) return profile === "longhand" ? undefined : "untold";
  const keywords = profile === "longhand" ? expectedKeywords.join(", ") : answer;
  return `Generate an abstract for the title "${title}" using the following items: ${keywords}`;
}

describe("longhand dataset build with answers of a model", () => {
  const cases = linesOf<KeywordCase>(caseFile("dataset/keyword-formats.jsonl"));
  let server: MockOpenAiServer;

  beforeAll(async () => {
    server = await startMockOpenAiServer((response, request) => {
      const asked = JSON.stringify(request.body);
      const found = cases.find(({ name }) => asked.includes(`about ${name} only`));
      reply(found?.answer ?? "")(response, request);
    });
  });
  afterAll(() => server.close());

  it.each(["longhand", "longlamp-paper"] as const)(
    "writes the keywords of keyword-formats.jsonl into the inputs under %s",
    async (profile) => {
      const corpus = writeLines(
        "papers.jsonl",
        cases.flatMap(({ name, title = "A title" }) =>
          [1, 2].map((copy) => ({
            ...{ id: `${name}-${copy}`, author: name, title, date: `200${copy}` },
            text: `An abstract about ${name} only, number ${copy}.`,
            fields: { language: "en" },
          })),
        ),
      );
      const env = { ...options.env, OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "key" };
      const built = await longhand(
        [
          ...["dataset", "build", "--task", "abstract", "--corpus", corpus, "--profile", profile],
          ...["--min-papers-per-author", "2", "--keywords", "openai:any", "--out", `kw-${profile}`],
        ],
        { cwd, env },
      );
      expect(built.stderr).not.toContain("error:");
      const inputs = new Map(examplesOf(`kw-${profile}`).map((row) => [row["name"], row["input"]]));
      for (const one of cases) {
        const expected = inputOf(one, profile);
        if (expected !== "untold")
          expect([one.name, inputs.get(one.name)]).toEqual([one.name, expected]);
      }
    },
    60_000,
  );
});

interface WordCase {
  readonly name: string;
  readonly text: string;
  readonly pythonWords: readonly string[];
}

describe("longhand dataset build on texts whose words Python and JavaScript count differently", () => {
  it("cuts and joins word-limits.json at the words of Python", async () => {
    const cases = JSON.parse(
      readFileSync(caseFile("prompt/word-limits.json"), "utf8"),
    ) as readonly WordCase[];
    const written = cases.filter(({ pythonWords }) => pythonWords.length > 0);
    const corpus = writeLines(
      "words.jsonl",
      written.flatMap(({ name, text }) =>
        [1, 2].map((copy) => ({
          ...{ id: `${name}-${copy}`, author: name, title: "a", text, date: `200${copy}-01-01` },
        })),
      ),
    );
    await longhand(
      [
        ...["dataset", "build", "--task", "email", "--corpus", corpus],
        ...["--profile", "longlamp-paper", "--min-subject-words", "1", "--min-body-words", "1"],
        ...["--min-mails-per-sender", "2", "--prefix-share", "0.5,0.5", "--out", "words"],
      ],
      options,
    );
    const rows = examplesOf("words");
    expect(rows).toHaveLength(written.length);
    for (const { name, pythonWords } of written) {
      const row = rows.find((candidate) => candidate["user_id"] === name);
      const prefix = row?.["input"]?.split(". text: ")[1] ?? "";
      const given = prefix === "" ? [] : prefix.split(" ");
      expect([name, ...given, ...(row?.["output"] ?? "").split(" ")]).toEqual([
        name,
        ...pythonWords,
      ]);
    }
  });
});

interface TinyProfile {
  readonly name: string;
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  readonly query: string;
  readonly k: number;
  readonly longlampPaper: Expected;
  readonly longhand: Expected;
}

interface Expected {
  readonly fails?: string;
  readonly relevances: readonly number[];
  readonly returns: readonly string[];
  readonly noSignal?: boolean;
}

interface RetrievedLine {
  readonly exampleId: string;
  readonly failed?: string;
  readonly noSignal: boolean;
  readonly passages: readonly { readonly id: string; readonly relevance: number }[];
}

const rounded = (value: number | undefined): number => Number((value ?? Number.NaN).toFixed(6));

function expectFirst(
  { exampleId, passages, noSignal }: RetrievedLine,
  expected: Expected,
  profile: string,
) {
  if (profile === "longhand") {
    expect([exampleId, ...passages.map(({ id }) => id)]).toEqual([exampleId, ...expected.returns]);
    expect(noSignal).toBe(expected.noSignal);
    return;
  }
  // Tied documents compare as a set: the relevances must be the best ones.
  const best = [...expected.relevances]
    .sort((left, right) => right - left)
    .slice(0, passages.length);
  expect(passages.map(({ relevance }) => rounded(relevance))).toEqual(best.map(rounded));
}

describe("longhand retrieval run on profiles of a few documents", () => {
  it.each([
    ["longhand", "longhand"],
    ["longlamp-paper", "longlampPaper"],
  ] as const)("ranks bm25-tiny-profiles.json as %s does", async (profile, side) => {
    const cases = JSON.parse(
      readFileSync(caseFile("retrieval/bm25-tiny-profiles.json"), "utf8"),
    ) as readonly TinyProfile[];
    const dataset = writeLines(
      "tiny-profiles.jsonl",
      cases.map(({ name, documents, query }) => ({
        ...{ id: name, user_id: name, output: "unlike all of them" },
        input: `Complete the text of the following email. title: . text: ${query}`,
        profile: documents.map((document) => ({ ...document, title: "" })),
      })),
    );
    await longhand(
      [
        ...["retrieval", "run", dataset, "--split", "test", "--task", "email"],
        ...["--retriever", "bm25", "--k", "9", "--profile", profile, "--out", "tiny-found.jsonl"],
      ],
      options,
    );
    const found = linesOf<RetrievedLine>(join(cwd, "tiny-found.jsonl"));
    for (const { name, documents, k, [side]: expected } of cases) {
      const line = found.find(({ exampleId }) => exampleId === name);
      expect([name, line?.failed]).toEqual([name, expected.fails]);
      if (expected.fails !== undefined || line === undefined) continue;
      for (const { id, relevance } of line.passages) {
        const at = documents.findIndex((document) => document.id === id);
        expect([name, id, rounded(relevance)]).toEqual([
          name,
          id,
          rounded(expected.relevances[at]),
        ]);
      }
      expectFirst({ ...line, passages: line.passages.slice(0, k) }, expected, profile);
    }
  });
});
