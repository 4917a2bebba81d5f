import { LonghandError, messageOf } from "../foundation/index.ts";
import { DEFAULT_EMBEDDING_MODEL, DEFAULT_MODEL, parseModelSpec } from "../models/index.ts";
import { nearestWord } from "../storage/index.ts";
import { PLAIN_RETRIEVERS } from "./plain-retrievers.ts";

/** What the name of a retriever says. */
export type RetrieverSpec =
  | { readonly kind: "plain"; readonly name: string }
  | { readonly kind: "dense"; readonly name: string; readonly model: string }
  | { readonly kind: "contriever"; readonly name: string; readonly model: string }
  | { readonly kind: "hybrid"; readonly name: string; readonly parts: readonly RetrieverSpec[] }
  | {
      readonly kind: "rerank";
      readonly name: string;
      readonly first: RetrieverSpec;
      readonly judge: JudgeSpec;
    };

/** What re-ranks. */
export type JudgeSpec =
  | { readonly kind: "llm"; readonly model: string }
  | { readonly kind: "cross-encoder"; readonly model: string };

/** Names that stand alone, in the order of the documentation. */
const WORDS: readonly string[] = [
  ...Object.keys(PLAIN_RETRIEVERS),
  "dense",
  "contriever",
  "hybrid",
];
/** Names with a part that the user fills in, for suggestions. */
const PATTERNS = [
  "dense:MODEL",
  "contriever:PATH",
  "hybrid:A+B",
  "A+rerank:llm",
  "A+rerank:onnx:PATH",
];
const RERANK = "+rerank:";

/**
 * The names of retrievers that need nothing more.
 *
 * @returns The names, in the order of the documentation.
 */
export function retrieverNames(): string[] {
  return [...WORDS];
}

/**
 * Reads the name of a retriever:
 *
 * - `none`, `bm25`, `recency`, `random-own`, `random-all`, or a name of your own;
 * - `dense` or `dense:MODEL`: by the vectors of a sentence encoder; `contriever[:PATH]` by Contriever's;
 * - `hybrid` or `hybrid:A+B`: reciprocal rank fusion of two or more;
 * - `A+rerank:llm[:MODEL]` or `A+rerank:onnx:PATH`: A, its first passages put in a new order.
 *
 * @param text - The name as it was written.
 * @param own - Names of retrievers of your own. @defaultValue none
 * @returns What it says.
 * @throws LonghandError `invalid-option`, with what was probably meant.
 */
export function parseRetrieverSpec(text: string, own: readonly string[] = []): RetrieverSpec {
  const at = text.lastIndexOf(RERANK);
  if (at > 0) return parseReranked(text, at, own);
  if (own.includes(text)) return { kind: "plain", name: text };
  const [word = "", rest] = splitOnce(text);
  switch (word) {
    case "dense":
      return { kind: "dense", name: text, model: denseModel(text, rest) };
    case "contriever":
      if (rest === "") throw wrong(text, "no path stands after contriever:");
      return { kind: "contriever", name: text, model: `onnx:${rest ?? "contriever"}` };
    case "hybrid":
      return { kind: "hybrid", name: text, parts: parseParts(text, rest ?? "bm25+dense", own) };
    default:
      if (rest !== undefined || !WORDS.some((known) => known === word)) throw unknown(text, own);
      return { kind: "plain", name: text };
  }
}

function parseReranked(text: string, at: number, own: readonly string[]): RetrieverSpec {
  const first = parseRetrieverSpec(text.slice(0, at), own);
  if (first.name === "none" || first.name === "random-all") {
    throw wrong(text, `${first.name} cannot be re-ranked`);
  }
  return { kind: "rerank", name: text, first, judge: parseJudge(text, at + RERANK.length) };
}

/**
 * Tells what is wrong with the name of a retriever.
 *
 * @param text - The name as it was written.
 * @param own - Names of retrievers of your own. @defaultValue none
 * @returns A sentence without its end, with what was probably meant; `undefined` for a good name.
 */
export function retrieverNameFault(text: string, own: readonly string[] = []): string | undefined {
  try {
    parseRetrieverSpec(text, own);
    return undefined;
  } catch (error) {
    const { fault } = error instanceof LonghandError ? (error.details ?? {}) : {};
    if (typeof fault === "string") return fault;
    throw error;
  }
}

function splitOnce(text: string): readonly [string, string | undefined] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

function denseModel(text: string, rest: string | undefined): string {
  if (rest === undefined) return `onnx:${DEFAULT_EMBEDDING_MODEL}`;
  if (rest === "") throw wrong(text, "no model stands after dense:");
  if (rest === "hash" || /^(onnx|gguf|embeddings):./.test(rest)) return rest;
  if (!/^(onnx|gguf|embeddings):?$/.test(rest)) return `onnx:${rest}`;
  throw wrong(text, "no name or path stands after its last colon");
}

function parseParts(text: string, list: string, own: readonly string[]): RetrieverSpec[] {
  // A path may hold a plus sign: there, a part begins where the name of a retriever follows it.
  const words = [...WORDS, ...own].map((word) => word.replaceAll("-", "\\-")).join("|");
  const plus = /[\\/]/.test(list) ? new RegExp(`\\+(?=(?:${words})(?:[:+]|$))`) : "+";
  const names = list.split(plus);
  const parts = names.map((name) => parsePart(text, name, own));
  if (parts.length < 2) {
    throw wrong(text, "a hybrid needs two retrievers or more, such as hybrid:bm25+dense");
  }
  if (new Set(names).size < names.length) throw wrong(text, "a part is named twice");
  return parts;
}

function parsePart(text: string, name: string, own: readonly string[]): RetrieverSpec {
  const part = parseRetrieverSpec(name, own);
  if (part.kind === "hybrid" || part.name === "none" || part.name === "random-all") {
    throw wrong(text, `${part.name} cannot be part of a hybrid`);
  }
  return part;
}

function parseJudge(text: string, from: number): JudgeSpec {
  const judge = text.slice(from);
  const [word, rest] = splitOnce(judge);
  if (word === "llm") {
    const model = rest ?? `gguf:${DEFAULT_MODEL}`;
    try {
      parseModelSpec(model);
    } catch (error) {
      const hint = error instanceof LonghandError ? ` ${error.hint ?? ""}` : "";
      throw wrong(text, `${messageOf(error)}${hint}`.replace(/[.]\s*$/, ""));
    }
    return { kind: "llm", model };
  }
  if (word === "onnx" && rest !== undefined && rest !== "") {
    return { kind: "cross-encoder", model: rest };
  }
  const near = nearestWord(word, ["llm", "onnx"]);
  const meant = near === undefined ? "" : `; did you mean "${near}"?`;
  throw wrong(text, `after +rerank: stands llm, llm:MODEL or onnx:PATH, got "${judge}"${meant}`);
}

function unknown(text: string, own: readonly string[]): LonghandError {
  const known = [...WORDS, ...own];
  const [word, rest] = splitOnce(text);
  const near = nearestWord(word, known);
  const meant =
    near === undefined || near === word
      ? `known are ${[...known, ...PATTERNS].join(", ")}`
      : `did you mean "${near}${rest === undefined ? "" : `:${rest}`}"?`;
  return faulty(`unknown retriever "${text}": ${meant}`, text);
}

function wrong(text: string, why: string): LonghandError {
  return faulty(`the retriever "${text}": ${why}`, text);
}

function faulty(fault: string, text: string): LonghandError {
  const ended = /[.?]$/.test(fault) ? fault : `${fault}.`;
  return new LonghandError(`${ended[0]?.toUpperCase() ?? ""}${ended.slice(1)}`, {
    code: "invalid-option",
    hint: `Retrievers: ${[...WORDS, ...PATTERNS].join(", ")}.`,
    details: { retriever: text, fault },
  });
}
