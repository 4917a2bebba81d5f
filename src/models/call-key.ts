import { canonicalJson, sha256 } from "../storage/index.ts";
import type { ModelDescription, ModelRequest } from "./language-model.ts";

/** Format of the key; a change empties every cache. */
const KEY_VERSION = 1;

/** Everything that makes one call to a model this call and no other. */
export interface CallKeyParts {
  /** What the call is for: `generation`, `summary`, `style`, `keywords`. */
  readonly stage: string;
  /** The model. Of it count adapter, its version, model, revision, address, context and settings. */
  readonly description: ModelDescription;
  /** The whole request, exactly as sent. */
  readonly request: ModelRequest;
  /** Hash of the template that made the prompt; absent if none did. */
  readonly templateHash?: string;
  /** Which repeat of the same request, from 0. */
  readonly repeat: number;
}

/**
 * The key under which a reply is cached: equal for equal calls, different as soon as any part
 * differs. How many calls the model takes at once is no part of it, since it changes no reply.
 *
 * @param parts - What the call is made of.
 * @returns SHA-256 of their canonical JSON, as 64 hexadecimal digits.
 */
export function callKey(parts: CallKeyParts): string {
  const { adapter, adapterVersion, model, revision, baseUrl, contextTokens, settings } =
    parts.description;
  return sha256(
    canonicalJson({
      v: KEY_VERSION,
      stage: parts.stage,
      model: { adapter, adapterVersion, model, revision, baseUrl, contextTokens, settings },
      request: parts.request,
      templateHash: parts.templateHash,
      repeat: parts.repeat,
    }),
  );
}
