import { createWriteStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished as closed } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../src/foundation/index.ts";
import { finished, longhand, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

const env = { LONGHAND_HOME: newFolder("home") };

interface CompareJson {
  readonly comparisons: readonly {
    readonly metric: string;
    readonly side: string;
    readonly baseline: string;
    readonly pairs: number;
    readonly mean: number;
    readonly baselineMean: number;
    readonly difference: number;
    readonly verdict: string;
  }[];
  readonly error?: { readonly code: string; readonly message: string };
}

const WORDS = "the harbour was quiet at noon and boats lay still while gulls slept on rails".split(
  " ",
);

/** Pairs of texts in which every fourth word differs. */
async function writePairs(path: string, pairs: number, words: number): Promise<void> {
  const random = randomStream("pairs", pairs, words);
  const word = (): string => `${WORDS[random.nextBelow(WORDS.length)]}${random.nextBelow(40)}`;
  const file = createWriteStream(path);
  for (let id = 0; id < pairs; id++) {
    const reference = Array.from({ length: words }, word);
    const prediction = reference.map((one) => (random.nextBelow(4) === 0 ? word() : one));
    const line = { id, prediction: prediction.join(" "), reference: reference.join(" ") };
    if (!file.write(`${JSON.stringify(line)}\n`))
      await new Promise<void>((resolve) => file.once("drain", () => resolve()));
  }
  file.end();
  await closed(file);
}

describe("longhand score", () => {
  it("gives identical bytes with 1 and with 8 threads, in two processes", async () => {
    const cwd = newFolder("threads");
    await writePairs(join(cwd, "texts.jsonl"), 2_000, 120);
    const run = async (workers: string): Promise<string[]> => {
      const items = join(cwd, `items-${workers}.jsonl`);
      const args = ["score", "texts.jsonl", "--metrics", "rouge-1,rouge-lsum,bleu,chrf"];
      const { code, stdout } = await longhand(
        [...args, "--per-item", items, "--workers", workers, "--json", "--quiet"],
        { cwd, env },
      );
      expect(code).toBe(0);
      return [stdout, readFileSync(items, "utf8"), readFileSync(`${items}.about.json`, "utf8")];
    };
    expect(await run("8")).toEqual(await run("1"));
  }, 120_000);

  it("goes on after kill -9 to the same bytes, and keeps nothing behind", async () => {
    const cwd = newFolder("killed");
    await writePairs(join(cwd, "texts.jsonl"), 9_000, 150);
    const args = ["score", "texts.jsonl", "--metrics", "rouge-l,meteor", "--json"];
    const whole = await longhand([...args, "--per-item", "whole.jsonl", "--quiet"], { cwd, env });
    expect(whole.code).toBe(0);

    const again = [...args, "--per-item", "again.jsonl", "--workers", "2"];
    const journal = join(cwd, "again.jsonl.partial/journal.jsonl");
    const child = startLonghand(again, { cwd, env });
    const end = finished(child);
    // The second line stands for work that is on disk.
    while (child.exitCode === null && !hasLines(journal, 2)) await wait(20);
    child.kill("SIGKILL");
    await end;
    expect([existsSync(join(cwd, "again.jsonl")), hasLines(journal, 2)]).toEqual([false, true]);

    const resumed = await longhand(again, { cwd, env });
    expect(resumed.stderr).toMatch(/Going on behind [\d,]+ texts/);
    expect([resumed.code, resumed.stdout]).toEqual([0, whole.stdout]);
    expect(readFileSync(join(cwd, "again.jsonl"), "utf8")).toBe(
      readFileSync(join(cwd, "whole.jsonl"), "utf8"),
    );
    expect(existsSync(join(cwd, "again.jsonl.partial"))).toBe(false);
  }, 180_000);
});

function hasLines(path: string, count: number): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return false;
  return readFileSync(path, "utf8").split("\n").length > count;
}

describe("longhand compare", () => {
  const cwd = newFolder("compare");

  const scored = async (name: string, cut: number, more: readonly string[] = []): Promise<void> => {
    const lines = Array.from({ length: 12 }, (_, id) => {
      const reference = `on day ${id} the boats came home late and the harbour was loud`;
      const prediction = reference.split(" ").slice(0, -cut).join(" ");
      return JSON.stringify({ id, prediction, reference });
    });
    writeFileSync(join(cwd, "texts.jsonl"), lines.join("\n"));
    const { code } = await longhand(
      ["score", "texts.jsonl", "--metrics", "rouge-1,rouge-l", "--per-item", name, ...more],
      { cwd, env },
    );
    expect(code).toBe(0);
  };

  it("compares two files of scores", async () => {
    await scored("long.jsonl", 1);
    await scored("short.jsonl", 6);
    const { code, json } = await longhandJson<CompareJson>(
      ["compare", "long.jsonl", "short.jsonl", "--metric", "rouge-l"],
      { cwd, env },
    );
    expect(code).toBe(0);
    const [found] = json.comparisons;
    expect(found).toMatchObject({ side: "short.jsonl", baseline: "long.jsonl", pairs: 12 });
    // All twelve texts lose: the exact p is 2/4096.
    expect(found?.verdict).toBe("worse");
    expect(found?.difference).toBeCloseTo((found?.mean ?? 0) - (found?.baselineMean ?? 0), 12);
    const turned = await longhandJson<CompareJson>(
      ["compare", "long.jsonl", "short.jsonl", "--baseline", "short.jsonl"],
      { cwd, env },
    );
    expect(turned.json.comparisons.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ["rouge-1", "better"],
      ["rouge-l", "better"],
    ]);
  }, 60_000);

  it("refuses scores that were made in another way, with code 2 and the difference", async () => {
    await scored("plain.jsonl", 1);
    await scored("stems.jsonl", 1, ["--stemmer"]);
    const { code, json } = await longhandJson<CompareJson>(
      ["compare", "plain.jsonl", "stems.jsonl"],
      { cwd, env },
    );
    expect([code, json.error?.code]).toEqual([2, "unlike-scores"]);
    expect(json.error?.message).toContain("stem:no");
    expect(json.error?.message).toContain("stem:porter-nltk");
  }, 60_000);

  it("compares the cells of a run, and two runs cell by cell", async () => {
    writeFileSync(
      join(cwd, "experiment.yaml"),
      `version: 1
name: two
dataset: { path: sotu-passage, split: test, maxExamples: 8 }
grid: { retriever: [none, bm25], k: [1], model: [fake] }
metrics: [rouge-l]
`,
    );
    const run = async (): Promise<string> => {
      const { json } = await longhandJson<{ run: string }>(["run", "experiment.yaml"], {
        cwd,
        env,
      });
      return json.run;
    };
    const first = await run();
    const second = await run();
    const compared = async (...args: string[]) =>
      (await longhandJson<CompareJson>(["compare", ...args], { cwd, env })).json.comparisons;

    const cells = await compared(first);
    expect(cells.map(({ side, baseline }) => [side, baseline])).toEqual([
      ["bm25-k1--plain--fake", "none--plain--fake"],
    ]);
    const named = await compared(`${first}#none--plain--fake`, `${first}#bm25-k1--plain--fake`);
    expect(named[0]?.difference).toBeCloseTo(cells[0]?.difference ?? Number.NaN, 12);
    const runs = await compared(first, second);
    expect(runs.map(({ difference }) => difference)).toEqual([0, 0]);

    writeFileSync(
      join(cwd, "other.yaml"),
      `version: 1
name: other
dataset: { path: sotu-passage, split: validation, maxExamples: 8 }
grid: { retriever: [none], k: [1], model: [fake] }
metrics: [rouge-l]
`,
    );
    const other = await longhandJson<{ run: string }>(["run", "other.yaml"], { cwd, env });
    const refused = await longhandJson<CompareJson>(
      ["compare", `${first}#none--plain--fake`, other.json.run],
      { cwd, env },
    );
    expect([refused.code, refused.json.error?.code]).toEqual([2, "unlike-scores"]);
    expect(refused.json.error?.message).toContain("the splits differ: test and validation");
  }, 120_000);
});
