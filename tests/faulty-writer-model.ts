// A model for tests of repairs: the mock writer, which puts given sentences into the drafts of given parts.
import type { LanguageModel } from "../src/models/index.ts";
import { createMockWriter } from "./mock-writer-model.ts";

/** What the model writes besides prose without sense. */
export interface Planted {
  /** Prompts into whose reply the sentence goes. */
  readonly where: RegExp;
  /** The sentence. */
  readonly sentence: string;
}

/**
 * Makes the model.
 *
 * @param planted - Sentences by prompt; all that fit go in.
 */
export function createFaultyWriter(planted: readonly Planted[]): LanguageModel {
  const model = createMockWriter({ bias: 1, sd: 0.1 });
  return {
    ...model,
    generate: async (request, options) => {
      const reply = await model.generate(request, options);
      const prompt = request.messages.map(({ content }) => content).join("\n");
      const added = planted.filter(({ where }) => where.test(prompt));
      return { ...reply, text: [...added.map(({ sentence }) => sentence), reply.text].join(" ") };
    },
  };
}
