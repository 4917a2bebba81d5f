import { describe, expect, it } from "vitest";
import { createPacer } from "./pacer.ts";

describe("createPacer", () => {
  it("sets the threads before each evaluation, by what the last ones took", async () => {
    const engine: { gpu: false; maxThreads: number } = { gpu: false, maxThreads: 99 };
    let spent = { wallMs: 0, cpuMs: 0 };
    const pacer = createPacer({ llama: engine, maxThreads: 2, loneThreads: 1, usage: () => spent });
    const evaluate = async () => {
      // One processor is free, whatever the number of threads.
      spent = { wallMs: spent.wallMs + 150, cpuMs: spent.cpuMs + 150 };
      return engine.maxThreads;
    };
    const used: number[] = [];
    for (let turn = 0; turn < 4; turn++) used.push(await pacer.run("chunk", evaluate));
    expect(used).toEqual([2, 2, 1, 1]);
  });

  it("never changes the threads of a step that depends on them", async () => {
    const engine: { gpu: false; maxThreads: number } = { gpu: false, maxThreads: 99 };
    let spent = { wallMs: 0, cpuMs: 0 };
    const pacer = createPacer({
      llama: engine,
      maxThreads: 4,
      loneThreads: 3,
      usage: () => spent,
    });
    const evaluate = async () => {
      spent = { wallMs: spent.wallMs + 300, cpuMs: spent.cpuMs + 300 };
      return engine.maxThreads;
    };
    expect(await pacer.run("lone-step", evaluate)).toBe(3);
    expect(await pacer.run("lone-step", evaluate)).toBe(3);
    // What it took is known all the same.
    expect(await pacer.run("chunk", evaluate)).toBe(1);
  });

  it("leaves threads alone on a GPU", async () => {
    const llama = { gpu: "cuda" as const, maxThreads: 8 };
    const usage = () => ({ wallMs: 0, cpuMs: 0 });
    const pacer = createPacer({ llama, maxThreads: 4, loneThreads: 1, usage });
    expect(await pacer.run("step", async () => llama.maxThreads)).toBe(8);
  });
});
