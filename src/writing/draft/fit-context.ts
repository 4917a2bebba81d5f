import { LonghandError } from "../../foundation/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import { estimateTokens } from "../brief/brief-words.ts";
import type { ContextPart } from "../plan/model-size.ts";
import type { Writer } from "../run/writer.ts";
import { goingOn } from "./go-on.ts";
import type { LeafRequest } from "./leaf-request.ts";

/** Parts that may be left out when the model's window is too small, in this order. */
const DROP_ORDER: readonly ContextPart[] = [
  "said",
  "passages",
  "next",
  "exemplars",
  "siblings",
  "ancestors",
];

/** A prompt in its parts, and the model that it has to fit. */
interface Fitting {
  /** The system message. */
  readonly system: string;
  /** Parts of the request, in order; those without room are taken out. */
  readonly parts: Map<ContextPart, string>;
  /** Leaf and target. */
  readonly request: LeafRequest;
  /** The run. */
  readonly writer: Writer;
  /** Text that the model goes on with as its own; empty where it is told of it. */
  readonly ending: string;
}

/**
 * The conversation, without the parts for which the model's window has no room.
 *
 * @param fitting - The prompt in its parts.
 * @returns The messages.
 * @throws LonghandError `context-too-small` if even the parts that are never left out do not fit.
 */
export async function fitContext({
  system,
  parts,
  request,
  writer,
  ending,
}: Fitting): Promise<ChatMessage[]> {
  const { writerModel } = writer;
  const { contextTokens } = writerModel.description;
  const messages = (): ChatMessage[] =>
    goingOn(
      [
        { role: "system", content: system },
        { role: "user", content: [...parts.values()].join("\n\n") },
      ],
      ending,
    );
  if (contextTokens === undefined) return messages();
  const available = contextTokens - request.maxOutputTokens;
  for (const part of [...DROP_ORDER, undefined]) {
    const { tokens } = await writerModel.countTokens(messages());
    if (tokens <= available) return messages();
    if (part === undefined) throw tooSmall(tokens, available, parts);
    parts.delete(part);
  }
  return messages();
}

/**
 * The error of a prompt that no cut makes fit.
 *
 * @param needed - Tokens that it takes.
 * @param available - Tokens that the model's window leaves for it.
 * @param parts - Its parts.
 * @returns An error with code `context-too-small` that names the largest part.
 */
export function tooSmall(
  needed: number,
  available: number,
  parts: ReadonlyMap<ContextPart, string>,
): LonghandError {
  const [largest] = [...parts].sort(
    ([, left], [, right]) => estimateTokens(right) - estimateTokens(left),
  );
  return new LonghandError(
    `The smallest prompt of a part takes ${needed} tokens, but the model's context leaves ${available} for it; the largest piece is "${largest?.[0] ?? "instructions"}".`,
    {
      code: "context-too-small",
      hint: "Use a model with a longer context, or set models.size to a smaller size.",
      details: { neededTokens: needed, availableTokens: available, largestPart: largest?.[0] },
    },
  );
}
