import { LonghandError } from "../foundation/index.ts";
import { nearestWord } from "../storage/index.ts";
import { BUILT_IN_MODELS } from "./catalogue/built-in-models.ts";
import { isModelPath } from "./catalogue/locate-model.ts";

/** The kinds of model that can be named. */
const ADAPTERS = ["gguf", "openai", "fake"] as const;

/** Name of an adapter. */
export type AdapterName = (typeof ADAPTERS)[number];

/** Which model to run: what an experiment or `--model` names as `<adapter>:<name>[@<revision>]`. */
export interface ModelSpec {
  /** What runs it: `gguf` on this machine, `openai` at an endpoint, `fake` without a model. */
  readonly adapter: AdapterName;
  /** Name in the catalogue or path of a file; name at the endpoint; any name for a fake. */
  readonly name: string;
  /** Revision that is asked for. */
  readonly revision?: string;
}

/**
 * Reads the name of a model: `gguf:smollm2-135m-instruct`, `gguf:/models/mine.gguf`,
 * `openai:meta/llama-3:8b@2026-01`, `fake`. Names may hold `:` and `@`: the adapter ends at the
 * first colon; a revision begins at the last `@`, unless a slash follows it or nothing precedes it,
 * and after a path only if the path ends in `.gguf`.
 *
 * @param text - The name as it was written.
 * @param catalogueNames - Names that a hint may suggest. @defaultValue those of the built-in models
 * @returns Its parts.
 * @throws LonghandError `unknown-model`, with what was probably meant.
 *
 * @example
 * ```ts
 * import { parseModelSpec } from "longhand/models";
 *
 * const { adapter, name, revision } = parseModelSpec("openai:meta/llama-3:8b@2026-01");
 * ```
 */
export function parseModelSpec(
  text: string,
  catalogueNames: readonly string[] = BUILT_IN_MODELS.map(({ name }) => name),
): ModelSpec {
  if (text === "fake") return { adapter: "fake", name: "fake" };
  const colon = text.indexOf(":");
  const adapter = ADAPTERS.find((known) => known === text.slice(0, Math.max(0, colon)));
  if (adapter === undefined) throw unknownSpec(text, catalogueNames);
  return parseName(adapter, text);
}

function parseName(adapter: AdapterName, text: string): ModelSpec {
  const rest = text.slice(adapter.length + 1);
  const at = revisionStart(adapter, rest);
  const name = at === undefined ? rest : rest.slice(0, at);
  const revision = at === undefined ? undefined : rest.slice(at + 1);
  if (name === "" || revision === "" || /^\s|\s$|\p{Cc}/u.test(rest)) {
    const missing = revision === "" ? "no revision after @" : "no name";
    const fault = name === "" || revision === "" ? missing : "white space at its edge or inside";
    throw new LonghandError(`The model ${JSON.stringify(text)} has ${fault}.`, {
      code: "unknown-model",
      hint: `Write ${adapter}:NAME or ${adapter}:NAME@REVISION.`,
      details: { model: text },
    });
  }
  return { adapter, name, ...(revision === undefined ? {} : { revision }) };
}

/** Where the `@` of the revision stands. */
function revisionStart(adapter: AdapterName, rest: string): number | undefined {
  const at = rest.lastIndexOf("@");
  if (at <= 0 || /[\\/]/.test(rest.slice(at))) return undefined;
  const name = rest.slice(0, at);
  // /models/mine@home.gguf is a path with an @ in it; /models/mine.gguf@1a2b3c4d names a revision.
  const partOfPath = adapter === "gguf" && isModelPath(rest) && !/\.gguf$/i.test(name);
  return partOfPath ? undefined : at;
}

function unknownSpec(text: string, catalogueNames: readonly string[]): LonghandError {
  return new LonghandError(`There is no model ${JSON.stringify(text)}.`, {
    code: "unknown-model",
    hint: suggestion(text, catalogueNames),
    details: { model: text },
  });
}

function suggestion(text: string, catalogueNames: readonly string[]): string {
  const bare = nearestWord(text, catalogueNames);
  if (bare !== undefined) return `Did you mean gguf:${bare}?`;
  if (/^https?:/i.test(text)) {
    return "Name the model as openai:NAME, and give the address as baseUrl of that model under `models`.";
  }
  if (isModelPath(text)) return `Is it a file? Then write gguf:${text}`;
  const colon = text.indexOf(":");
  const adapter = nearestWord(colon === -1 ? text : text.slice(0, colon), ADAPTERS);
  const rest = colon === -1 ? "" : text.slice(colon);
  if (adapter !== undefined) return `Did you mean ${adapter}${rest}?`;
  return "Write gguf:NAME for a model on this machine, openai:NAME for an endpoint, or fake.";
}
