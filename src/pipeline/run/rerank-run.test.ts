import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { json, startMockOpenAiServer } from "../../../tests/mock-openai-server.ts";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import type { GenerationEntry } from "../../records/index.ts";
import { readExperiment } from "../experiment/read-experiment.ts";
import type { RetrievalLine } from "../retrieval/ask-retriever.ts";
import type { ProgressEvent } from "../run-context.ts";
import { examineRun } from "./examine-run.ts";
import { previewRun } from "./preview-run.ts";
import { resumeRun, startRun } from "./run-experiment.ts";
import { runStatus } from "./run-status.ts";

const place = tinyPlace();
const { context } = place;
const path = place.topicDataset("rerank");

interface Written {
  readonly name: string;
  readonly retriever?: string;
  readonly limits?: string;
  readonly judge?: string;
}

/** Three users with three passages each: of each passage the judge is asked once per example. */
function experimentFile({ name, retriever = RERANKED, limits = "{}", judge = "" }: Written) {
  const file = join(place.folder, `${name}.yaml`);
  const log = join(place.folder, `${name}-calls.jsonl`);
  writeFileSync(
    file,
    `version: 1
name: ${name}
dataset: { path: ${path} }
grid: { retriever: [none, ${retriever}], k: [1], model: [fake] }
generation: { maxOutputTokens: 20 }
limits: ${limits}
models:
  fake: { callLog: ${log} }
  "fake:judge": { callLog: ${log}${judge} }
metrics: [rouge-1]
statistics: { resamples: 100, permutations: 100 }
`,
  );
  return { file, log };
}

const RERANKED = "bm25+rerank:llm:fake:judge";

function linesOf<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

async function start(file: string) {
  return startRun((await readExperiment(file)).experiment, {}, context);
}

describe("calls of re-rankers in a run", () => {
  it("stand in the log of side calls, each once for all retrievers that ask the same", async () => {
    const retriever = `${RERANKED}, recency+rerank:llm:fake:judge`;
    const { file, log } = experimentFile({ name: "shared", retriever });
    const { folder, count, summary } = await start(file);
    const side = linesOf<GenerationEntry>(folder.side);
    expect(side.map(({ stage }) => stage)).toEqual(Array(9).fill("rerank"));
    expect(new Set(side.map(({ key }) => key)).size).toBe(9);
    expect(count.reranks).toEqual({ made: 9, cached: 0, failed: 0 });
    const lines = linesOf<RetrievalLine>(folder.retrieval);
    expect(lines.map(({ calls }) => [calls?.made, calls?.cached])).toEqual(
      Array(3)
        .fill([
          [3, 0],
          [0, 3],
        ])
        .flat(),
    );
    // Nine judgements and nine texts.
    expect(linesOf(log)).toHaveLength(18);
    const tokens = side.reduce((sum, entry) => sum + promptTokensOf(entry), 0);
    expect(summary.notes.join()).toContain(
      `re-ranked by fake:judge: 9 judgements, ${tokens.toLocaleString("en")} tokens read`,
    );
    expect(await runStatus(folder.name, context)).toMatchObject({
      calls: 18,
      textCalls: 9,
      side: 0,
      rerank: { calls: 9, in: tokens },
    });
    const manifest = JSON.parse(readFileSync(folder.manifest, "utf8"));
    expect(Object.keys(manifest.models)).toEqual(["fake", "fake:judge"]);
    expect(existsSync(folder.begun)).toBe(false);
  });

  it("end at the budget, and go on when the file raises it, without a call made twice", async () => {
    const limits = "{ maxCalls: 5, concurrency: { start: 1, min: 1, max: 1 } }";
    const { file, log } = experimentFile({ name: "budget", limits });
    const said: ProgressEvent[] = [];
    const { experiment } = await readExperiment(file);
    const onProgress = (event: ProgressEvent) => void said.push(event);
    const first = await startRun(experiment, {}, { ...context, onProgress });
    expect(linesOf(log)).toHaveLength(5);
    const warning = `limits.maxCalls is 5: it comes first, so texts may not be made`;
    expect(said).toContainEqual({ kind: "warning", text: expect.stringContaining(warning) });
    const { json, text } = await previewRun(experiment, {}, context);
    expect(json.warnings).toEqual([`re-ranking alone may take about 9 calls, and ${warning}`]);
    expect(text).toContain("warning: re-ranking alone may take about 9 calls");
    const roomy = { ...experiment, limits: { ...experiment.limits, maxCalls: 15 } };
    expect((await previewRun(roomy, {}, context)).json.warnings).toEqual([]);
    const few = { ...experiment.limits, maxCalls: 15, maxTokens: 10 };
    const cramped = await previewRun({ ...experiment, limits: few }, {}, context);
    expect(cramped.json.warnings).toEqual([expect.stringContaining("limits.maxTokens is 10")]);
    expect(linesOf<RetrievalLine>(first.folder.retrieval).map(({ reason }) => reason)).toEqual([
      undefined,
      "budget",
      "budget",
    ]);
    expect(first.summary.cells.map(({ failures }) => failures)).toEqual([
      { budget: 3 },
      { budget: 3 },
    ]);
    expect(first.count.budgetEnded).toBe(true);
    const [retrieval] = (await examineRun(first.folder.name, { repair: false }, context)).filter(
      ({ check }) => check === "retrieval",
    );
    expect(retrieval?.found).toContain("for want of budget");

    // As it is, resuming changes nothing.
    const same = await resumeRun(first.folder.name, { experimentFile: file }, context);
    expect([same.count.generated, same.summary.cells[0]?.failed]).toEqual([0, 3]);

    writeFileSync(file, readFileSync(file, "utf8").replace("maxCalls: 5", "maxCalls: 15"));
    const { summary, folder } = await resumeRun(
      first.folder.name,
      { experimentFile: file },
      context,
    );
    expect(summary.cells.map(({ scored }) => scored)).toEqual([3, 3]);
    const lines = linesOf<RetrievalLine>(folder.retrieval);
    expect(lines.map(({ reason, calls }) => [reason, calls?.made])).toEqual(
      Array(3).fill([undefined, 3]),
    );
    const calls = linesOf<{ requestHash: string }>(log);
    expect([calls.length, new Set(calls.map(({ requestHash }) => requestHash)).size]).toEqual([
      15, 15,
    ]);
    expect(JSON.parse(readFileSync(folder.manifest, "utf8")).experiment.limits.maxCalls).toBe(15);
  });

  it("are kept at Ctrl-C, and not made again", async () => {
    const limits = "{ concurrency: { start: 1, min: 1, max: 1 } }";
    const { file, log } = experimentFile({ name: "stopped", limits });
    const { experiment } = await readExperiment(file);
    const stop = new AbortController();
    const onProgress = (event: ProgressEvent): void => {
      if (event.kind === "step" && event.step === "Retrieving") stop.abort();
    };
    const stopped = startRun(experiment, {}, { ...context, stopping: stop.signal, onProgress });
    await expect(stopped).rejects.toMatchObject({ code: "interrupted" });
    const made = linesOf(log).length;
    expect(made).toBeGreaterThanOrEqual(3);
    expect(made).toBeLessThan(9);
    const { folder, summary } = await resumeRun("stopped", {}, context);
    expect(linesOf<{ event?: string }>(folder.events).map(({ event }) => event)).toContain(
      "interrupted",
    );
    expect(summary.cells.map(({ scored }) => scored)).toEqual([3, 3]);
    expect(linesOf(log)).toHaveLength(9 + 6);
  });

  it("that a kill cut off are a finding of the doctor, and charged when the run goes on", async () => {
    const { file } = experimentFile({ name: "cut-off" });
    const { folder } = await start(file);
    const note = { key: "k", stage: "rerank", tokens: 50 };
    const header = { v: 1, generationBytes: 0, sideBytes: 0 };
    writeFileSync(folder.begun, `${JSON.stringify(header)}\n${JSON.stringify(note)}\n`);
    const findings = await examineRun(folder.name, { repair: false }, context);
    expect(findings.find(({ check }) => check === "calls")?.found).toBe(
      "1 call cut off by a kill; charged with the most they can have cost",
    );
    const { calls } = await runStatus(folder.name, context);
    await resumeRun(folder.name, {}, context);
    expect((await runStatus(folder.name, context)).calls).toBe(calls + 1);
    expect(existsSync(folder.begun)).toBe(false);
  });

  it("end the run with its texts pending where the model refuses every call", async () => {
    const server = await startMockOpenAiServer(json({ error: { message: "no such key" } }, 401));
    try {
      const { file } = experimentFile({
        name: "no-key",
        retriever: '"bm25+rerank:llm:openai:judge"',
      });
      const settings = `\n  "openai:judge": { baseUrl: "${server.baseUrl}" }\nmetrics`;
      writeFileSync(file, readFileSync(file, "utf8").replace("\nmetrics", settings));
      await expect(start(file)).rejects.toMatchObject({ code: "model-refused" });
      const [name] = readdirSync(context.runsFolder).filter((one) => one.startsWith("no-key-"));
      expect(await runStatus(name ?? "", context)).toMatchObject({ pending: 6, calls: 0 });
    } finally {
      await server.close();
    }
  });

  it("are asked for at the price of their model", async () => {
    const { file } = experimentFile({ name: "price", limits: "{ budgetUsd: 1 }" });
    await expect(start(file)).rejects.toThrow(/the price of fake and of fake:judge is not known/);
    const price = ", inputUsdPerMillionTokens: 1000, outputUsdPerMillionTokens: 0";
    const text = readFileSync(file, "utf8").replaceAll("-calls.jsonl", `-calls.jsonl${price}`);
    writeFileSync(file, text);
    const { folder } = await start(file);
    const side = linesOf<GenerationEntry>(folder.side);
    const { usd } = await runStatus(folder.name, context);
    const all = [...side, ...linesOf<GenerationEntry>(folder.generation)];
    const tokens = all.reduce((sum, entry) => sum + promptTokensOf(entry), 0);
    expect(usd).toBeCloseTo(tokens / 1000, 10);
  });

  it("that are refused fail as judgements and are counted with the most they can cost", async () => {
    const judge = ", failures: [{ reason: refused, every: 2 }]";
    const { file } = experimentFile({ name: "refused", judge });
    const { folder, summary } = await start(file);
    const failed = linesOf<GenerationEntry>(folder.side).filter(
      ({ status }) => status === "failed",
    );
    expect(failed.length).toBeGreaterThan(0);
    expect(failed[0]).toMatchObject({
      stage: "rerank",
      reason: "refused",
      mostTokens: expect.any(Number),
    });
    const lines = linesOf<RetrievalLine>(folder.retrieval);
    expect(lines.reduce((sum, { calls }) => sum + (calls?.failed ?? 0), 0)).toBe(failed.length);
    expect(summary.cells.map(({ scored }) => scored)).toEqual([3, 3]);
  });
});

function promptTokensOf(entry: GenerationEntry): number {
  return entry.status === "generated" ? entry.promptTokens : 0;
}
