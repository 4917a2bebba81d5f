import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import {
  checkShape,
  type DataProblem,
  parseStrictYaml,
  type YamlSource,
} from "../storage/index.ts";
import { type FakeModelSettings, fakeModelSettingsSchema } from "./fake/fake-settings.ts";
import type { GgufModelOptions } from "./gguf/gguf-model.ts";
import type { AdapterName } from "./model-spec.ts";
import { type OpenAiModelSettings, openAiModelSettingsSchema } from "./openai/openai-settings.ts";

/** What a model costs, in US dollars. Any model may have a price; a budget needs one. */
export interface ModelPrice {
  /** Per million tokens read. */
  readonly inputUsdPerMillionTokens?: number;
  /** Per million tokens written. */
  readonly outputUsdPerMillionTokens?: number;
}

/** Settings of a model on this machine, as they stand under `models`. */
export interface LocalModelSettings
  extends Omit<GgufModelOptions, "path" | "name" | "revision" | "replyTimeoutMs">,
    ModelPrice {
  /** The model's file, instead of the one that the catalogue knows by its name. */
  readonly path?: string;
}

/** Settings of a model at an endpoint, as they stand under `models`. */
export interface EndpointModelSettings extends Partial<OpenAiModelSettings>, ModelPrice {}

/** Settings of a fake model, as they stand under `models`. */
export interface ScriptedModelSettings extends FakeModelSettings, ModelPrice {}

/** Checked settings of each kind of model. */
export interface SettingsByAdapter {
  /** On this machine. */
  readonly gguf: LocalModelSettings;
  /** At an endpoint. */
  readonly openai: EndpointModelSettings;
  /** Without a model. */
  readonly fake: ScriptedModelSettings;
}

const usd = z.exactOptional(z.number().min(0));
const price = { inputUsdPerMillionTokens: usd, outputUsdPerMillionTokens: usd };
const count = z.exactOptional(z.int().positive());

const SCHEMAS = {
  gguf: z.strictObject({
    path: z.exactOptional(z.string().min(1)),
    contextTokens: count,
    sequences: count,
    threads: count,
    gpu: z.exactOptional(z.union([z.enum(["auto", "cuda", "vulkan", "metal"]), z.literal(false)])),
    chatTemplate: z.exactOptional(z.string().min(1)),
    systemRole: z.exactOptional(z.enum(["auto", "user"])),
    ...price,
  }),
  openai: z.strictObject({
    ...shapeOf(openAiModelSettingsSchema),
    // The address may come from the environment instead.
    baseUrl: z.exactOptional(z.string().min(1)),
    ...price,
  }),
  fake: z.strictObject({ ...shapeOf(fakeModelSettingsSchema), ...price }),
};

/** The fields of a schema that is exported under the type of what it reads. */
function shapeOf(schema: z.ZodType): z.core.$ZodShape {
  return (schema as unknown as z.ZodObject).shape;
}

/**
 * Checks the settings of one model.
 *
 * @param adapter - What runs it.
 * @param settings - As they were written.
 * @param name - The model's whole name, for messages.
 * @returns The settings.
 * @throws LonghandError `invalid-option`, naming each wrong key and the nearest right one. A value
 *   that may be a secret is not shown.
 */
export function checkModelSettings<A extends AdapterName>(
  adapter: A,
  settings: Readonly<Record<string, unknown>>,
  name: string,
): SettingsByAdapter[A] {
  // JSON is YAML, and YAML's checker names the nearest key.
  const { value, problems } = readModelSettings(adapter, parseStrictYaml(JSON.stringify(settings)));
  if (value !== undefined) return value;
  const lines = problems.map(({ message }) => `  ${message}`).join("\n");
  throw new LonghandError(`The settings of the model ${name} are wrong:\n${lines}`, {
    code: "invalid-option",
    hint: `They stand under \`models\`, below ${JSON.stringify(name)}.`,
    details: { model: name, problems: problems.map(({ message }) => message) },
  });
}

/**
 * Reads the settings of one model where they stand in a file.
 *
 * @param adapter - What runs it.
 * @param source - The settings, as the file holds them.
 * @returns The settings if they are right, and every fault with its place. A value that may be a
 *   secret is not shown.
 */
export function readModelSettings<A extends AdapterName>(
  adapter: A,
  source: YamlSource,
): { readonly value?: SettingsByAdapter[A]; readonly problems: readonly DataProblem[] } {
  // Before anything could print the value: people paste the key where its variable belongs.
  if (holdsKeyInPlaceOfName(source.value)) {
    const message =
      "apiKeyVariable: must be the name of an environment variable in capitals, such as OPENAI_API_KEY; the key itself never stands in a file.";
    return {
      problems: [{ severity: "error", ...source.placeOf(["apiKeyVariable"]), message }],
    };
  }
  const { value, problems } = checkShape(source, SCHEMAS[adapter] as z.ZodType);
  return value === undefined ? { problems } : { value: value as SettingsByAdapter[A], problems };
}

function holdsKeyInPlaceOfName(settings: unknown): boolean {
  if (typeof settings !== "object" || settings === null) return false;
  const { apiKeyVariable } = settings as { readonly apiKeyVariable?: unknown };
  if (apiKeyVariable === undefined) return false;
  return typeof apiKeyVariable !== "string" || !/^[A-Z_][A-Z0-9_]*$/.test(apiKeyVariable);
}

/**
 * The price of a model, if its settings name one.
 *
 * @param settings - As they were written.
 * @returns The price; without it, what a call costs is unknown.
 */
export function priceOf(settings: Readonly<Record<string, unknown>>): ModelPrice {
  const parsed = z.object(price).safeParse(settings);
  return parsed.success ? parsed.data : {};
}
