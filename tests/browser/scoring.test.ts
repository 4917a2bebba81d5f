import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readGolden } from "../golden/read-golden.ts";
import { findChromium } from "./find-chromium.ts";
import { type Pair, type ScoredPairs, scorePairs } from "./score-pairs.ts";

const bundle = mkdtempSync(join(tmpdir(), "longhand-browser-"));
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};
let server: Server | undefined;
let browser: Browser | undefined;
let page: Page;
const faults: string[] = [];

/** Bundles the built package as a web app would, and writes a page that loads it. */
async function bundleScoring(): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "longhand/scoring": resolve("dist/scoring/index.js") } },
    build: {
      outDir: bundle,
      target: "es2022",
      rollupOptions: {
        input: resolve("tests/browser/page.ts"),
        output: { entryFileNames: "page.js" },
      },
    },
  });
  writeFileSync(
    join(bundle, "index.html"),
    '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>',
  );
}

async function serveBundle(): Promise<string> {
  server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    try {
      const content = readFileSync(join(bundle, path));
      response.setHeader("content-type", CONTENT_TYPES[extname(path)] ?? "text/plain");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", () => listening()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

beforeAll(async () => {
  await bundleScoring();
  const address = await serveBundle();
  browser = await chromium.launch({
    executablePath: findChromium(),
    // Without a user namespace, as in most containers, Chromium cannot start its sandbox.
    args: ["--no-sandbox"],
  });
  page = await browser.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.endsWith("favicon.ico")) {
      faults.push(message.text());
    }
  });
  await page.goto(address);
  await page.waitForFunction(() => "scorePairs" in globalThis);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function scoredInBrowser(...call: Parameters<typeof scorePairs>): Promise<ScoredPairs> {
  return page.evaluate(
    ([pairs, options]) =>
      (globalThis as unknown as { scorePairs: typeof scorePairs }).scorePairs(pairs, options),
    call,
  );
}

/** The places where two values differ: numbers by more than 1e-12 of 1, or of themselves. */
function differences(left: unknown, right: unknown, place = ""): string[] {
  if (typeof left === "number" && typeof right === "number") {
    const isClose = Math.abs(left - right) <= 1e-12 * Math.max(1, Math.abs(left));
    return isClose ? [] : [`${place}: ${left} and ${right}`];
  }
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return left === right ? [] : [`${place}: ${String(left)} and ${String(right)}`];
  }
  const [ours, theirs] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key) =>
    differences(ours.get(key), theirs.get(key), `${place}/${key}`),
  );
}

const rougeOf = ({ records }: ScoredPairs): unknown =>
  records.map((scores) => scores.filter(({ metric }) => metric.startsWith("rouge")));

describe("longhand/scoring in a browser", () => {
  const pairs = readGolden<Pair>("meteor.jsonl").map(({ id, hyp, refs }) => ({ id, hyp, refs }));

  it("is bundled without anything of Node", () => {
    const files = readdirSync(bundle, { recursive: true, encoding: "utf8" });
    const scripts = files.filter((name) => name.endsWith(".js"));
    const code = scripts.map((name) => readFileSync(join(bundle, name), "utf8")).join("\n");
    expect(scripts.length).toBeGreaterThan(1);
    expect(code).not.toMatch(/["'`]node:|__vite-browser-external/);
  });

  it("gives Node's numbers, METEOR with its synonyms among them, ROUGE to the last bit", async () => {
    expect(pairs.length).toBeGreaterThan(600);
    const [browsers, nodes] = [await scoredInBrowser(pairs), await scorePairs(pairs)];
    // Engines may differ in the last bit of a logarithm, on which BLEU rests.
    expect(differences(browsers, nodes)).toEqual([]);
    expect(rougeOf(browsers)).toEqual(rougeOf(nodes));
    expect(faults).toEqual([]);
  }, 60_000);

  it("does so with stems, Unicode words and the paper's bootstrap as well", async () => {
    const some = pairs.slice(0, 80);
    for (const options of [
      { stemmer: true, tokens: "unicode-words", nltk: "3.9.1", sentences: "punkt" },
      { profile: "longlamp-paper", seed: 7 },
    ] as const) {
      const [browsers, nodes] = [
        await scoredInBrowser(some, options),
        await scorePairs(some, options),
      ];
      expect(differences(browsers, nodes)).toEqual([]);
    }
    expect(faults).toEqual([]);
  }, 60_000);

  it("tells errors as errors, with their code", async () => {
    const code = await page.evaluate(async () => {
      const { scorePairs: score } = globalThis as unknown as { scorePairs: typeof scorePairs };
      return await score([], { profile: "nonsense" as "longhand" }).catch(
        (error: { code: string }) => error.code,
      );
    });
    expect(code).toBe("invalid-option");
  });
});
