// Stand-ins for the places that models come from: a file server and a pip.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { zipSync } from "fflate";
import { stringify } from "yaml";
import type { Clock } from "../src/foundation/index.ts";

/** A file that begins as a GGUF file does and does not compress. */
export function modelBytes(sizeBytes: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  let state = seed;
  for (let index = 0; index < sizeBytes; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  bytes.set(new TextEncoder().encode("GGUF"));
  return bytes;
}

/** A clock in which time runs faster than outside. */
export function fastClock(speed: number): Clock {
  const startMs = performance.now();
  return {
    nowMs: () => (performance.now() - startMs) * speed,
    sleep: async (waitMs, signal) => {
      await wait(waitMs / speed, undefined, signal === undefined ? {} : { signal });
    },
  };
}

/** An empty folder that is removed when the test ends. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "longhand-models-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes the user's own list of models. */
export function writeUserCatalogue(home: string, models: readonly object[]): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "models.yaml"), stringify({ version: 1, models }));
}

/** How the server treats one request. */
export interface Treatment {
  /** Answers with this status and no file. */
  readonly status?: number;
  /** Breaks the connection after so many bytes of the body. */
  readonly dropAfterBytes?: number;
  /** Says nothing after so many bytes of the body. */
  readonly stallAfterBytes?: number;
  /** Never answers. */
  readonly silent?: boolean;
}

/** A request that the server got. */
export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly authorization: string | undefined;
}

/** A server with one file. */
export interface FileServer {
  readonly address: string;
  readonly requests: readonly SeenRequest[];
  /** The file. */
  bytes: Uint8Array;
  /** Its entity tag. */
  etag: string | undefined;
  /** How the next requests are treated; later ones get the whole file. */
  readonly treatments: Treatment[];
  close(): Promise<void>;
}

/** Starts a server on this machine that knows ranges, and can be told to fail. */
export async function startFileServer(bytes: Uint8Array): Promise<FileServer> {
  const requests: SeenRequest[] = [];
  const treatments: Treatment[] = [];
  const http = createServer((request, response) => {
    requests.push({
      path: request.url ?? "",
      range: request.headers.range,
      ifRange: request.headers["if-range"] as string | undefined,
      authorization: request.headers.authorization,
    });
    answer({ request, response, server, treatment: treatments.shift() ?? {} });
  });
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  const server: FileServer = {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    bytes,
    etag: '"one"',
    treatments,
    close: () =>
      new Promise((closed) => {
        http.close(() => closed());
        http.closeAllConnections();
      }),
  };
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: FileServer;
  readonly treatment: Treatment;
}

function answer({ request, response, server, treatment }: Exchange): void {
  if (treatment.silent === true) return;
  if (treatment.status !== undefined) {
    response.writeHead(treatment.status).end("no");
    return;
  }
  const { bytes, etag } = server;
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const unchanged = request.headers["if-range"] === etag;
  const start = from > 0 && unchanged ? from : 0;
  const body = Buffer.from(bytes.subarray(start));
  const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
  response.writeHead(start > 0 ? 206 : 200, {
    "content-length": body.length,
    ...(etag === undefined ? {} : { etag }),
    ...(start > 0 ? { "content-range": range } : {}),
  });
  const cut = treatment.dropAfterBytes ?? treatment.stallAfterBytes;
  if (cut === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, cut), () => {
    if (treatment.dropAfterBytes !== undefined) response.socket?.destroySoon();
  });
}

/** What the stand-in for pip does. */
export interface FakePip {
  /** Names under which it can be called. @defaultValue `["python3"]` */
  readonly names?: readonly string[];
  /** Files of the wheel that it "downloads"; without them it fails. */
  readonly wheel?: Readonly<Record<string, Uint8Array>>;
  /** The wheel's bytes as they are, instead of `wheel`. */
  readonly rawWheel?: Uint8Array;
  /** What it writes to stderr when it fails. */
  readonly says?: string;
  /** Writes half of the wheel and hangs. */
  readonly hangs?: boolean;
}

/** A folder for PATH that holds a stand-in for pip. */
export function installFakePip(folder: string, pip: FakePip): { readonly calls: () => string[] } {
  mkdirSync(folder, { recursive: true });
  const log = join(folder, "calls.log");
  const wheel = join(folder, "some.whl");
  writeFileSync(log, "");
  const content = pip.rawWheel ?? (pip.wheel === undefined ? undefined : zipSync({ ...pip.wheel }));
  if (content !== undefined) writeFileSync(wheel, content);
  const script = `#!${process.execPath}
const { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, require("node:path").basename(process.argv[1]) + " " + args.join(" ") + "\\n");
if (args.includes("--version")) process.exit(0);
const dest = args.find((arg) => arg.startsWith("--dest=")).slice(7);
if (${content === undefined}) {
  process.stderr.write(${JSON.stringify(pip.says ?? "ERROR: no such package\n")});
  process.exit(1);
}
if (${pip.hangs === true}) {
  const bytes = readFileSync(${JSON.stringify(wheel)});
  mkdirSync(process.env.TMPDIR + "/pip-unpack");
  writeFileSync(process.env.TMPDIR + "/pip-unpack/some.whl", bytes.subarray(0, bytes.length / 2));
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(), 20);
} else {
  copyFileSync(${JSON.stringify(wheel)}, dest + "/some-1.0-py3-none-any.whl");
}
`;
  for (const name of pip.names ?? ["python3"]) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
  return { calls: () => readFileSync(log, "utf8").split("\n").slice(0, -1) };
}
