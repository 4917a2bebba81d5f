import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ID_BYTES } from "./column-block.ts";
import { idPage } from "./column-ids.ts";
import { numberCopies } from "./number-copies.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-copies-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Hashes of twelve bytes that are all alike but for the last. */
function hashes(...lasts: number[]): Uint8Array {
  return Uint8Array.from(lasts.flatMap((last) => [...new Array(ID_BYTES - 1).fill(7), last]));
}

function file(name: string, ...lasts: number[]) {
  const path = join(folder, name);
  writeFileSync(path, hashes(...lasts));
  return { path, records: lasts.length };
}

describe("numberCopies", () => {
  it("numbers records whose hash stands before, in any file, and no others", async () => {
    const files = [file("one", 1, 2, 1), file("two", 3, 2, 1)];
    for (const atOnce of [undefined, 2]) {
      const copies = await numberCopies(files, atOnce);
      expect([...copies].sort(([left], [right]) => left - right)).toEqual([
        [2, 2],
        [4, 2],
        [5, 3],
      ]);
    }
  });
});

describe("idPage", () => {
  it("writes a hash in base 16, and the number of a copy behind", () => {
    const { plain, values } = idPage(hashes(10, 255), (record) => (record === 1 ? 12 : undefined));
    const first = `doc-${"07".repeat(11)}0a`;
    const second = `doc-${"07".repeat(11)}ff-12`;
    expect(values).toBe(2);
    expect(Buffer.from(plain).toString("latin1")).toBe(
      `\u001c\u0000\u0000\u0000${first}\u001f\u0000\u0000\u0000${second}`,
    );
  });
});
