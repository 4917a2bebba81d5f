import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fastClock, temporaryFolder, writeUserCatalogue } from "../../tests/model-sources.ts";
import { LonghandError } from "../foundation/index.ts";
import { pullModel } from "./catalogue/pull-model.ts";
import { type OpenModelOptions, openLanguageModel } from "./open-model.ts";

const CANARY = "sk-canary-7f3a";
const MESSAGES = [{ role: "user", content: "Tell me of the sea and the harbour." }] as const;
const REQUEST = { messages: MESSAGES, sampling: { seed: 7 }, maxOutputTokens: 30 };

let home: string;
let cleanUp: () => void;
let server: Server | undefined;
beforeEach(() => {
  const folder = temporaryFolder();
  home = folder.path;
  cleanUp = folder.remove;
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((closed) =>
    server === undefined ? closed() : server.close(() => closed()),
  );
  server = undefined;
  cleanUp();
});

function options(spec: string, changes: Partial<OpenModelOptions> = {}): OpenModelOptions {
  return { spec, home, clock: fastClock(1), credential: () => undefined, ...changes };
}

async function refused(given: OpenModelOptions): Promise<LonghandError> {
  const error = await openLanguageModel(given).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LonghandError)) throw new Error(`no LonghandError: ${String(error)}`);
  expect(JSON.stringify([error.message, error.hint, error.details])).not.toContain(CANARY);
  return error;
}

/** An endpoint that answers any chat; gives the keys that it was sent. */
async function startEndpoint(): Promise<{ readonly baseUrl: string; readonly keys: unknown[] }> {
  const keys: unknown[] = [];
  const started = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{ message: { role: "assistant", content: "A reply." }, finish_reason: "stop" }],
        usage: { prompt_tokens: 5, completion_tokens: 2 },
      }),
    );
  });
  server = started;
  await new Promise<void>((ready) => started.listen(0, "127.0.0.1", ready));
  return { baseUrl: `http://127.0.0.1:${(started.address() as AddressInfo).port}/v1`, keys };
}

describe("openLanguageModel with a fake", () => {
  it("opens it with its settings; names and revisions tell fakes apart", async () => {
    const texts: string[] = [];
    for (const spec of ["fake", "fake", "fake:other", "fake:other@2"]) {
      const model = await openLanguageModel(options(spec, { settings: { contextTokens: 999 } }));
      expect(model.description).toMatchObject({ adapter: "fake", contextTokens: 999 });
      texts.push((await model.generate(REQUEST)).text);
      await model.close();
    }
    expect(texts[0]).toBe(texts[1]);
    expect(new Set(texts).size).toBe(3);
  });

  it("accepts a price and no wrong key", async () => {
    const model = await openLanguageModel(
      options("fake", { settings: { outputUsdPerMillionTokens: 2 } }),
    );
    await model.close();
    const error = await refused(options("fake", { settings: { delayMS: 5, failures: [{}] } }));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain('unknown key "delayMS": did you mean "delayMs"?');
    expect(error.message).toContain("failures.0.reason");
    expect(error.hint).toContain('below "fake"');
  });
});

describe("openLanguageModel with an endpoint", () => {
  it("sends the key of the variable that the settings name", async () => {
    const { baseUrl, keys } = await startEndpoint();
    const model = await openLanguageModel(
      options("openai:meta/llama-3:8b@2026-01", {
        settings: { baseUrl, apiKeyVariable: "SOME_KEY", inputUsdPerMillionTokens: 1 },
        credential: (name) => (name === "SOME_KEY" ? CANARY : undefined),
      }),
    );
    expect((await model.generate(REQUEST)).text).toBe("A reply.");
    expect(model.description).toMatchObject({
      adapter: "openai",
      model: "meta/llama-3:8b",
      revision: "2026-01",
      baseUrl,
    });
    expect(JSON.stringify(model.description)).not.toContain(CANARY);
    await model.close();
    expect(keys).toEqual([`Bearer ${CANARY}`]);
  });

  it("takes the address from the environment, and gives a local server no key unasked", async () => {
    const { baseUrl, keys } = await startEndpoint();
    const variables: Record<string, string> = { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: CANARY };
    const model = await openLanguageModel(
      options("openai:some", { credential: (name) => variables[name] }),
    );
    await model.generate(REQUEST);
    await model.close();
    expect(keys).toEqual([undefined]);
  });

  it("needs an address", async () => {
    const error = await refused(options("openai:some"));
    expect(error.code).toBe("invalid-option");
    expect(error.hint).toContain("OPENAI_BASE_URL");
  });

  it.each([
    [{}, "OPENAI_API_KEY"],
    [{ apiKeyVariable: "SOME_KEY" }, "SOME_KEY"],
  ])("names the variable of a missing key: %j", async (settings, variable) => {
    const error = await refused(
      options("openai:some", { settings: { baseUrl: "https://models.invalid/v1", ...settings } }),
    );
    expect(error.code).toBe("missing-credential");
    expect(error.message).toBe(`The model openai:some needs a key, but ${variable} is not set.`);
  });

  it("needs the key that the settings name on this machine, too", async () => {
    const settings = { baseUrl: "http://localhost:1/v1", apiKeyVariable: "SOME_KEY" };
    expect((await refused(options("openai:some", { settings }))).code).toBe("missing-credential");
  });

  it.each([
    [{ apiKeyVariable: CANARY }, "must be the name of an environment variable"],
    [{ apiKeyVariable: [CANARY] }, "must be the name of an environment variable"],
    [{ apiKey: CANARY }, 'unknown key "apiKey": did you mean "apiKeyVariable"?'],
    [{ baseURL: "x" }, 'unknown key "baseURL": did you mean "baseUrl"?'],
    [{ inputUsdPerMilionTokens: 1 }, 'did you mean "inputUsdPerMillionTokens"?'],
    [{ contextTokens: -1 }, "contextTokens: "],
  ])("refuses wrong settings without showing a key: %#", async (settings, expected) => {
    const error = await refused(options("openai:some", { settings }));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain(expected);
  });
});

describe("openLanguageModel with a model on this machine", () => {
  it("says how to get a model that is not there", async () => {
    expect(await refused(options("gguf:smollm2-135m-instruct"))).toMatchObject({
      code: "model-missing",
      hint: "Get it with `longhand models pull smollm2-135m-instruct`.",
    });
  });

  it("suggests the nearest name", async () => {
    expect(await refused(options("gguf:smollm-135m-instruct"))).toMatchObject({
      code: "unknown-model",
      hint: expect.stringContaining("smollm2-135m-instruct"),
    });
  });

  it("looks for the file that the settings name", async () => {
    const path = join(home, "nowhere");
    expect(await refused(options("gguf:mine", { settings: { path } }))).toMatchObject({
      code: "not-found",
      message: `There is no file ${path}.`,
    });
  });

  it("refuses another revision than was asked for", async () => {
    const path = join(home, "some.gguf");
    writeFileSync(path, "GGUF and the rest");
    expect(await refused(options(`gguf:${path}@00000000`))).toMatchObject({
      code: "revision-mismatch",
    });
  });

  it("refuses a model that cannot write", async () => {
    const path = join(home, "some.gguf");
    writeFileSync(path, "GGUF and the rest");
    writeUserCatalogue(home, [
      {
        name: "vectors",
        title: "Vectors",
        kind: "embedding",
        licence: "MIT",
        contextTokens: 512,
        fileName: "some.gguf",
        sources: [{ kind: "file", path }],
      },
    ]);
    await pullModel("vectors", { home, clock: fastClock(1), environment: {} });
    expect((await refused(options("gguf:vectors"))).message).toContain("it cannot write");
  });

  it("refuses a wrong setting", async () => {
    const error = await refused(options("gguf:some", { settings: { gpu: "cuda!", thread: 2 } }));
    expect(error.message).toContain('did you mean "threads"?');
    expect(error.message).toContain("gpu:");
  });

  it("refuses what is no model name", async () => {
    expect(await refused(options("gpt-4"))).toMatchObject({ code: "unknown-model" });
  });
});
