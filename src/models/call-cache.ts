import { LonghandError } from "../foundation/index.ts";
import { readEntry, writeEntry } from "./call-cache-entry.ts";
import { type CallKeyParts, callKey } from "./call-key.ts";
import { cancelledCall, throwIfCancelled } from "./cancelled-call.ts";
import type { CallOptions, LanguageModel, ModelReply } from "./language-model.ts";

/**
 * What a cache does: `readwrite` answers from it and fills it; `read` only answers; `write` asks the
 * model anew and stores its replies; `off` does neither.
 */
export type CallCacheMode = "readwrite" | "read" | "write" | "off";

/** Where and how replies are cached. */
export interface CallCacheOptions {
  /** Folder of the cache. Several models, runs and processes may share one. */
  readonly folder: string;
  /** What the cache does. @defaultValue `"readwrite"` */
  readonly mode?: CallCacheMode;
  /**
   * Gets each damaged entry and each file that cannot be read or written; the call then goes on
   * without the cache.
   */
  readonly onWarning?: (warning: LonghandError) => void;
}

/** One call through the cache: all parts of its key but the model. */
export type CachedCall = Omit<CallKeyParts, "description">;

/** What the caller may add to one call through the cache. */
export interface CachedCallOptions extends CallOptions {
  /**
   * Makes the call that a miss needs: the place for gates and retries, so that a reply from the
   * cache takes no slot and teaches the gate nothing.
   *
   * @param callModel - Makes one attempt; may be called again.
   * @returns The reply of the attempt that succeeded.
   */
  readonly onMiss?: (callModel: () => Promise<ModelReply>) => Promise<ModelReply>;
}

/** A reply, and where it came from. */
export interface CachedReply {
  /** The call's key. */
  readonly key: string;
  /** The reply. */
  readonly reply: ModelReply;
  /** `true` if no call was made for it: from a file, or from an equal call under way. */
  readonly cached: boolean;
}

/** A model behind a cache. */
export interface CachedModel {
  /** The model itself, for everything but replies. */
  readonly model: LanguageModel;
  /**
   * Answers from the cache, else asks the model and stores the reply. Of equal calls at the same
   * time one is made, so that results do not depend on what happens to run together. Errors are
   * never stored: refusals, filtered, empty and cut-off replies are asked for again.
   *
   * @param call - Stage, request, template and repeat.
   * @param options - Abort signal, stream, and how to make the call. A reply from the cache is
   *   streamed in one piece.
   * @returns The reply and whether it was cached.
   * @throws ModelCallError as the model gave it.
   */
  generate(call: CachedCall, options?: CachedCallOptions): Promise<CachedReply>;
}

/**
 * Puts a cache before a model. Entries are files named by the hash of the whole call, see
 * `callKey`; they hold no prompt and no secret. Nothing expires by itself.
 *
 * @param model - The model.
 * @param options - Folder, mode and warnings.
 * @returns The model with its cache. Closing the model stays with the caller.
 */
export function withCallCache(model: LanguageModel, options: CallCacheOptions): CachedModel {
  const { mode = "readwrite" } = options;
  const underWay = new Map<string, Promise<CachedReply>>();
  const files = mode === "off" ? undefined : openFiles(model, options);

  async function ask(
    call: CachedCall,
    key: string,
    { onMiss, ...callOptions }: CachedCallOptions,
  ): Promise<CachedReply> {
    const callModel = async (): Promise<ModelReply> => {
      const reply = await model.generate(call.request, callOptions);
      // Before anybody else notes it: a kill in between must not make an equal call pay again.
      if (mode !== "read") files?.store(key, call.stage, reply);
      return reply;
    };
    const reply = await (onMiss === undefined ? callModel() : onMiss(callModel));
    return { key, reply, cached: false };
  }

  /** One call for all equal ones: the first makes it, the others get its reply. */
  async function askOnce(
    call: CachedCall,
    key: string,
    callOptions: CachedCallOptions,
  ): Promise<CachedReply> {
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      const reply = await replyOfOther(other, callOptions.signal);
      if (reply !== undefined) return fromCache(key, reply, callOptions);
    }
    const own = ask(call, key, callOptions);
    underWay.set(key, own);
    try {
      return await own;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    model,
    async generate(call, callOptions = {}) {
      throwIfCancelled(callOptions.signal);
      const key = callKey({ ...call, description: model.description });
      const stored = mode === "write" ? undefined : files?.find(key);
      if (stored !== undefined) return fromCache(key, stored, callOptions);
      return mode === "readwrite" ? askOnce(call, key, callOptions) : ask(call, key, callOptions);
    },
  };
}

function fromCache(key: string, reply: ModelReply, { onText }: CallOptions): CachedReply {
  onText?.(reply.text);
  return { key, reply, cached: true };
}

/** The reply of an equal call that runs; `undefined` if it fails. */
function replyOfOther(
  other: Promise<CachedReply>,
  signal: AbortSignal | undefined,
): Promise<ModelReply | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(cancelledCall(signal?.reason));
    const settle = (reply: ModelReply | undefined): void => {
      signal?.removeEventListener("abort", giveUp);
      resolve(reply);
    };
    signal?.addEventListener("abort", giveUp, { once: true });
    other.then(
      ({ reply }) => settle(reply),
      () => settle(undefined),
    );
  });
}

interface CacheFiles {
  find(key: string): ModelReply | undefined;
  store(key: string, stage: string, reply: ModelReply): void;
}

function openFiles(model: LanguageModel, { folder, onWarning }: CallCacheOptions): CacheFiles {
  const { adapter, model: name } = model.description;
  const orWarn = <T>(action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof LonghandError)) throw error;
      onWarning?.(error);
      return undefined;
    }
  };
  return {
    find: (key) => orWarn(() => readEntry(folder, key)?.reply),
    store: (key, stage, reply) => {
      if (!isWorthKeeping(reply)) return;
      orWarn(() => writeEntry(folder, { v: 1, key, stage, model: `${adapter}:${name}`, reply }));
    },
  };
}

/** Adapters never resolve to an empty reply; a cache must not make one permanent if one does. */
function isWorthKeeping(reply: ModelReply): boolean {
  const numbers = (reply.logProbabilities ?? []).flatMap(({ logProbability, alternatives }) => [
    logProbability,
    ...alternatives.map((alternative) => alternative.logProbability),
  ]);
  // JSON has no infinity: such a reply would come back changed.
  return reply.text.trim() !== "" && numbers.every(Number.isFinite);
}
