import { Refusal } from "./refusals.ts";

/** Deepest nesting of JSON that is read. */
const MAX_JSON_DEPTH = 32;

/**
 * Reads a body piece by piece.
 *
 * @param request - The request.
 * @param maxBytes - Most bytes.
 * @returns The pieces.
 * @throws Refusal 413 `too-large`: at once if the length is told, else when it is passed.
 */
export async function* bodyPieces(
  request: Request,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return;
  let bytes = 0;
  for await (const piece of request.body as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

/**
 * Reads a JSON body.
 *
 * @param request - The request.
 * @param maxBytes - Most bytes.
 * @returns The value, and the bytes as they came; an empty body is `undefined`.
 * @throws Refusal 400 `invalid-json`, 413 `too-large`, 415 `unsupported-type`.
 */
export async function readJsonBody(
  request: Request,
  maxBytes: number,
): Promise<{ readonly value: unknown; readonly bytes: Uint8Array }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bodyPieces(request, maxBytes)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length === 0) return { value: undefined, bytes };
  if (!isJsonType(request.headers.get("content-type"))) {
    throw new Refusal(415, {
      code: "unsupported-type",
      message: "The body must be JSON, with the header content-type: application/json.",
    });
  }
  refuseDeepJson(bytes);
  return { value: parse(bytes), bytes };
}

/** What no file is sent as. */
const NO_FILE = /^(?:application\/json|multipart\/form-data)\s*(?:;|$)/i;

/**
 * Refuses what is no file where one is uploaded.
 *
 * @param request - The request.
 * @param type - What the route takes, for instance `application/zip`.
 * @throws Refusal 415 `unsupported-type` for JSON and for forms.
 */
export function refuseOtherUploads({ headers }: Request, type: string): void {
  if (!NO_FILE.test(headers.get("content-type") ?? "")) return;
  throw new Refusal(415, {
    code: "unsupported-type",
    message: `The body must be the file itself, with the header content-type: ${type}.`,
  });
}

function isJsonType(contentType: string | null): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? "");
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw invalidJson("The body is not JSON in UTF-8.", cause);
  }
}

/** Before it is parsed: what is nested deep enough costs the parser its stack. */
function refuseDeepJson(bytes: Uint8Array): void {
  let depth = 0;
  for (let place = 0; place < bytes.length; place++) {
    if (bytes[place] === 0x22) place = endOfString(bytes, place);
    depth += nestingOf(bytes[place]);
    if (depth > MAX_JSON_DEPTH) {
      throw invalidJson(`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`, undefined);
    }
  }
}

/** Place of the quote that ends the string which begins here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let place = start + 1;
  while (place < bytes.length && bytes[place] !== 0x22) place += bytes[place] === 0x5c ? 2 : 1;
  return place;
}

function nestingOf(byte: number | undefined): number {
  if (byte === 0x7b || byte === 0x5b) return 1;
  return byte === 0x7d || byte === 0x5d ? -1 : 0;
}

function invalidJson(message: string, cause: unknown): Refusal {
  const refusal = new Refusal(400, { code: "invalid-json", message });
  if (cause !== undefined) refusal.cause = cause;
  return refusal;
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(
    413,
    { code: "too-large", message: `The body is larger than ${sizeWords(maxBytes)}.` },
    { details: { maxBytes } },
  );
}

function sizeWords(bytes: number): string {
  const [mebibytes, kibibytes] = [bytes / (1 << 20), bytes / (1 << 10)];
  if (Number.isInteger(mebibytes)) return `${mebibytes} MiB`;
  return Number.isInteger(kibibytes) ? `${kibibytes} KiB` : `${bytes.toLocaleString("en")} bytes`;
}
