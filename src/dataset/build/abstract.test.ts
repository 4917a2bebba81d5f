import { afterAll, describe, expect, it } from "vitest";
import { buildAt, corpusOf, eachDocument, funnelLines, testFolder, words } from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

const ENGLISH = "the results of this study show that frost and the load of a pump are related";

function papers(count: number, change: Readonly<Record<string, unknown>> = {}, key = "p") {
  return Array.from({ length: count }, (_, at) => ({
    id: `${key}${String(at).padStart(3, "0")}`,
    text: `${ENGLISH} ${words(6, `${key}${at}x`)}`,
    title: `Frost ${at}`,
    date: String(1950 + at),
    author_names: ["Ann Lee"],
    author_ids: ["a1"],
    language: "en",
    keywords: ["frost", "load", "pumps", "winter", "cold"],
    ...change,
  }));
}

describe("buildBenchmark of papers", () => {
  it("applies each rule at its bound, author by author", async () => {
    const rows = [
      ...papers(70),
      ...papers(69, { author_names: ["Bo"], author_ids: ["b"] }, "q"),
      ...papers(1, { author_names: ["Bo"], author_ids: ["b"], language: "de" }, "r"),
      ...papers(1, { author_names: ["Bo"], author_ids: ["b"], date: null }, "s"),
      ...papers(1, { author_names: ["Bo"], author_ids: ["b"], title: "" }, "t"),
    ];
    const source = await corpusOf(folder, { kind: "papers", rows });
    const { card, rows: read } = await buildAt(folder, "abstract", { source });
    expect(funnelLines(card)).toEqual([
      "paper is in the language en: 142 → 141 (2 → 2)",
      "paper has a title: 141 → 140 (2 → 2)",
      "paper has a date: 140 → 139 (2 → 2)",
      "paper has a text: 139 → 139 (2 → 2)",
      "paper does not repeat another of its author: 139 → 139 (2 → 2)",
      "author has at least 70 papers: 139 → 70 (2 → 1)",
      "paper was drawn as a target: 70 → 1 (1 → 1)",
      "profile has at least 1 paper: 1 → 1 (1 → 1)",
      "profile is large enough without copies of the target: 1 → 1 (1 → 1)",
    ]);
    const [example] = read("test");
    expect(example?.["name"]).toBe("a1");
    expect(example?.profile).toHaveLength(69);
    expect(example?.profile[0]).toMatchObject({
      title: expect.any(String) as string,
      year: expect.any(Number) as number,
    });
  });

  it("tells namesakes apart by id, and takes them for one under longlamp-paper", async () => {
    const rows = [
      ...papers(3),
      ...papers(2, { author_ids: ["a9"] }, "q"),
      ...papers(2, { author_ids: [null] }, "r"),
      // A paper of two people is a document of both.
      ...papers(1, { author_names: ["Ann Lee", "Bo"], author_ids: ["a1", "b"] }, "s"),
      ...papers(1, { author_names: ["Bo", "Bo"], author_ids: ["b", "b"] }, "t"),
    ];
    const source = await corpusOf(folder, { kind: "papers", rows });
    const options = { minPapersPerAuthor: 2 };
    const sizes = async (profile: "longhand" | "longlamp-paper") => {
      const { rows: read } = await buildAt(folder, "abstract", { source, profile, options });
      const all = (["train", "validation", "test"] as const).flatMap((split) => read(split));
      return Object.fromEntries(all.map(({ name, profile: items }) => [name, items.length + 1]));
    };
    expect(await sizes("longhand")).toEqual({ a1: 4, a9: 2, "Ann Lee": 2, b: 2 });
    expect(await sizes("longlamp-paper")).toEqual({ "Ann Lee": 8, Bo: 2 });
  });

  it("detects, keeps or drops papers whose source names no language", async () => {
    const german =
      "die Ergebnisse der Studie zeigen dass Frost und Last der Pumpe in Zusammenhang stehen";
    const rows = [
      ...papers(3, { language: null }),
      ...papers(1, { language: null, text: german }, "q"),
      ...papers(1, { language: "EN-us" }, "r"),
    ];
    const source = await corpusOf(folder, { kind: "papers", rows });
    const left = async (missingLanguage: string) => {
      const options = { minPapersPerAuthor: 1, minProfileItems: 0, missingLanguage };
      const { card } = await buildAt(folder, "abstract", { source, options });
      return card.funnel[0]?.out;
    };
    expect([await left("detect"), await left("keep"), await left("drop")]).toEqual([4, 5, 1]);
  });

  it("takes keywords from the source, and leaves papers without any out", async () => {
    const rows = [...papers(2, { keywords: null }), ...papers(2, { author_ids: ["a2"] }, "q")];
    const source = await corpusOf(folder, { kind: "papers", rows });
    const options = { minPapersPerAuthor: 2, keywords: "from-source" };
    const { card, rows: read } = await buildAt(folder, "abstract", { source, options });
    expect(funnelLines(card).slice(-2)).toEqual([
      "keywords could be made: 2 → 1 (2 → 1)",
      "profile is large enough without copies of the target: 1 → 1 (1 → 1)",
    ]);
    const all = (["train", "validation", "test"] as const).flatMap((split) => read(split));
    expect(all.map(({ input }) => input)).toEqual([
      expect.stringMatching(
        /^Generate an abstract for the title "Frost \d" using the following items: frost, load, pumps, winter, cold$/,
      ),
    ]);
    expect(card.options["keywords"]).toBe("from-source");
  });

  it("asks a model, parses its answers, and pastes them under longlamp-paper", async () => {
    const source = await corpusOf(folder, { kind: "papers", rows: papers(4) });
    const prompts: string[] = [];
    const build = (profile: "longhand" | "longlamp-paper") =>
      buildAt(folder, "abstract", {
        source,
        profile,
        options: { minPapersPerAuthor: 2, keywords: "fake" },
        askKeywords: async function* (questions) {
          for await (const { key, prompt } of questions) {
            prompts.push(prompt);
            yield { key, answer: "1. one \n2. two \n3. three" };
          }
        },
      });
    const longhand = await build("longhand");
    expect(longhand.rows("test")[0]?.input).toMatch(/items: one, two, three$/);
    expect(longhand.card.counts["keywordsFewer"]).toBe(1);
    const paper = await build("longlamp-paper");
    expect(paper.rows("test")[0]?.input).toMatch(/items: 1\. one \n2\. two \n3\. three$/);
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toBe(
      `Mention 5 short keywords of the following abstract of the paper that shows their main findings and claims: ${longhand.rows("test")[0]?.output} [OUTPUT] Keyword 1, Keyword 2 , Keyword 3 , Keyword 4, Keyword 5`,
    );
  });

  it("takes documents whose fields hold what it needs", async () => {
    const documents = papers(3).map(({ id, text, title, date }) => ({
      id,
      author: "Ann",
      text,
      title,
      date,
      fields: { language: "en", keywords: "one, two, three, four, five" },
    }));
    const source = {
      kind: "documents",
      documents: eachDocument(documents),
      name: "lines",
      version: "1",
    } as const;
    const options = { minPapersPerAuthor: 3, keywords: "from-source" };
    const { rows } = await buildAt(folder, "abstract", { source, options });
    expect(rows("test")[0]?.input).toMatch(/items: one, two, three, four, five$/);
  });

  it("refuses a corpus of another kind", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows: [{ author: "a", text: "t" }] });
    await expect(buildAt(folder, "abstract", { source })).rejects.toMatchObject({
      code: "wrong-corpus",
    });
  });
});
