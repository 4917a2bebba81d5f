import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blockGguf, randomBlocks } from "../../../tests/block-gguf.ts";
import { fastClock, temporaryFolder, writeUserCatalogue } from "../../../tests/model-sources.ts";
import { sha256 } from "../../storage/index.ts";
import type { ProgressEvent, RunContext } from "../run-context.ts";
import { pullWithProgress } from "./pull-with-progress.ts";

let home: string;
let cleanUp: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  home = join(folder.path, "home");
  mkdirSync(home);
  cleanUp = folder.remove;
});
afterEach(() => cleanUp());

function contextFor(told: ProgressEvent[]): RunContext {
  return {
    clock: fastClock(20),
    nameSeed: "seed",
    home,
    runsFolder: join(home, "runs"),
    credential: () => undefined,
    environment: {},
    stopping: new AbortController().signal,
    stopNow: new AbortController().signal,
    onProgress: (event) => void told.push(event),
  };
}

describe("pullWithProgress", () => {
  it("tells of every step, re-encoding among them", async () => {
    const bytes = randomBlocks(3, 20);
    const file = blockGguf([{ name: "weights", type: 3, shape: [32, 3], bytes }]);
    writeFileSync(join(home, "from.gguf"), file);
    const from = { sizeBytes: file.length, sha256: sha256(file) };
    writeUserCatalogue(home, [
      {
        name: "some",
        title: "Some model",
        kind: "language",
        licence: "MIT",
        contextTokens: 512,
        fileName: "some.gguf",
        reencode: { from, as: "q8_0" },
        sources: [{ kind: "file", path: "from.gguf" }],
      },
    ]);
    const told: ProgressEvent[] = [];
    await pullWithProgress("some", contextFor(told));
    const size = { total: file.length, unit: "bytes" };
    expect(told).toEqual([
      {
        kind: "message",
        text: `Getting some from file ${join(home, "from.gguf")} (source 1 of 1)`,
      },
      { kind: "step", step: "Downloading some", done: file.length, ...size },
      { kind: "step", step: "Verifying some", done: file.length, ...size },
      // The tensor ends 4 bytes before the file does: 60 bytes are filled up to 64.
      { kind: "step", step: "Re-encoding some", done: file.length - 4, ...size },
      { kind: "message", text: "some is in place." },
    ]);
  });
});
