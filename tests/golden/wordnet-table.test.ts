import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("ships the table that the files of WordNet 3.0 give", () => {
  const tool = fileURLToPath(new URL("../../tools/make-wordnet.mjs", import.meta.url));
  const said = execFileSync(process.execPath, [tool, "--check"], { encoding: "utf8" });
  expect(said).toContain("is what WordNet 3.0 gives.");
});
