import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { README_FILE, readmeWithTable } from "../../reproductions/readme-table.ts";
import {
  checkValue,
  FOLDER,
  readReproduction,
  reproductionFiles,
  valueAt,
} from "../../reproductions/reproduction.ts";
import { runReproduction } from "../../reproductions/run-reproduction.ts";

const files = reproductionFiles();
/** Those that another test runs. */
const ELSEWHERE = ["moby-dick-gapelmaper.json"];

describe("reproductions", () => {
  it("are files that say what they are, what they need and what to expect", () => {
    expect(files.length).toBeGreaterThan(30);
    for (const file of files) expect(readReproduction(file).title).toMatch(/\.$/);
  });

  it("stand in the table of their page", () => {
    const page = readFileSync(join(FOLDER, README_FILE), "utf8");
    expect(readmeWithTable(page)).toBe(page);
  });

  const offline = files.filter(
    (file) => readReproduction(file).needs.includes("none") && !ELSEWHERE.includes(file),
  );
  it.each(offline)("%s gives what it says, or names the test that does", async (file) => {
    const outcome = await runReproduction(readReproduction(file));
    expect(outcome.status, JSON.stringify(outcome)).toMatch(/^(?:as-expected|checked-by-test)$/);
  });

  it.each(files.filter((file) => !readReproduction(file).needs.includes("none")))(
    "%s says that it cannot run here",
    async (file) => {
      expect((await runReproduction(readReproduction(file))).status).toBe("cannot-run-here");
    },
  );
});

describe("a value of a reproduction", () => {
  const json = { tables: [{ id: "2", rows: [{ heads: ["email"], places: [{ value: 1 }] }] }] };

  it("is found by names, places and conditions", () => {
    expect(valueAt(json, "tables[id=2].rows[heads=email].places[0].value")).toBe(1);
    expect(valueAt(json, "tables[id=3].rows[0]")).toBeUndefined();
  });

  it("is off outside its tolerance or where it is missing, and told as measured otherwise", () => {
    const path = "tables[0].rows[0].places[0].value";
    const status = (value: object) => checkValue(json, { what: "it", path, ...value }).status;
    expect(status({ expected: 1.1, tolerance: 0.2 })).toBe("as-expected");
    expect(status({ expected: 1.1, tolerance: 0.01 })).toBe("off");
    expect(status({ lowest: 2 })).toBe("off");
    expect(status({ path: "nowhere", expected: 1, tolerance: 1 })).toBe("off");
    expect(status({})).toBe("measured");
  });

  it("may be an order of several", () => {
    const list = { values: [1, 2, 2] };
    const paths = ["values[0]", "values[1]", "values[2]"];
    const status = (order: "rising" | "falling" | "not-rising", from = 0) =>
      checkValue(list, { what: "it", paths: paths.slice(from), order }).status;
    expect(status("rising")).toBe("off");
    expect(status("not-rising", 1)).toBe("as-expected");
    expect(status("falling", 1)).toBe("off");
  });
});
