import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { sha256 } from "../../storage/index.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json; charset=utf-8",
};

const NO_PAGES = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Longhand</title>
<h1>Longhand</h1><p>The server runs; its pages are not part of this installation.
The API is described at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>`;

interface StaticFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly tag: string;
  /** Whether its name changes with its content. */
  readonly isNamedByContent: boolean;
}

/** The bundled pages. */
export interface StaticFiles {
  /**
   * Answers a request for a page or one of its files.
   *
   * @param request - A GET request.
   * @returns The file; the application's shell for every path that is a page; 404 for missing files.
   */
  answer(request: Request): Response;
}

/**
 * Reads the bundled pages into memory: what is not in the folder now will never be served.
 *
 * @param folder - The folder with `index.html`.
 * @returns The pages; a single page that says so if there are none.
 */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files = await readFolder(folder);
  const shell = files.get("/index.html") ?? fileOf("/index.html", Buffer.from(NO_PAGES));
  return {
    answer: (request) => {
      const { pathname } = new URL(request.url);
      // Names of runs may hold a dot: only endings of files make a missing file of an address.
      const isPage = TYPES[extname(pathname)] === undefined;
      const file = files.get(pathname) ?? (isPage ? shell : undefined);
      if (file === undefined) return new Response("Not found.\n", { status: 404 });
      return respond(file, request);
    },
  };
}

function respond(file: StaticFile, request: Request): Response {
  const headers = {
    etag: file.tag,
    "cache-control": file.isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
  };
  if (request.headers.get("if-none-match") === file.tag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(file.content, { headers: { ...headers, "content-type": file.type } });
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join("/")}`;
    files.set(name, fileOf(name, await readFile(path)));
  }
  return files;
}

function fileOf(name: string, content: Buffer): StaticFile {
  return {
    content: new Uint8Array(content),
    type: TYPES[extname(name)] ?? "application/octet-stream",
    tag: `"${sha256(content).slice(0, 32)}"`,
    isNamedByContent: name.startsWith("/assets/"),
  };
}
