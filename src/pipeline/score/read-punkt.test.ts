import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { punktSignature } from "../../text/index.ts";
import { readPunkt } from "./read-punkt.ts";

function tables(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "abbrev_types.txt"), "mr\n");
  writeFileSync(join(folder, "collocations.tab"), "");
  writeFileSync(join(folder, "sent_starters.txt"), "");
  writeFileSync(join(folder, "ortho_context.tab"), "");
  return folder;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "longhand-punkt-"));

describe("readPunkt", () => {
  it("reads a folder in NLTK's format", async () => {
    const read = await readPunkt(tables(newFolder()), {});
    // printf 'mr\n\n\n\n\n\n\n' | sha256sum
    expect(await punktSignature(read)).toBe("en-cb803854a6ca");
  });

  it("looks for NLTK's own tables in NLTK_DATA and in the home folder", async () => {
    const data = newFolder();
    tables(join(data, "tokenizers/punkt_tab/english"));
    const home = newFolder();
    tables(join(home, "nltk_data/tokenizers/punkt_tab/english"));
    const named = await readPunkt("nltk", { NLTK_DATA: `/nowhere:${data}`, PATH: "" });
    const atHome = await readPunkt("nltk", { HOME: home, PATH: "" });
    expect([...named.abbreviations, ...atHome.abbreviations]).toEqual(["mr", "mr"]);
  });

  it("refuses pickles, and says which file is missing", async () => {
    const pickled = newFolder();
    writeFileSync(join(pickled, "english.pickle"), "");
    for (const place of [pickled, "punkt/english.pickle"]) {
      await expect(readPunkt(place, {})).rejects.toMatchObject({
        code: "invalid-punkt-tables",
        message: expect.stringContaining("is a pickle"),
      });
    }
    await expect(readPunkt(newFolder(), {})).rejects.toMatchObject({
      code: "invalid-punkt-tables",
      details: { file: "abbrev_types.txt" },
    });
  });
});
