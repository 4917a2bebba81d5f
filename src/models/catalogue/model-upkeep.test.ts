import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  fastClock,
  modelBytes,
  temporaryFolder,
  writeUserCatalogue,
} from "../../../tests/model-sources.ts";
import { lockFolder, sha256 } from "../../storage/index.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import { checkModels } from "./check-models.ts";
import { listModels } from "./list-models.ts";
import { locateModel } from "./locate-model.ts";
import { type PulledModel, pullModel } from "./pull-model.ts";
import { removeModel } from "./remove-model.ts";

const BYTES = modelBytes(50_000);
const SHA256 = sha256(BYTES);

let root: string;
let home: string;
let path: string;
let cleanUp: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  root = folder.path;
  home = join(root, "home");
  path = join(home, "models", "some", "some.gguf");
  cleanUp = folder.remove;
  writeFileSync(join(root, "source.gguf"), BYTES);
  listModel({});
});
afterEach(() => cleanUp());

function listModel(changes: object): void {
  writeUserCatalogue(home, [
    {
      name: "some",
      title: "Some model",
      kind: "language",
      licence: "MIT",
      sizeBytes: BYTES.length,
      sha256: SHA256,
      contextTokens: 512,
      fileName: "some.gguf",
      sources: [{ kind: "file", path: join(root, "source.gguf") }],
      ...changes,
    },
  ]);
}

function pull(): Promise<PulledModel> {
  return pullModel("some", { home, clock: fastClock(20), environment: {} });
}

/** Changes a file's bytes, not its size and time: what a failing disk does. */
function rot(file: string): void {
  const noted = join(root, "noted");
  // utimes would cut the time to milliseconds.
  execFileSync("touch", ["-r", file, noted]);
  writeFileSync(file, modelBytes(50_000, 9));
  execFileSync("touch", ["-r", noted, file]);
}

async function stateOf(name: string): Promise<string | undefined> {
  return (await listModels({ home })).find(({ entry }) => entry.name === name)?.state;
}

describe("listModels", () => {
  it("tells what is there, where it is and where it came from", async () => {
    expect(await stateOf("some")).toBe("absent");
    await pull();
    const listed = await listModels({ home });
    const builtIn = BUILT_IN_MODELS.map(({ name }) => name);
    expect(listed.map(({ entry }) => entry.name)).toEqual([...builtIn, "some"]);
    expect(listed.at(-1)).toMatchObject({
      origin: "user",
      state: "installed",
      path,
      sha256: SHA256,
      source: `file ${join(root, "source.gguf")}`,
    });
  });

  it("sees that a file was cut, touched, or overtaken by the catalogue", async () => {
    await pull();
    utimesSync(path, 1, 1);
    expect(await stateOf("some")).toBe("unverified");
    appendFileSync(path, "x");
    expect(await stateOf("some")).toBe("damaged");
    writeFileSync(path, BYTES);
    await checkModels({ home, names: ["some"] });
    listModel({ sha256: sha256("another") });
    expect(await stateOf("some")).toBe("outdated");
  });
});

describe("checkModels", () => {
  it("reports what is missing and what is whole, with progress", async () => {
    await pull();
    const progress: number[] = [];
    const found = await checkModels({ home, onProgress: ({ bytes }) => progress.push(bytes) });
    expect(found.map(({ name, status }) => [name, status])).toEqual([
      ...BUILT_IN_MODELS.map(({ name: builtIn }) => [builtIn, "missing"]),
      ["some", "ok"],
    ]);
    expect(found.at(-1)).toEqual({
      name: "some",
      status: "ok",
      path,
      sizeBytes: BYTES.length,
      expectedSha256: SHA256,
      actualSha256: SHA256,
    });
    expect(progress.at(-1)).toBe(BYTES.length);
  });

  it("finds damage that size and time do not show; the file is then used no more", async () => {
    await pull();
    rot(path);
    expect(await stateOf("some")).toBe("installed");
    expect(await checkModels({ home, names: ["some"] })).toEqual([
      expect.objectContaining({
        status: "damaged",
        expectedSha256: SHA256,
        actualSha256: sha256(modelBytes(50_000, 9)),
        problem: expect.stringContaining("`longhand models pull some`"),
      }),
    ]);
    expect(await stateOf("some")).toBe("damaged");
    await expect(locateModel("some", { home })).rejects.toMatchObject({ code: "model-damaged" });
    expect((await pull()).status).toBe("pulled");
    expect((await checkModels({ home, names: ["some"] }))[0]?.status).toBe("ok");
  });

  it("finds damage in a model that only its first pull vouches for", async () => {
    listModel({ sha256: undefined });
    await pull();
    rot(path);
    expect((await checkModels({ home, names: ["some"] }))[0]).toMatchObject({
      status: "damaged",
      expectedSha256: SHA256,
    });
  });

  it("reports a whole file that the catalogue has moved on from", async () => {
    await pull();
    listModel({ sha256: sha256("another") });
    expect((await checkModels({ home, names: ["some"] }))[0]).toMatchObject({
      status: "outdated",
      actualSha256: SHA256,
    });
  });

  it("refuses an unknown name and stops when it is told to", async () => {
    await pull();
    await expect(checkModels({ home, names: ["sme"] })).rejects.toMatchObject({
      code: "unknown-model",
      hint: expect.stringContaining("some"),
    });
    await expect(
      checkModels({ home, names: ["some"], signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("removeModel", () => {
  it("frees the space, once", async () => {
    await pull();
    mkdirSync(join(home, "models", "some", "partial-1-1"));
    const { freedBytes, ...removed } = await removeModel("some", { home, clock: fastClock(1) });
    expect(removed).toEqual({ name: "some", removed: true });
    expect(freedBytes).toBeGreaterThanOrEqual(BYTES.length);
    expect(existsSync(join(home, "models", "some"))).toBe(false);
    expect(await removeModel("some", { home, clock: fastClock(1) })).toEqual({
      name: "some",
      removed: false,
      freedBytes: 0,
    });
  });

  it("removes a model whose entry is gone, and nothing outside the home folder", async () => {
    await pull();
    writeUserCatalogue(home, []);
    expect(await removeModel("some", { home, clock: fastClock(1) })).toMatchObject({
      removed: true,
    });
    await expect(removeModel("../..", { home, clock: fastClock(1) })).rejects.toMatchObject({
      code: "unknown-model",
    });
    expect(existsSync(join(root, "source.gguf"))).toBe(true);
  });

  it("does not take a model from under a pull", async () => {
    await pull();
    const lock = await lockFolder(join(home, "models", "some"), fastClock(1));
    await expect(removeModel("some", { home, clock: fastClock(1) })).rejects.toMatchObject({
      code: "model-locked",
      message: expect.stringContaining(`process ${process.pid}`),
    });
    await lock.release();
    expect(existsSync(path)).toBe(true);
  });
});

describe("locateModel", () => {
  it("finds a model by its name", async () => {
    await pull();
    expect(await locateModel("some", { home })).toEqual({
      path,
      files: { "some.gguf": path },
      name: "some",
      kind: "language",
      revision: SHA256,
      contextTokens: 512,
    });
  });

  it("says how to get a model that is not there", async () => {
    await expect(locateModel("some", { home })).rejects.toMatchObject({
      code: "model-missing",
      message: "The model some is not here yet.",
      hint: "Get it with `longhand models pull some`.",
    });
  });

  it("hashes a file again that was touched, and refuses it if it has changed", async () => {
    await pull();
    utimesSync(path, 1, 1);
    expect((await locateModel("some", { home })).revision).toBe(SHA256);
    expect(await stateOf("some")).toBe("installed");
    writeFileSync(path, modelBytes(50_000, 9));
    await expect(locateModel("some", { home })).rejects.toMatchObject({ code: "model-damaged" });
  });

  it("finds a file by its path and hashes it once", async () => {
    const file = join(root, "source.gguf");
    const files = { "source.gguf": file };
    const expected = { path: file, files, name: "source.gguf", revision: SHA256 };
    expect(await locateModel(file, { home })).toEqual(expected);
    // A change that size and time do not show goes unseen: the file was not read again.
    rot(file);
    expect(await locateModel(file, { home })).toEqual(expected);
    utimesSync(file, 1, 1);
    expect((await locateModel(file, { home })).revision).toBe(sha256(modelBytes(50_000, 9)));
  });

  it("finds a file where nothing can be noted", async () => {
    const blocked = join(root, "source.gguf", "home");
    const file = join(root, "source.gguf");
    expect((await locateModel(file, { home: blocked })).revision).toBe(SHA256);
  });

  it("refuses files that are missing or no models", async () => {
    writeFileSync(join(root, "page.gguf"), "<html>");
    await expect(locateModel(join(root, "page.gguf"), { home })).rejects.toMatchObject({
      code: "not-a-model",
    });
    await expect(locateModel("./missing.gguf", { home })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(locateModel(`${root}/`, { home })).rejects.toMatchObject({
      code: "not-readable",
    });
  });

  it("holds a model to the revision that is asked for", async () => {
    await pull();
    const revision = SHA256.slice(0, 8);
    expect((await locateModel("some", { home, revision })).revision).toBe(SHA256);
    for (const wrong of ["00000000", SHA256.slice(0, 7), "main"]) {
      await expect(locateModel("some", { home, revision: wrong })).rejects.toMatchObject({
        code: "revision-mismatch",
        hint: expect.stringContaining(`@${SHA256.slice(0, 12)}`),
      });
    }
  });
});
