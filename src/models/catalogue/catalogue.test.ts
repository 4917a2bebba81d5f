import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/model-sources.ts";
import { BUILT_IN_MODELS, DEFAULT_MODEL } from "./built-in-models.ts";
import { findModel, readCatalogue } from "./catalogue.ts";
import { catalogueEntrySchema } from "./catalogue-entry.ts";

const ENTRY = `
  - name: mine
    title: My model
    kind: language
    licence: MIT
    contextTokens: 2048
    fileName: mine.gguf
    sources: [{ kind: file, path: files/mine.gguf }]
`;

const SUM = "0123456789abcdef".repeat(4);

/** The line of an entry that has its file re-encoded. */
function reencode(changes: object = {}): string {
  const right = { from: { sizeBytes: 1, sha256: SUM }, as: "q8_0" };
  return `    reencode: ${JSON.stringify({ ...right, ...changes })}\n`;
}

let home: string;
let cleanUp: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  home = folder.path;
  cleanUp = folder.remove;
});
afterEach(() => cleanUp());

function writeList(text: string): void {
  writeFileSync(join(home, "models.yaml"), text);
}

describe("the built-in models", () => {
  it.each(BUILT_IN_MODELS.map((entry) => [entry.name, entry] as const))(
    "%s has a size, a checksum and the shape of an entry",
    (_name, entry) => {
      expect(catalogueEntrySchema.safeParse(entry).error).toBeUndefined();
      expect(entry.sizeBytes).toBeGreaterThan(0);
      expect(entry.sha256).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it("hold the default model", () => {
    expect(BUILT_IN_MODELS.map(({ name }) => name)).toContain(DEFAULT_MODEL);
  });

  it("have names of their own", () => {
    expect(new Set(BUILT_IN_MODELS.map(({ name }) => name)).size).toBe(BUILT_IN_MODELS.length);
  });
});

describe("readCatalogue", () => {
  it("gives the built-in models where there is no list of the user's", async () => {
    const known = await readCatalogue(join(home, "not", "there"));
    expect(known).toEqual(BUILT_IN_MODELS.map((entry) => ({ entry, origin: "built-in" })));
  });

  it("adds the user's own, with paths that start at the list", async () => {
    writeList(`version: 1\nmodels:${ENTRY}`);
    expect((await readCatalogue(home)).at(-1)).toEqual({
      origin: "user",
      entry: {
        name: "mine",
        title: "My model",
        kind: "language",
        licence: "MIT",
        contextTokens: 2048,
        fileName: "mine.gguf",
        sources: [{ kind: "file", path: join(home, "files", "mine.gguf") }],
      },
    });
  });

  it("lets the paths of further files start at the list, too", async () => {
    const more =
      "    moreFiles: [{ fileName: words.json, sources: [{ kind: file, path: a.json }] }]\n";
    writeList(`version: 1\nmodels:${ENTRY}${more}`);
    expect((await findModel("mine", home)).moreFiles).toEqual([
      { fileName: "words.json", sources: [{ kind: "file", path: join(home, "a.json") }] },
    ]);
  });

  it("takes a re-encoding with everything it may name", async () => {
    const from = { fileName: "mine.Q4_1.gguf", sizeBytes: 1, sha256: SUM };
    writeList(`version: 1\nmodels:${ENTRY}${reencode({ from })}`);
    expect((await findModel("mine", home)).reencode).toEqual({ from, as: "q8_0" });
  });

  it("reads a list in JSON, too", async () => {
    writeList(JSON.stringify({ version: 1, models: [{ ...BUILT_IN_MODELS[0], name: "mine" }] }));
    expect((await findModel("mine", home)).sha256).toBe(BUILT_IN_MODELS[0]?.sha256);
  });

  it.each([
    ["an unknown key", ENTRY.replace("licence:", "license:"), ':6:5: unknown key "license"'],
    ["its nearest key", ENTRY.replace("licence:", "license:"), 'did you mean "licence"?'],
    ["a name that is no folder", ENTRY.replace("mine", "../mine"), ":3:11: models.0.name: must be"],
    ["a file name with a slash", ENTRY.replace("fileName: m", "fileName: a/m"), "plain file name"],
    ["a checksum of the wrong length", `${ENTRY}    sha256: abc\n`, "64 lower-case hexadecimal"],
    [
      "two files of one name",
      `${ENTRY}    moreFiles: [{ fileName: Mine.gguf, sources: [{ kind: file, path: x }] }]\n`,
      "models.0.moreFiles: two files have one name",
    ],
    [
      "a re-encoding of no GGUF file",
      `${ENTRY.replace("mine.gguf", "mine.bin")}${reencode()}`,
      "*.gguf",
    ],
    ["another encoding", `${ENTRY}${reencode({ as: "q4_0" })}`, "models.0.reencode.as"],
    [
      "a re-encoding without a checksum",
      `${ENTRY}${reencode({ from: { sizeBytes: 1 } })}`,
      "models.0.reencode.from.sha256",
    ],
    [
      "a re-encoding without a size",
      `${ENTRY}${reencode({ from: { sha256: SUM } })}`,
      "models.0.reencode.from.sizeBytes",
    ],
    ["an unknown key of a re-encoding", `${ENTRY}${reencode({ to: "x" })}`, 'unknown key "to"'],
    [
      "a re-encoding that changes nothing",
      `${ENTRY}    sha256: ${SUM}\n${reencode()}`,
      "models.0.reencode.from.sha256: is the checksum of the result",
    ],
    [
      "a re-encoding over its own file",
      `${ENTRY}${reencode({ from: { fileName: "Mine.gguf", sizeBytes: 1, sha256: SUM } })}`,
      "two files have one name",
    ],
    ["no sources", ENTRY.replace(/\[\{.*/, "[]"), "at least one source is needed"],
    ["a name that is taken", ENTRY + ENTRY, ':11:11: there is already a model "mine"'],
    ["a built-in name", ENTRY.replace("mine", DEFAULT_MODEL), `already a model "${DEFAULT_MODEL}"`],
    [
      "an option where a package should be",
      ENTRY.replace(/\[\{.*/, "[{ kind: pip, package: --pre, version: '1', path: x }]"),
      "not the name of a Python package",
    ],
  ])("refuses %s with its place", async (_what, models, expected) => {
    writeList(`version: 1\nmodels:${models}`);
    await expect(readCatalogue(home)).rejects.toMatchObject({
      code: "invalid-catalogue",
      message: expect.stringContaining(expected),
    });
  });

  it("refuses what is not YAML", async () => {
    writeList("version: 1\nmodels: [");
    await expect(readCatalogue(home)).rejects.toMatchObject({
      code: "invalid-catalogue",
      message: expect.stringContaining("models.yaml:2:"),
    });
  });
});

describe("findModel", () => {
  it("suggests the nearest name", async () => {
    await expect(findModel("smollm-135m-instruct", home)).rejects.toMatchObject({
      code: "unknown-model",
      hint: expect.stringContaining(`Did you mean "${DEFAULT_MODEL}"?`),
    });
  });

  it("names all where none is near", async () => {
    await expect(findModel("gpt", home)).rejects.toMatchObject({
      hint: expect.stringContaining(`Known are ${DEFAULT_MODEL}`),
    });
  });
});
