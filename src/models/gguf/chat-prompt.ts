import type { ChatHistoryItem, JinjaTemplateChatWrapper, LlamaText, Token } from "node-llama-cpp";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import type { EngineLoad } from "./engine-protocol.ts";
import type { LoadedModel } from "./load-model.ts";

/** A conversation as the model reads it. */
export interface ChatPrompt {
  /** All tokens, those of the template included. */
  readonly tokens: readonly Token[];
  /** Tokens with which the template ends the model's turn, beside those that the model itself knows. */
  readonly endTokens: ReadonlySet<Token>;
  /** Texts with which the template ends the model's turn, where it has no token for that. */
  readonly endTexts: readonly string[];
}

/** Turns conversations into prompts. */
export type PromptReader = (messages: readonly ChatMessage[]) => ChatPrompt;

/**
 * Makes a reader that renders the chat template of the model's file. A message is never searched
 * for special tokens, so that no text can end its turn or speak in another role.
 *
 * @param loaded - The model.
 * @param load - A template in the place of the file's own, and where system messages go.
 * @returns The reader. It throws LonghandError `invalid-option` if the template refuses a
 *   conversation.
 * @throws LonghandError `unsupported-model` if the file has no template, or one that does not work.
 */
export function createPromptReader(loaded: LoadedModel, load: EngineLoad): PromptReader {
  const { model } = loaded;
  const template = load.chatTemplate ?? model.fileInfo.metadata.tokenizer?.chat_template;
  if (template === undefined || template.trim() === "") throw noTemplate(load.path);
  const renderers = createRenderers(template, loaded, load.path);
  return (messages) => {
    const given = load.systemRole === "user" ? withoutSystem(messages) : messages;
    const { contextText, stopGenerationTriggers } = render(given, renderers, load.path);
    const tokens = contextText.tokenize(model.tokenizer);
    const { bos, shouldPrependBosToken } = model.tokens;
    if (shouldPrependBosToken && bos !== null && tokens[0] !== bos) tokens.unshift(bos);
    return { tokens, ...endsOf(stopGenerationTriggers, loaded) };
  };
}

/**
 * The first takes messages as they are. The second mends what some templates refuse: it puts system
 * messages before the user's, and joins neighbours of one role.
 */
function createRenderers(
  template: string,
  { runtime }: LoadedModel,
  path: string,
): JinjaTemplateChatWrapper[] {
  const wrappers: JinjaTemplateChatWrapper[] = [];
  let refusal: unknown;
  for (const mends of [false, true]) {
    try {
      wrappers.push(
        new runtime.JinjaTemplateChatWrapper({
          template,
          joinAdjacentMessagesOfTheSameType: mends,
          convertUnsupportedSystemMessagesToUserMessages: mends
            ? { use: "ifNeeded", format: "{{message}}" }
            : false,
          functionCallMessageTemplate: "noJinja",
          reasoning: null,
        }),
      );
    } catch (cause) {
      refusal = cause;
    }
  }
  if (wrappers.length > 0) return wrappers;
  throw new LonghandError(`The chat template of ${path} does not work: ${messageOf(refusal)}`, {
    code: "unsupported-model",
    hint: "Give another template as chatTemplate.",
    details: { file: path },
    cause: refusal,
  });
}

/** Puts the system messages before the first message of the user, as one with it. */
function withoutSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== "system");
  if (system.length === 0) return messages;
  const first = others.findIndex(({ role }) => role === "user");
  if (first < 0) return [{ role: "user", content: system.join("\n\n") }, ...others];
  return others.map((message, place) =>
    place === first ? { ...message, content: [...system, message.content].join("\n\n") } : message,
  );
}

function render(
  messages: readonly ChatMessage[],
  renderers: readonly JinjaTemplateChatWrapper[],
  path: string,
): { readonly contextText: LlamaText; readonly stopGenerationTriggers: readonly LlamaText[] } {
  const chatHistory = messages.map(historyItem);
  // The open end is where the model writes on; after a message of its own, it goes on with that.
  if (messages.at(-1)?.role !== "assistant") chatHistory.push({ type: "model", response: [""] });
  let refusal: unknown;
  for (const renderer of renderers) {
    try {
      return renderer.generateContextState({ chatHistory });
    } catch (cause) {
      refusal = cause;
    }
  }
  throw new LonghandError(
    `The chat template of ${path} refuses this conversation: ${messageOf(refusal)}`,
    {
      code: "invalid-option",
      hint: "Most templates want user and assistant to take turns, beginning with the user.",
      details: { file: path, roles: messages.map(({ role }) => role) },
      cause: refusal,
    },
  );
}

function historyItem({ role, content }: ChatMessage): ChatHistoryItem {
  switch (role) {
    case "system":
      return { type: "system", text: content };
    case "user":
      return { type: "user", text: content };
    case "assistant":
      return { type: "model", response: [content] };
  }
}

function endsOf(
  triggers: readonly LlamaText[],
  { model }: LoadedModel,
): Pick<ChatPrompt, "endTokens" | "endTexts"> {
  const endTokens = new Set<Token>();
  const endTexts: string[] = [];
  for (const trigger of triggers) {
    const [first] = trigger.tokenize(model.tokenizer);
    if (first !== undefined && model.isSpecialToken(first)) endTokens.add(first);
    else if (trigger.toString().trim() !== "") endTexts.push(trigger.toString());
  }
  return { endTokens, endTexts };
}

function noTemplate(path: string): LonghandError {
  return new LonghandError(`${path} has no chat template, so it is not known how to talk to it.`, {
    code: "unsupported-model",
    hint: "Take a model tuned for chat (its name often holds `Instruct`), or give a Jinja template as chatTemplate.",
    details: { file: path },
  });
}
