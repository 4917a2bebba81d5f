import { resolve } from "node:path";
import { type Clock, LonghandError } from "../foundation/index.ts";
import { locateModel } from "./catalogue/locate-model.ts";
import { createFakeModel } from "./fake/fake-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { checkModelSettings } from "./model-settings.ts";
import { type ModelSpec, parseModelSpec } from "./model-spec.ts";
import { readEndpoint } from "./openai/endpoint.ts";
import { createOpenAiModel } from "./openai/openai-model.ts";

/** Variable that holds the key of an endpoint if the settings name no other. */
const DEFAULT_KEY_VARIABLE = "OPENAI_API_KEY";
/** Variable that holds the address of the endpoint if the settings name none. */
const BASE_URL_VARIABLE = "OPENAI_BASE_URL";

/** Options of {@link openLanguageModel}. */
export interface OpenModelOptions {
  /** Which model: `<adapter>:<name>[@<revision>]`. */
  readonly spec: string;
  /** Its settings, as they stand under `models` in an experiment. @defaultValue none */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Longhand's home folder. */
  readonly home: string;
  /** Value of an environment variable; `undefined` if it is not set. */
  readonly credential: (variable: string) => string | undefined;
  /** Time. */
  readonly clock: Clock;
  /** Longest wait for a reply, in milliseconds; a fake needs none. @defaultValue 180_000 */
  readonly replyTimeoutMs?: number;
}

/**
 * Opens a language model by its name.
 *
 * @param options - Name, settings, and where to find files, keys and time.
 * @returns The model; close it after use.
 * @throws LonghandError `unknown-model`; `invalid-option` for wrong settings; `missing-credential`,
 *   naming the variable; `model-missing`, saying how to pull it; `revision-mismatch`; and what the
 *   adapter throws when a file cannot be loaded.
 *
 * @example
 * ```ts
 * import type { Clock } from "longhand";
 * import { openLanguageModel } from "longhand/models";
 *
 * export async function tellAStory(clock: Clock): Promise<string> {
 *   const credential = () => undefined;
 *   const model = await openLanguageModel({ spec: "fake", home: "/home/me/longhand", credential, clock });
 *   const messages = [{ role: "user" as const, content: "Tell me a story." }];
 *   const { text } = await model.generate({ messages, sampling: { seed: 7 }, maxOutputTokens: 80 });
 *   await model.close();
 *   return text;
 * }
 * ```
 */
export async function openLanguageModel(options: OpenModelOptions): Promise<LanguageModel> {
  const spec = parseModelSpec(options.spec);
  switch (spec.adapter) {
    case "gguf":
      return openLocal(spec, options);
    case "openai":
      return openEndpoint(spec, options);
    case "fake":
      return openFake(spec, options);
  }
}

async function openLocal(
  spec: ModelSpec,
  { spec: written, settings = {}, home, replyTimeoutMs }: OpenModelOptions,
): Promise<LanguageModel> {
  const { path, ...rest } = withoutPrice(checkModelSettings("gguf", settings, written));
  const { revision: wanted } = spec;
  const found = await locateModel(path === undefined ? spec.name : resolve(path), {
    home,
    ...(wanted === undefined ? {} : { revision: wanted }),
  });
  if (found.kind === "embedding") {
    throw new LonghandError(`${found.name} turns texts into vectors; it cannot write.`, {
      code: "unknown-model",
      hint: "Choose a model of the kind `language` from `longhand models list`.",
    });
  }
  // The engine bounds the context by memory where the settings do not; a catalogue's figure does not.
  // Loaded when it is needed: most commands run without the engine.
  const { openGgufModel } = await import("./gguf/gguf-model.ts");
  return openGgufModel({
    ...rest,
    ...(replyTimeoutMs === undefined ? {} : { replyTimeoutMs }),
    path: found.path,
    name: path === undefined ? found.name : spec.name,
    revision: found.revision,
  });
}

function openEndpoint(spec: ModelSpec, options: OpenModelOptions): LanguageModel {
  const { spec: written, settings = {}, credential, clock, replyTimeoutMs } = options;
  const checked = withoutPrice(checkModelSettings("openai", settings, written));
  const { apiKeyVariable, baseUrl = credential(BASE_URL_VARIABLE), ...rest } = checked;
  if (baseUrl === undefined || baseUrl === "") {
    throw new LonghandError(`The model ${written} has no address.`, {
      code: "invalid-option",
      hint: `Give its baseUrl under \`models\`, for instance http://localhost:11434/v1, or set ${BASE_URL_VARIABLE}.`,
      details: { model: written, variable: BASE_URL_VARIABLE },
    });
  }
  const apiKey = keyFor(baseUrl, apiKeyVariable, options);
  return createOpenAiModel({
    ...rest,
    baseUrl,
    model: spec.name,
    clock,
    ...(spec.revision === undefined ? {} : { revision: spec.revision }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(replyTimeoutMs === undefined ? {} : { replyTimeoutMs }),
  });
}

/** A server on this machine gets a key only if the settings name one; any other must have one. */
function keyFor(
  baseUrl: string,
  named: string | undefined,
  { spec, credential }: OpenModelOptions,
): string | undefined {
  const { remote, headers } = readEndpoint({ baseUrl });
  if (named === undefined && (!remote || "authorization" in headers)) return undefined;
  const variable = named ?? DEFAULT_KEY_VARIABLE;
  const key = credential(variable);
  if (key !== undefined && key !== "") return key;
  throw new LonghandError(`The model ${spec} needs a key, but ${variable} is not set.`, {
    code: "missing-credential",
    hint: `Set ${variable}, name another variable as apiKeyVariable under \`models\`, or try without a model: fake.`,
    details: { model: spec, variable },
  });
}

function openFake(spec: ModelSpec, { spec: written, settings = {}, clock }: OpenModelOptions) {
  const checked = withoutPrice(checkModelSettings("fake", settings, written));
  // Another revision is another model: it writes other texts.
  const name = spec.revision === undefined ? spec.name : `${spec.name}@${spec.revision}`;
  return createFakeModel({ name, settings: checked, clock });
}

function withoutPrice<T extends object>(
  settings: T,
): Omit<T, "inputUsdPerMillionTokens" | "outputUsdPerMillionTokens"> {
  const { inputUsdPerMillionTokens, outputUsdPerMillionTokens, ...rest } = settings as T & {
    readonly inputUsdPerMillionTokens?: number;
    readonly outputUsdPerMillionTokens?: number;
  };
  return rest;
}
