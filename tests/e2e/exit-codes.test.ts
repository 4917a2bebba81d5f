import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

const home = newFolder("home");
const CANARY = "canary-31415926";
const env = { LONGHAND_HOME: home, OPENAI_API_KEY: CANARY };

/** A tiny experiment on the fake model, with lines of its own. */
function experiment(name: string, lines: string): { readonly cwd: string; readonly file: string } {
  const cwd = newFolder(name);
  const file = join(cwd, "experiment.yaml");
  writeFileSync(
    file,
    `version: 1
name: ${name}
dataset: { path: sotu-passage, split: test, maxExamples: 6 }
grid: { retriever: [none, bm25], k: [1], model: [fake] }
metrics: [rouge-l]
${lines}`,
  );
  return { cwd, file };
}

interface ErrorJson {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

describe("exit codes", () => {
  it("0: done", async () => {
    const { cwd, file } = experiment("done", "");
    expect((await longhand(["run", file], { cwd, env })).code).toBe(0);
  }, 60_000);

  it("1: a file that is not there, as an error with code and hint", async () => {
    const { code, json } = await longhandJson<ErrorJson>(["score", "no-such-file.jsonl"], { env });
    expect(code).toBe(1);
    expect(json.error).toMatchObject({
      code: "not-found",
      message: "There is no file no-such-file.jsonl.",
    });
  });

  it("2: wrong use", async () => {
    for (const args of [
      ["run"],
      ["score"],
      ["run", "--nope"],
      ["runn"],
      ["score", "x", "--seed", "one"],
    ]) {
      const { code, json } = await longhandJson<ErrorJson>(args, { env });
      expect([args, code, json.error.code]).toEqual([args, 2, "usage"]);
    }
  }, 60_000);

  it("2: a missing key names its variable, and a key that is set appears nowhere", async () => {
    const { cwd, file } = experiment("keyless", "");
    const text = readFileSync(file, "utf8").replace(
      "model: [fake]",
      'model: ["openai:some-model"]',
    );
    writeFileSync(
      file,
      `${text}models: { "openai:some-model": { baseUrl: "https://example.org/v1" } }\n`,
    );
    const missing = await longhandJson<ErrorJson>(["run", file], {
      cwd,
      env: { ...env, OPENAI_API_KEY: undefined },
    });
    expect([missing.code, missing.json.error.code]).toEqual([2, "missing-credential"]);
    expect(missing.json.error.message).toContain("OPENAI_API_KEY");
  });

  it("3: finished, but some examples failed; they are counted by reason", async () => {
    const { cwd, file } = experiment(
      "failing",
      "models: { fake: { failures: [{ every: 3, reason: content-filter }] } }\n",
    );
    const { code, json } = await longhandJson<{
      failed: number;
      cells: { failures: Record<string, number> }[];
    }>(["run", file], { cwd, env });
    expect(code).toBe(3);
    expect(json.failed).toBeGreaterThan(0);
    expect(json.failed).toBeLessThan(12);
    expect(
      json.cells.reduce((sum, { failures }) => sum + (failures["content-filter"] ?? 0), 0),
    ).toBe(json.failed);
  }, 60_000);

  it("100: a threshold was missed, which wins over failed examples", async () => {
    const { cwd, file } = experiment(
      "threshold",
      "failOn: { minMean: { rouge-l: 0.99 } }\nmodels: { fake: { failures: [{ every: 6, reason: content-filter }] } }\n",
    );
    const { code, json } = await longhandJson<{ failed: number; missedThresholds: string[] }>(
      ["run", file],
      { cwd, env },
    );
    expect(code).toBe(100);
    expect(json.failed).toBeGreaterThan(0);
    expect(json.missedThresholds).toHaveLength(2);
  }, 60_000);

  it("a budget ends a run cleanly with code 3 and the rest counted as budget", async () => {
    const { cwd, file } = experiment("budget", "limits: { maxCalls: 5 }\n");
    const { code, json } = await longhandJson<{ cells: { failures: Record<string, number> }[] }>(
      ["run", file],
      { cwd, env },
    );
    expect(code).toBe(3);
    expect(json.cells.reduce((sum, { failures }) => sum + (failures["budget"] ?? 0), 0)).toBe(7);
  }, 60_000);
});

describe("a bad experiment", () => {
  it("gives one message per wrong value, with its line, and runs nothing", async () => {
    const cwd = newFolder("bad");
    const file = join(process.cwd(), "tests/cases/run/bad-experiment.yaml");
    const { code, stdout, stderr } = await longhand(["run", file], { cwd, env });
    expect(code).toBe(2);
    const lines = [...stderr.matchAll(/bad-experiment\.yaml:(\d+):\d+: (warning: )?/g)].map(
      ([, line, warning]) => `${line}${warning ? "w" : ""}`,
    );
    expect(lines).toEqual([
      "4",
      "5",
      "6",
      "8",
      "9",
      "9",
      "9",
      "10",
      "11",
      "12",
      "13",
      "14",
      "14",
      "16",
      "17w",
      "18",
      "19",
      "20",
      "21w",
      "22",
    ]);
    for (const near of ["longlamp-paper", "validation", "bm25", "exclude"])
      expect(stderr).toContain(`"${near}"`);
    expect(stdout + stderr).not.toContain("canary-0000");
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("help", () => {
  it("has examples on every verb", async () => {
    const groups = {
      "": ["quickstart", "run", "write", "score", "doctor"],
      corpus: ["import", "check", "stats"],
      dataset: ["build", "import", "export", "check", "stats", "hash"],
      retrieval: ["inspect"],
      prompt: ["render"],
      scoring: ["run", "list"],
      report: ["build", "export"],
      generation: ["status", "resume", "retry", "cache"],
      models: ["list", "pull", "check", "remove"],
    };
    for (const [group, verbs] of Object.entries(groups)) {
      for (const verb of verbs) {
        const { code, stdout } = await longhand(
          [...(group === "" ? [] : [group]), verb, "--help"],
          { env },
        );
        expect([group, verb, code]).toEqual([group, verb, 0]);
        expect(stdout).toMatch(/Examples:\n {2}longhand /);
        expect(stdout).toContain("--json");
      }
    }
  }, 120_000);
});

describe("secrets", () => {
  it("are in no file and in nothing printed", async () => {
    const cwd = newFolder("secrets");
    mkdirSync(join(cwd, "runs"));
    const file = join(cwd, "experiment.yaml");
    writeFileSync(
      file,
      `version: 1
name: secret
dataset: { path: sotu-passage, split: test, maxExamples: 2 }
grid: { retriever: [none], model: ["openai:nobody"] }
limits: { maxAttempts: 1 }
models: { "openai:nobody": { baseUrl: "http://127.0.0.1:9/v1", apiKeyVariable: OPENAI_API_KEY } }
`,
    );
    const { code, stdout, stderr } = await longhand(["run", file, "--json"], { cwd, env });
    expect(code).toBe(3);
    expect(stdout + stderr).not.toContain(CANARY);
    for (const folder of [cwd, home]) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        expect(readFileSync(join(entry.parentPath, entry.name), "latin1")).not.toContain(CANARY);
      }
    }
  }, 60_000);
});
