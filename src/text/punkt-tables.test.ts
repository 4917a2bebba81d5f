import { expect, it } from "vitest";

import { NO_PUNKT_TABLES, parsePunktTables, punktSignature } from "./punkt-tables.ts";

const FILES = {
  abbreviations: "mr\ndr\n",
  collocations: "mr\tbirch\n",
  starters: "the\n",
  orthography: "birch\t4\nthe\t18\n",
};

it("reads the four files", () => {
  const tables = parsePunktTables(FILES);
  expect([...tables.abbreviations]).toEqual(["mr", "dr"]);
  expect(tables.collocations.has("mr\tbirch")).toBe(true);
  expect(tables.orthography.get("the")).toBe(18);
});

it("names the file and line of what is malformed", () => {
  expect(() => parsePunktTables({ ...FILES, orthography: "birch\t4\nthe 18\n" })).toThrow(
    "ortho_context.tab:2: a line must hold a type, a tab and its flags.",
  );
  expect(() => parsePunktTables({ ...FILES, collocations: "mr birch" })).toThrow(
    "collocations.tab:1:",
  );
});

it("hashes content, not order, and calls empty tables none", async () => {
  const hash = await punktSignature(parsePunktTables(FILES));
  // printf 'dr\nmr\n\nmr\tbirch\n\nthe\n\nbirch\t4\nthe\t18\n' | sha256sum
  expect(hash).toBe("en-6bf52edcaf21");
  expect(await punktSignature(parsePunktTables({ ...FILES, abbreviations: "dr\nmr" }))).toBe(hash);
  expect(await punktSignature(NO_PUNKT_TABLES)).toBe("none");
});
