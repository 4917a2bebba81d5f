import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importDump } from "../../../tests/import-dump.ts";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import { corpusCheckOf, importCorpusTo } from "./corpus-verbs.ts";

const { folder, context } = tinyPlace();

describe("corpus import", () => {
  it("does not call a corpus without documents done", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const out = join(folder, "none.jsonl");
    await expect(importCorpusTo({ from: empty, out }, context)).rejects.toMatchObject({
      code: "no-documents",
      message: expect.stringContaining("holds no documents; nothing was written.") as string,
    });
    writeFileSync(join(empty, "picture.png"), "x");
    await expect(importCorpusTo({ from: empty, out }, context)).rejects.toMatchObject({
      message: expect.stringContaining("0 documents, 0 rejected, 0 dropped, 1 skipped") as string,
    });
    expect(existsSync(out)).toBe(false);
  });
});

describe("a corpus folder", () => {
  it("is checked by its card, and is no source of another corpus", async () => {
    const out = join(folder, "posts");
    await importDump({ format: "tldr", from: ["tests/cases/corpus/tldr-17.jsonl"], out });
    const { rejected, text } = await corpusCheckOf(out, { profile: "longhand" });
    expect(rejected).toBe(0);
    expect(text.split("\n")).toEqual([
      "summary-empty: 1",
      "text-missing: 1",
      `a corpus folder; when it was imported: 8 documents, 2 rejected, 0 dropped, 0 skipped, 0 warnings; the rejected are listed in ${out}/rejected.jsonl`,
    ]);
    const again = importCorpusTo({ from: out, out: join(folder, "again.jsonl") }, context);
    await expect(again).rejects.toMatchObject({ code: "usage" });
  });
});
