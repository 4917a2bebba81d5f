import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { type ZipText, zipTexts } from "./zip-texts.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-zip-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function textsIn(path: string, skip?: number): Promise<ZipText[]> {
  const texts: ZipText[] = [];
  for await (const text of zipTexts(path, skip)) texts.push(text);
  return texts;
}

async function namesIn(path: string, skip?: number): Promise<string[]> {
  return (await textsIn(path, skip)).map(({ name }) => name);
}

function archive(entries: Zippable): string {
  const path = join(folder, "archive.zip");
  writeFileSync(path, zipSync(entries));
  return path;
}

const TEXT = strToU8("a text");
/** A symbolic link, as Unix writes it into archives. */
const LINK = { os: 3, attrs: 0o120777 << 16 } as const;

describe("zipTexts", () => {
  it("gives the files in their order, without folders, from any of them on", async () => {
    const path = archive({ "b/": new Uint8Array(0), "b/2.txt": TEXT, "a/1.txt": TEXT });
    expect(await namesIn(path)).toEqual(["b/2.txt", "a/1.txt"]);
    expect(await namesIn(path, 1)).toEqual(["a/1.txt"]);
    const [first] = await textsIn(path);
    expect(String(first?.bytes)).toBe("a text");
  });

  it.each<readonly [string, Zippable]>([
    ['"../a.txt" leads out of the archive', { "../a.txt": TEXT }],
    ['"a/../../b.txt" leads out of the archive', { "a/../../b.txt": TEXT }],
    ['"/etc/a.txt" leads out of the archive', { "/etc/a.txt": TEXT }],
    ['"C:/a.txt" leads out of the archive', { "C:/a.txt": TEXT }],
    ['"..\\\\a.txt" leads out of the archive', { "..\\a.txt": TEXT }],
    ['"a.txt" is a link', { "a.txt": [strToU8("/etc/passwd"), LINK] }],
    ['"a.zip" is an archive itself', { "a.zip": TEXT }],
    [
      '"a.txt" is packed more than 1000 times',
      { "a.txt": [new Uint8Array(20_000_000), { level: 9 }] },
    ],
  ])("refuses an archive because %s", async (why, entries) => {
    await expect(namesIn(archive({ "ok.txt": TEXT, ...entries }))).rejects.toMatchObject({
      code: "unsafe-archive",
      message: `The archive is not read: ${why}.`,
    });
  });

  it("names every bad entry of the case, one that stands there twice among them", async () => {
    const attempt = namesIn("tests/cases/leaderboard/traversal.zip");
    const bad = [
      "../escaped",
      "/absolute",
      "a/../../b",
      "windows",
      "C:/drive",
      "link",
      "inner.zip",
      "zeros",
    ];
    const message = expect.stringMatching(
      new RegExp(bad.map((name) => `${name.replaceAll(".", "\\.")}.*`).join("")),
    );
    await expect(attempt).rejects.toMatchObject({ code: "unsafe-archive", message });
    await expect(attempt).rejects.toThrow('"answers.jsonl" stands there twice');
    expect(existsSync("tests/cases/escaped.jsonl")).toBe(false);
    expect(readdirSync(folder)).toEqual(["archive.zip"]);
  });

  it("does not give the content of a file of more than 64 MiB", async () => {
    const large = new Uint8Array(64 * 1024 * 1024 + 1);
    // Stored as it is: nothing is packed too far.
    const path = archive({ "a.txt": [large, { level: 0 }], "b.txt": TEXT });
    const sizes = (await textsIn(path)).map(({ bytes }) => bytes?.length);
    expect(sizes).toEqual([undefined, 6]);
  });

  it("stops at a file that is longer than the archive says", async () => {
    const bytes = zipSync({ "a.txt": [new Uint8Array(5000).fill(65), { level: 9 }] });
    const path = join(folder, "archive.zip");
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const central = Buffer.from(bytes).indexOf("PK\x01\x02", 0, "latin1");
    // The size once unpacked, in the central directory.
    view.setUint32(central + 24, 100, true);
    writeFileSync(path, bytes);
    await expect(namesIn(path)).rejects.toMatchObject({ code: "damaged" });
  });
});
