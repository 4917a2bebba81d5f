import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openSqlEngine, sqlText } from "../storage/index.ts";
import { buildAt, corpusOf, testFolder, words } from "./build/test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

const rows = Array.from({ length: 30 }, (_, at) => ({
  author: `u${at % 6}`,
  text: words(6, `t${at}-`),
  title: `a | "title" ${at}`,
  overall: at % 2 === 0 ? 5 : 4.5,
  asin: "P",
  date: `2016-01-${10 + at}`,
}));
const options = { minReviewWords: 5, minReviewsPerUser: 5 };

async function buildHub(out?: string) {
  const products = [{ asin: "P", descriptions: ["a thing"] }];
  const source = await corpusOf(folder, { kind: "reviews", rows, products });
  return buildAt(folder, "review", { source, options, format: "hf", ...(out ? { out } : {}) });
}

describe("a dataset in the layout of the hub", () => {
  it("has the released columns, typed, and a README that names its files", async () => {
    const { out, card } = await buildHub();
    const readme = readFileSync(join(out, "README.md"), "utf8");
    expect(readme).toContain("config_name: product_review_user");
    expect(readme).toContain("path: product_review_user/val-00000-of-00001.parquet");
    expect(readme).toContain(card.hash);
    const engine = await openSqlEngine({ memoryMb: 300, temporaryFolder: folder.path });
    const file = sqlText(join(out, "product_review_user/train-00000-of-00001.parquet"));
    const columns = await engine.rows(
      `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${file}))`,
    );
    expect(columns.map(({ column_name, column_type }) => [column_name, column_type])).toEqual([
      ["reviewerId", "VARCHAR"],
      ["input", "VARCHAR"],
      ["output", "VARCHAR"],
      [
        "profile",
        "STRUCT(overall DOUBLE, reviewText VARCHAR, summary VARCHAR, description VARCHAR, reviewTime VARCHAR)[]",
      ],
    ]);
    const found = await engine.rows(
      `SELECT count(*) AS n, min(len(profile)) AS items, min(profile[1].overall) AS overall FROM read_parquet(${file})`,
    );
    await engine.close();
    expect(found).toEqual([
      { n: card.splits.train, items: 4, overall: expect.any(Number) as number },
    ]);
  });

  it("is the same to the last byte for one seed", async () => {
    const [first, second] = [await buildHub(), await buildHub()];
    const content = (out: string) =>
      readdirSync(join(out, "product_review_user")).map((name) =>
        readFileSync(join(out, "product_review_user", name)).toString("base64"),
      );
    expect(content(first.out)).toHaveLength(3);
    expect(content(second.out)).toEqual(content(first.out));
    expect(readFileSync(join(second.out, "README.md"), "utf8")).toBe(
      readFileSync(join(first.out, "README.md"), "utf8"),
    );
  });
});
