import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

const cwd = newFolder("raw");
const options = { cwd, env: { LONGHAND_HOME: join(cwd, "home") } };
const raw = (name: string): string => resolve("tests/cases/corpus", name);

interface Counts {
  readonly documents: number;
  readonly rejected: number;
  readonly dropped: number;
}

interface Built {
  readonly splits: Readonly<Record<"train" | "val" | "test", number>>;
  readonly funnel: readonly { readonly rule: string; readonly in: number; readonly out: number }[];
  readonly checks: readonly { readonly check: string; readonly status: string }[];
}

type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly input: string;
  readonly output: string;
  readonly profile: readonly Readonly<Record<string, string | number>>[];
};

function rowsOf(dataset: string, split: string): Row[] {
  return readFileSync(join(cwd, dataset, `${split}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

/** The raw files as a user would import them; every one has records that cannot be read. */
const IMPORTS = {
  reviews: [raw("amazon-reviews.jsonl"), "--format", "amazon"],
  pretty: [raw("amazon-reviews-pretty.json"), "--format", "amazon"],
  posts: [raw("tldr-17.jsonl"), "--format", "tldr"],
  shell: [raw("citation-mongo-shell.json"), "--format", "citation"],
  commas: [raw("citation-leading-commas.json"), "--format", "citation"],
  papers: [raw("citation-indexed-abstract.jsonl"), "--format", "citation"],
  mails: [raw("mailbox.mbox"), "--format", "mailboxes"],
} as const;

type ImportName = keyof typeof IMPORTS;

const METADATA = ["--metadata", raw("amazon-metadata.jsonl")];

const imports = new Map<ImportName, { readonly code: number | null; readonly counts: Counts }>();

beforeAll(async () => {
  for (const name of Object.keys(IMPORTS) as ImportName[]) {
    const more = name === "reviews" ? METADATA : [];
    const { code, json } = await longhandJson<{ readonly counts: Counts }>(
      ["corpus", "import", ...IMPORTS[name], ...more, "--out", `corpora/${name}`],
      options,
    );
    imports.set(name, { code, counts: json.counts });
  }
}, 120_000);

describe("longhand corpus import of raw dumps", () => {
  it.each([
    ["reviews", 1, { documents: 9, rejected: 4, dropped: 0 }],
    ["pretty", 0, { documents: 3, rejected: 0, dropped: 0 }],
    ["posts", 1, { documents: 8, rejected: 2, dropped: 0 }],
    ["shell", 0, { documents: 4, rejected: 0, dropped: 1 }],
    ["commas", 0, { documents: 3, rejected: 0, dropped: 0 }],
    ["papers", 1, { documents: 5, rejected: 3, dropped: 0 }],
    ["mails", 1, { documents: 15, rejected: 1, dropped: 2 }],
  ] as const)(
    "reads %s, lists what it cannot read, and tells it with code %i",
    (name, code, counts) => {
      expect(imports.get(name)).toMatchObject({ code, counts });
      const aside = join(cwd, "corpora", name, "rejected.jsonl");
      const lines = existsSync(aside) ? readFileSync(aside, "utf8").trim().split("\n") : [];
      expect(lines.filter((line) => line !== "")).toHaveLength(counts.rejected);
    },
  );

  it("ends with code 0 where so many rejected records are allowed", async () => {
    const from = ["corpus", "import", ...IMPORTS.posts, "--allow-rejected", "2"];
    const { code } = await longhand([...from, "--out", "corpora/allowed"], options);
    expect(code).toBe(0);
  });

  it("says what is wrong with a path in words", async () => {
    const from = ["corpus", "import", ...IMPORTS.posts];
    const { code, json } = await longhandJson<{ readonly error: { readonly code: string } }>(
      [...from, "--out", join(raw("tldr-17.jsonl"), "below")],
      options,
    );
    expect(code).toBe(1);
    expect(json.error.code).toBe("system-error");
  });
});

/** Rules low enough for a handful of documents. */
const BUILDS = {
  review: {
    corpus: "reviews",
    low: ["--min-review-words", "8", "--min-reviews-per-user", "2", "--min-profile-reviews", "1"],
  },
  topic: { corpus: "posts", low: ["--min-content-words", "10", "--min-posts-per-author", "2"] },
  abstract: { corpus: "papers", low: ["--min-papers-per-author", "2", "--duplicates", "keep"] },
  email: {
    corpus: "mails",
    low: ["--min-subject-words", "1", "--min-body-words", "3", "--min-mails-per-sender", "2"],
  },
} as const;

type TaskName = keyof typeof BUILDS;

async function build(task: TaskName, setting: string, profile: string): Promise<Built> {
  const { corpus, low } = BUILDS[task];
  const whole = setting === "temporal" ? ["--final-share", "1"] : [];
  const rules = task === "abstract" && profile === "longlamp-paper" ? low.slice(0, 2) : low;
  const { json } = await longhandJson<Built>(
    [
      ...["dataset", "build", "--task", task, "--setting", setting, "--profile", profile],
      ...["--corpus", `corpora/${corpus}`, ...rules, ...whole],
      ...["--out", `data/${task}-${setting}-${profile}`, "--replace"],
    ],
    options,
  );
  return json;
}

/** Posts need three of one person for the temporal setting, and nobody has them in the case file. */
const TEMPORAL = ["review", "abstract", "email"] as const;
const PROFILES = ["longhand", "longlamp-paper"] as const;

describe("longhand dataset build on imported dumps", () => {
  it.each([
    ["review", "longhand", { train: 1, val: 0, test: 1 }],
    ["review", "longlamp-paper", { train: 1, val: 0, test: 1 }],
    ["topic", "longhand", { train: 1, val: 0, test: 1 }],
    ["topic", "longlamp-paper", { train: 2, val: 0, test: 1 }],
    ["abstract", "longhand", { train: 0, val: 0, test: 1 }],
    ["abstract", "longlamp-paper", { train: 0, val: 0, test: 1 }],
    ["email", "longhand", { train: 0, val: 0, test: 7 }],
    ["email", "longlamp-paper", { train: 0, val: 0, test: 7 }],
  ] as const)("builds %s for unseen people under %s", async (task, profile, splits) => {
    const built = await build(task, "user", profile);
    expect(built.splits).toEqual(splits);
    const failed = built.checks.filter(({ status }) => status === "failed");
    expect(failed).toEqual([]);
    for (const { in: before, out } of built.funnel) expect(out).toBeLessThanOrEqual(before);
  });

  it.each(TEMPORAL.flatMap((task) => PROFILES.map((profile) => [task, profile] as const)))(
    "builds %s for newest texts under %s",
    async (task, profile) => {
      const { splits } = await build(task, "temporal", profile);
      expect(splits.test).toBeGreaterThan(0);
      for (const row of rowsOf(`data/${task}-temporal-${profile}`, "test")) {
        expect(row.profile.length).toBeGreaterThan(0);
        const dates = row.profile.map((item) =>
          String(item["date"] ?? item["reviewTime"] ?? item["year"] ?? ""),
        );
        for (const date of dates) expect(date <= String(row["date"])).toBe(true);
      }
    },
  );

  it("names the rule of the task that dropped everybody", async () => {
    const { code, json } = await longhandJson<{ readonly error: { readonly hint: string } }>(
      ["dataset", "build", "--task", "topic", "--corpus", "corpora/posts", "--out", "data/none"],
      options,
    );
    expect(code).toBe(1);
    expect(json.error.hint).toContain("--min-content-words");
  });

  it("makes passages of mails, whose authors' names hold signs", async () => {
    const { code, json } = await longhandJson<Built>(
      [
        ...["dataset", "build", "--task", "passage", "--corpus", "corpora/mails"],
        ...["--passage-words", "3,8", "--out", "data/passage"],
      ],
      options,
    );
    expect(code).toBe(0);
    expect(json.splits.test).toBe(5);
  });

  it("is sound, counted, and the same again after a way through the form of the hub", async () => {
    for (const task of Object.keys(BUILDS)) {
      const dataset = `data/${task}-user-longhand`;
      const checked = await longhandJson<{ readonly problems: number }>(
        ["dataset", "check", dataset],
        options,
      );
      expect(checked.code).toBe(0);
      const stats = await longhandJson<{
        readonly splits: { readonly test: { readonly count: number } };
      }>(["dataset", "stats", dataset], options);
      expect(stats.json.splits.test.count).toBe(rowsOf(dataset, "test").length);
      await longhand(["dataset", "export", dataset, "--out", `hub/${task}`], options);
      await longhand(["dataset", "import", `hub/${task}`, "--out", `again/${task}`], options);
      const told = (place: string) =>
        rowsOf(place, "test").map(({ input, output, profile }) => [input, output, profile.length]);
      expect(told(`again/${task}`)).toEqual(told(dataset));
    }
  }, 120_000);
});

type Item = Row["profile"][number];
const first = (count: number, text: unknown): string =>
  String(text).split(/\s+/).slice(0, count).join(" ");

/** The templates of the paper, written out: passages, and how they stand around the input. */
const TEMPLATES: Readonly<
  Record<
    TaskName,
    Readonly<Record<"gpt" | "llama", (items: readonly Item[], input: string) => string>>
  >
> = {
  email: {
    gpt: (items, input) =>
      `${items.map((item) => `"${item["title"]}" is the title for "${item["text"]}" `).join(", and ")}. ${input}`,
    llama: (items, input) =>
      `${items.map((item) => `"${item["title"]}" is the title for "${item["text"]}" `).join(", and ")}. Following the given patterns ${input}`,
  },
  abstract: {
    gpt: (items, input) =>
      `${items.map((item) => `"${first(750, item["abstract"])}" is the abstract for the title "${item["title"]}"`).join(", and ")}. Use the above abstracts as context to understand the style and language of the user and, ${input}`,
    llama: (items, input) => TEMPLATES.abstract.gpt(items, input),
  },
  review: {
    gpt: (items, input) =>
      `${items.map((item) => `"${Number(item["overall"]).toFixed(1)}" is a rating for the product with description "${item["description"]}". "${item["summary"]}" is summary for "${item["reviewText"]}" `).join(", and ")}. Following the given patterns ${input}`,
    llama: (items, input) =>
      `${["Below are a list of review texts by the reviewer:", ...items.map((item) => `"${first(100, item["reviewText"])}"`)].join(", and ")}. Use the above list of review texts by the reviewer as context to understand the writing style and language of the reviewer and, ${input}`,
  },
  topic: {
    gpt: (items, input) =>
      `${items.map((item) => `"${item["summary"]}" is a summary for "${item["content"]}" `).join(", and ")}. Following the given patterns, ${input}`,
    llama: (items, input) =>
      `${items.map((item) => `"${item["summary"]}" is a summary for "${item["content"]}" `).join(", and ")}. Following the given patterns ${input}`,
  },
};

describe("longhand prompt render on a built benchmark", () => {
  it.each(
    (Object.keys(BUILDS) as TaskName[]).flatMap((task) =>
      (["gpt", "llama"] as const).map((family) => [task, family] as const),
    ),
  )("is byte equal to the paper's template of %s, %s", async (task, family) => {
    const dataset = `data/${task}-user-longlamp-paper`;
    const row = rowsOf(dataset, "test")[0] as Row;
    const { json } = await longhandJson<{ readonly text: string }>(
      [
        ...["prompt", "render", dataset, "--profile", "longlamp-paper", "--family", family],
        ...["--example", row.id, "--retriever", "recency", "--k", "2"],
      ],
      options,
    );
    // The last as stored, newest first; the target itself is never among them.
    const own = row.profile.filter((item) => String(item[TARGETS[task]]) !== row.output);
    const items = own.slice(-2).toReversed();
    expect(json.text).toBe(TEMPLATES[task][family](items, row.input));
  });
});

const TARGETS: Readonly<Record<TaskName, string>> = {
  email: "text",
  abstract: "abstract",
  review: "reviewText",
  topic: "content",
};

interface TargetCase {
  readonly exampleId: string;
  readonly targetId: string;
  readonly target: string;
  readonly query: string;
  readonly profile: readonly { readonly id: string | number; readonly text: string }[];
  readonly mayReturn: readonly string[];
}

describe("longhand retrieval run on profiles that hold the target", () => {
  const cases = readFileSync("tests/cases/retrieval/target-in-profile.jsonl", "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TargetCase);

  it.each(
    ["bm25", "recency", "random-own", "random-all", "dense:hash", "hybrid:bm25+recency"].flatMap(
      (retriever) => PROFILES.map((profile) => [retriever, profile] as const),
    ),
  )("never returns it by %s under %s", async (retriever, profile) => {
    const rows = cases.map(({ exampleId, targetId, target, query, profile: items }) => ({
      id: exampleId,
      target_id: targetId,
      user_id: exampleId,
      input: `Complete the text of the following email. title: ${query}. text: `,
      output: target,
      profile: items.map((item) => ({ ...item, title: "" })),
    }));
    writeFileSync(join(cwd, "targets.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    await longhand(
      [
        ...["retrieval", "run", "targets.jsonl", "--split", "test", "--task", "email"],
        ...["--retriever", retriever, "--profile", profile, "--k", "20", "--out", "found.jsonl"],
      ],
      options,
    );
    const found = readFileSync(join(cwd, "found.jsonl"), "utf8").trim().split("\n");
    expect(found).toHaveLength(cases.length);
    const plain = (text: string): string => text.normalize("NFC").split(/\s+/).join(" ").trim();
    for (const line of found) {
      const { exampleId, passages } = JSON.parse(line) as {
        readonly exampleId: string;
        readonly passages: readonly { readonly id: string; readonly userId?: string }[];
      };
      const example = cases.find((one) => one.exampleId === exampleId) as TargetCase;
      for (const { id, userId } of passages) {
        if (userId === undefined) expect(example.mayReturn).toContain(id);
        const owner = cases.find((one) => one.exampleId === (userId ?? exampleId));
        const item = owner?.profile.find((one) => String(one.id) === id);
        expect(plain(item?.text ?? "")).not.toBe(plain(example.target));
      }
    }
  });
});

const EXPERIMENT = `version: 1
name: raw
dataset:
  path: [data/review-user-longhand, data/topic-user-longhand, data/abstract-user-longhand, data/email-user-longhand]
grid:
  retriever: [none, bm25, random-own, random-all]
  k: [1]
  mode: [plain, summary]
  model: [fake]
  exclude: [{ mode: summary, retriever: [random-own, random-all] }]
generation: { maxOutputTokens: 40 }
metrics: [rouge-1, rouge-l, meteor]
statistics: { resamples: 200, permutations: 2000 }
`;

describe("longhand run and report on benchmarks from raw dumps", () => {
  it("writes, scores and compares over the four tasks, and prints every table", async () => {
    mkdirSync(join(cwd, "out"), { recursive: true });
    writeFileSync(join(cwd, "raw.yaml"), EXPERIMENT);
    const run = await longhandJson<{ readonly run: string }>(["run", "raw.yaml"], options);
    expect(run.code).toBe(0);
    const data = Object.keys(BUILDS).map((task) => `data/${task}-user-longhand`);
    const { code, json } = await longhandJson<{
      readonly tables: readonly { readonly id: string }[];
      readonly files: readonly string[];
    }>(["report", "raw", ...data, "--table", "all", "--out", "out/tables"], options);
    expect(code).toBe(0);
    const ids = json.tables.map(({ id }) => id);
    const numbers = ["1", "2", "4", "12", "16", "18", "fig2"];
    expect(ids).toEqual(expect.arrayContaining(numbers));
    const markdown = readFileSync(join(cwd, "out/tables/tables.md"), "utf8");
    for (const task of ["email completion", "abstract generation", "review writing"]) {
      expect(markdown).toContain(`| ${task} |`);
    }
    for (const file of ["tables.tex", "tables.html", "tables.json", "table-1.csv"]) {
      expect(readFileSync(join(cwd, "out/tables", file), "utf8").length).toBeGreaterThan(100);
    }
    // Nothing is tuned on test: there is no validation run.
    expect(markdown).toContain("no validation run");
  }, 120_000);
});
