import type { GenerationPreset } from "./experiment-schema.ts";

/** What a preset writes into an experiment where it says nothing itself. */
interface PresetDefaults {
  readonly generation: Readonly<Record<string, unknown>>;
  readonly prompt: Readonly<Record<string, unknown>>;
  /** Further prompt settings under the profile `longlamp-paper`. */
  readonly paperPrompt?: Readonly<Record<string, unknown>>;
}

// The paper's table of models (its appendix C, where it and its section 4.1 disagree).
const PRESETS: Readonly<Record<GenerationPreset, PresetDefaults>> = {
  "gpt-3.5": {
    generation: {
      temperature: 0.6,
      topP: 1,
      maxOutputTokens: 2048,
      systemMessage: "You are a helpful assistant",
    },
    prompt: { family: "gpt" },
    // Prompts of 5,000 tokens and more were given no output.
    paperPrompt: { maxPromptTokens: 4999, onOverflow: "fail" },
  },
  "llama-2": {
    // 4,096 tokens in a window of 4,096: an upper bound, the rest of the window is the real one.
    generation: { temperature: 0.8, topP: 0.95, maxOutputTokens: 4096, fitOutput: true },
    prompt: { family: "llama" },
  },
  "flan-t5": {
    generation: { temperature: 0, topP: 1, maxOutputTokens: 1024 },
    prompt: { family: "gpt" },
  },
};

/**
 * Writes a generation preset out. Keys that the experiment has itself win.
 *
 * @param value - An experiment as it was read, faults included.
 * @returns The experiment with the preset's values; itself if it names no known preset.
 */
export function withPreset(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value["generation"])) return value;
  const { preset } = value["generation"];
  if (typeof preset !== "string" || !Object.hasOwn(PRESETS, preset)) return value;
  const { generation, prompt, paperPrompt } = PRESETS[preset as GenerationPreset];
  const given = value["prompt"] ?? {};
  if (!isRecord(given)) return value;
  const paper = value["profile"] === "longlamp-paper" ? paperPrompt : {};
  return {
    ...value,
    generation: { ...generation, ...value["generation"] },
    prompt: { ...prompt, ...paper, ...given },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
