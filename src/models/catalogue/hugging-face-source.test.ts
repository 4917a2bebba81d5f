import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type FileServer,
  fastClock,
  modelBytes,
  startFileServer,
  temporaryFolder,
  writeUserCatalogue,
} from "../../../tests/model-sources.ts";
import { LonghandError } from "../../foundation/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { PullAttempt } from "./fetch-from-sources.ts";
import type { PullEvent } from "./pull-event.ts";
import { type PulledModel, type PullOptions, pullModel } from "./pull-model.ts";

const BYTES = modelBytes(300_000);
const PATH = "/some-one/Some-Model/resolve/main/deep%20folder/some.gguf";

let home: string;
let server: FileServer;
let cleanUp: () => void;

beforeEach(async () => {
  const folder = temporaryFolder();
  home = join(folder.path, "home");
  cleanUp = folder.remove;
  server = await startFileServer(BYTES);
  listModel({});
});
afterEach(async () => {
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
      sources: [
        {
          kind: "huggingface",
          repository: "some-one/Some-Model",
          revision: "main",
          file: "deep folder/some.gguf",
        },
      ],
      ...changes,
    },
  ]);
}

function pull(options: Partial<PullOptions> = {}): Promise<PulledModel> {
  return pullModel("some", {
    home,
    clock: fastClock(20),
    environment: { HF_ENDPOINT: `${server.address}/` },
    ...options,
  });
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

describe("a model from a Hugging Face repository", () => {
  it("is fetched from the repository's address, hashed and put in place", async () => {
    const events: PullEvent[] = [];
    const model = await pull({ onProgress: (event) => events.push(event) });
    expect(model).toEqual({
      name: "some",
      path: join(home, "models", "some", "some.gguf"),
      sha256: sha256(BYTES),
      sizeBytes: BYTES.length,
      status: "pulled",
      source: "Hugging Face some-one/Some-Model@main",
      vouchedBy: "catalogue",
    });
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
    expect(server.requests.map(({ path }) => path)).toEqual([PATH]);
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
    expect([...new Set(events.map(({ stage }) => stage))]).toEqual([
      "source",
      "download",
      "verify",
      "done",
    ]);
    expect(events.filter(({ stage }) => stage === "download").at(-1)).toEqual({
      stage: "download",
      model: "some",
      bytes: BYTES.length,
      totalBytes: BYTES.length,
    });
  });

  it("sends a token only if one is handed in", async () => {
    await pull();
    listModel({ name: "other" });
    await pullModel("other", {
      home,
      clock: fastClock(20),
      environment: { HF_ENDPOINT: server.address, HF_TOKEN: "hf_canary" },
    });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([
      undefined,
      "Bearer hf_canary",
    ]);
  });

  it("goes on where a broken connection stopped", async () => {
    server.treatments.push({ dropAfterBytes: 100_000 }, { dropAfterBytes: 50_000 });
    const model = await pull();
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
    expect(server.requests.map(({ range, ifRange }) => [range, ifRange])).toEqual([
      [undefined, undefined],
      ["bytes=100000-", '"one"'],
      ["bytes=150000-", '"one"'],
    ]);
  });

  it("goes on in a later call where an earlier one gave up", async () => {
    server.treatments.push({ dropAfterBytes: 100_000 });
    server.treatments.push(...Array.from({ length: 3 }, () => ({ status: 503 })));
    expect(await reasonOf(pull())).toBe(`${new URL(server.address).host} answered with HTTP 503.`);
    expect(leftovers()).toEqual([expect.stringMatching(/^partial-\d+-\d+$/)]);
    const model = await pull();
    expect(server.requests.at(-1)?.range).toBe("bytes=100000-");
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
    expect(leftovers()).toEqual(["receipt.json", "some.gguf"]);
  });

  it("starts afresh if the file has changed since the connection broke", async () => {
    server.bytes = modelBytes(300_000, 2);
    server.treatments.push({ dropAfterBytes: 100_000 });
    const pulling = pull({
      onProgress: () => {
        // The first bytes are those of the old file; from now on the new one is served.
        server.bytes = BYTES;
        server.etag = '"two"';
      },
    });
    expect(sha256(readFileSync((await pulling).path))).toBe(sha256(BYTES));
  });

  it.each([undefined, 'W/"weak"'])("starts afresh if the tag is %s", async (etag) => {
    server.etag = etag;
    server.treatments.push({ dropAfterBytes: 100_000 });
    const model = await pull();
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, undefined]);
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
  });

  it("fetches all of it again if an earlier part turns out to be damaged", async () => {
    server.bytes = modelBytes(300_000, 3);
    server.treatments.push({ dropAfterBytes: 100_000 });
    server.treatments.push(...Array.from({ length: 3 }, () => ({ status: 500 })));
    await reasonOf(pull());
    // The server claims, wrongly, that this is still the same file.
    server.bytes = BYTES;
    const model = await pull();
    expect(server.requests.slice(-2).map(({ range }) => range)).toEqual([
      "bytes=100000-",
      undefined,
    ]);
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
  });

  it("does not trust an earlier part without a checksum to judge the whole by", async () => {
    listModel({ sha256: undefined });
    server.treatments.push({ dropAfterBytes: 100_000 });
    server.treatments.push(...Array.from({ length: 3 }, () => ({ status: 500 })));
    await reasonOf(pull());
    await pull();
    expect(server.requests.at(-1)?.range).toBeUndefined();
  });

  it("refuses a file with another checksum and leaves nothing behind", async () => {
    server.bytes = modelBytes(300_000, 4);
    expect(await reasonOf(pull())).toBe(
      `the file there has the SHA-256 ${sha256(server.bytes)}, but the catalogue says ${sha256(BYTES)}: not used.`,
    );
    expect(leftovers()).toEqual([]);
  });

  it("refuses a file of another size before it is fetched", async () => {
    server.bytes = modelBytes(299_999);
    expect(await reasonOf(pull())).toBe("the file there has 299999 bytes, not 300000.");
  });

  it("refuses a web page where a model should be", async () => {
    listModel({ sha256: undefined, sizeBytes: undefined });
    server.bytes = new TextEncoder().encode("<html>Please log in</html>");
    expect(await reasonOf(pull())).toContain("not a GGUF file");
    expect(existsSync(join(home, "models", "some", "some.gguf"))).toBe(false);
  });

  it.each([
    [404, {}, "has no file deep folder/some.gguf in some-one/Some-Model@main (HTTP 404)."],
    [401, {}, "wants a token for some-one/Some-Model@main (HTTP 401): set HF_TOKEN."],
    [403, { HF_TOKEN: "hf_canary" }, "refused HF_TOKEN for some-one/Some-Model@main (HTTP 403)"],
  ])("says at once what HTTP %i means", async (status, environment, expected) => {
    server.treatments.push({ status });
    const reason = await reasonOf(
      pull({ environment: { HF_ENDPOINT: server.address, ...environment } }),
    );
    expect(reason).toContain(expected);
    expect(reason).not.toContain("hf_canary");
    expect(server.requests).toHaveLength(1);
  });

  it("tries a busy server four times", async () => {
    server.treatments.push(...Array.from({ length: 9 }, () => ({ status: 429 })));
    expect(await reasonOf(pull())).toContain("(HTTP 429): try again later.");
    expect(server.requests).toHaveLength(4);
  });

  it("gives up a server that does not answer, after two tries", async () => {
    server.treatments.push({ silent: true }, { silent: true }, { silent: true });
    const { host } = new URL(server.address);
    expect(await reasonOf(pull({ clock: fastClock(1000) }))).toBe(`${host} sent nothing for 15 s.`);
    expect(server.requests).toHaveLength(2);
  });

  it("goes on after a server falls silent in the middle", async () => {
    server.treatments.push({ stallAfterBytes: 100_000 });
    const model = await pull();
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, "bytes=100000-"]);
    expect(sha256(readFileSync(model.path))).toBe(sha256(BYTES));
  });

  it("says that there is no connection", async () => {
    const { address } = server;
    await server.close();
    const { host } = new URL(address);
    expect(await reasonOf(pull({ environment: { HF_ENDPOINT: address } }))).toBe(
      `no connection to ${host} (ECONNREFUSED).`,
    );
    server = await startFileServer(BYTES);
  });

  it("refuses an endpoint that is no web address", async () => {
    expect(await reasonOf(pull({ environment: { HF_ENDPOINT: "file:///etc" } }))).toBe(
      "HF_ENDPOINT is not an http or https address.",
    );
  });

  it("stops when it is told to, and keeps what it has", async () => {
    server.treatments.push({ stallAfterBytes: 100_000 });
    const stop = new AbortController();
    const pulling = pull({
      signal: stop.signal,
      onProgress: (event) => {
        if (event.stage === "download" && event.bytes === 100_000) stop.abort();
      },
    });
    await expect(pulling).rejects.toMatchObject({ code: "cancelled" });
    const [partial = ""] = leftovers();
    expect(readdirSync(join(home, "models", "some", partial)).sort()).toEqual([
      "download.part",
      "resume.json",
    ]);
    await pull();
    expect(server.requests.at(-1)?.range).toBe("bytes=100000-");
  });
});
