import type { z } from "zod";
import { ApiFault } from "./api-fault.ts";
import { apiAddress, changeHeaders, faultOf, type QueryValue } from "./client.ts";

/** A file that is sent as it is. */
export interface FileUpload<T> {
  /** How. @defaultValue "POST" */
  readonly method?: "POST" | "PUT";
  /** Path below `/api/v1`. */
  readonly path: string;
  /** Query string. @defaultValue none */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** The file. */
  readonly file: Blob;
  /** Type of its content. */
  readonly contentType: string;
  /** The same for each try to send this file. */
  readonly idempotencyKey: string;
  /** What the answer has to be. */
  readonly schema: z.ZodType<T>;
  /** Is told how much was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends a file and tells how far it is, which `fetch` cannot.
 *
 * @param upload - What is sent where.
 * @returns What the server answers, checked against its schema.
 * @throws ApiFault if the server refuses, is not reached, or says something else.
 */
export async function uploadFile<T>(upload: FileUpload<T>): Promise<T> {
  const { status, text } = await send(upload);
  const value = jsonOf(text);
  if (status < 200 || status > 299) throw faultOf({ status }, value);
  const parsed = upload.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiFault("The file was sent, but the answer is not what this page expects.", {
    code: "unexpected-answer",
    status,
    hint: "Reload the page: the server may have been updated since it was opened.",
  });
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function send<T>(upload: FileUpload<T>): Promise<Answer> {
  const { method = "POST", path, query = {}, file, contentType, idempotencyKey } = upload;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, apiAddress(path, query));
    for (const [name, value] of Object.entries(changeHeaders(idempotencyKey))) {
      request.setRequestHeader(name, value);
    }
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", contentType);
    request.upload.onprogress = ({ loaded, total }) => upload.onProgress(loaded / (total || 1));
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () =>
      reject(
        new ApiFault("The connection broke off before the server answered.", {
          code: "offline",
          status: 0,
          hint: "Send it again: a file that had arrived is not counted twice.",
        }),
      );
    request.send(file);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
