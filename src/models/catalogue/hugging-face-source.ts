import { join } from "node:path";
import type { HuggingFaceSource } from "./catalogue-entry.ts";
import { openPartFile } from "./part-file.ts";
import { downloadResumable } from "./resumable-download.ts";
import { type FetchedFile, type SourceRun, sourceError } from "./source-run.ts";

const DEFAULT_ENDPOINT = "https://huggingface.co";

/**
 * Fetches a file of a Hugging Face repository. A broken connection goes on where it stopped, in this
 * call or a later one, as long as the server's file has not changed; else it starts afresh.
 *
 * @param source - Repository, revision and file.
 * @param run - What it is for. `HF_ENDPOINT` and `HF_TOKEN` are honoured if they are handed in.
 * @returns The file, under a temporary name.
 * @throws LonghandError `source-failed`, `disk-full`, `not-writable` or `cancelled`.
 */
export async function fetchFromHuggingFace(
  source: HuggingFaceSource,
  run: SourceRun,
): Promise<FetchedFile> {
  const { entry, partial } = run;
  const { HF_ENDPOINT: endpoint, HF_TOKEN: token } = run.environment;
  const url = addressOf(source, endpoint);
  const of = `${source.repository} ${source.revision} ${source.file}`;
  const mark = await partial.readMark();
  // Without a checksum to judge the joined file by, an earlier part is not trusted.
  const keep = mark?.of === of && entry.sha256 !== undefined;
  if (!keep) await partial.clear();
  const path = join(partial.path, "download.part");
  const part = await openPartFile(path, { keep });
  const resumed = part.receivedBytes() > 0;
  try {
    await downloadResumable({
      url,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      part,
      etag: keep ? mark.etag : undefined,
      expectedBytes: entry.sizeBytes,
      clock: run.clock,
      signal: run.signal,
      onEtag: (etag) =>
        etag === undefined ? partial.clearMark() : partial.writeMark({ of, etag }),
      onBytes: (bytes, totalBytes) =>
        run.onBytes({
          stage: "download",
          bytes,
          ...(totalBytes === undefined ? {} : { totalBytes }),
        }),
      explain: (httpStatus) => explain(httpStatus, { source, url, hasToken: Boolean(token) }),
    });
    return { ...(await part.finish()), path, resumed };
  } catch (error) {
    await part.close();
    throw error;
  }
}

function addressOf(source: HuggingFaceSource, endpoint: string | undefined): URL {
  const base = (endpoint || DEFAULT_ENDPOINT).replace(/\/+$/, "");
  // A slash in a revision (refs/pr/1) is part of its name; one in a file is a folder.
  const steps = [...source.repository.split("/"), "resolve", source.revision];
  const path = [...steps, ...source.file.split("/")].map(encodeURIComponent).join("/");
  const address = `${base}/${path}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw sourceError("HF_ENDPOINT is not an http or https address.");
}

interface Refusal {
  readonly source: HuggingFaceSource;
  readonly url: URL;
  readonly hasToken: boolean;
}

function explain(httpStatus: number, { source, url, hasToken }: Refusal): string {
  const where = `${source.repository}@${source.revision}`;
  switch (httpStatus) {
    case 401:
    case 403:
      return hasToken
        ? `${url.host} refused HF_TOKEN for ${where} (HTTP ${httpStatus}): has its owner admitted you?`
        : `${url.host} wants a token for ${where} (HTTP ${httpStatus}): set HF_TOKEN.`;
    case 404:
      return `${url.host} has no file ${source.file} in ${where} (HTTP 404).`;
    case 429:
      return `${url.host} asks for fewer requests (HTTP 429): try again later.`;
    default:
      return `${url.host} answered with HTTP ${httpStatus}.`;
  }
}
