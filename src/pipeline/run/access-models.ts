import { join } from "node:path";
import {
  type CachedModel,
  type CallCacheMode,
  type CallGate,
  createCallGate,
  withCallCache,
} from "../../models/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import type { WholeRun } from "./run-inputs.ts";

/** Each model's cache and gate, by the name the grid uses. */
export interface ModelAccess {
  /** Models behind their caches. */
  readonly cached: ReadonlyMap<string, CachedModel>;
  /** How many calls each model bears. */
  readonly gates: ReadonlyMap<string, CallGate>;
}

/** What {@link accessModels} needs beside the run. */
export interface AccessOptions {
  /** What the reply cache does. */
  readonly cacheMode: CallCacheMode;
  /** Gets each change of a limit, each pause, each warning of the cache. */
  readonly onEvent: (event: Readonly<Record<string, unknown>>) => void;
}

/**
 * Puts cache and gate before each model of a run.
 *
 * @param run - The open run.
 * @param options - Cache mode and event receiver.
 * @returns The models, ready for calls.
 */
export function accessModels(run: WholeRun, { cacheMode, onEvent }: AccessOptions): ModelAccess {
  const cached = new Map<string, CachedModel>();
  const gates = new Map<string, CallGate>();
  const byEndpoint = new Map<string, CallGate>();
  for (const [name, model] of run.models) {
    const { adapter, parallelCalls } = model.description;
    cached.set(
      name,
      withCallCache(model, {
        folder: join(run.context.home, "cache", "calls"),
        // The fake costs nothing, and its calls are there to be counted.
        mode: adapter === "fake" ? "off" : cacheMode,
        onWarning: (warning) =>
          onEvent({ event: "cache-warning", model: name, message: warning.message }),
      }),
    );
    const endpoint = endpointOf(name, run);
    const gate =
      byEndpoint.get(endpoint) ??
      createCallGate(gateLimits(run.experiment, parallelCalls), {
        clock: run.context.clock,
        onEvent: (event) => onEvent({ event: "gate", model: name, ...event }),
      });
    byEndpoint.set(endpoint, gate);
    gates.set(name, gate);
  }
  return { cached, gates };
}

/** One gate per provider, key and model: two revisions of one model share it. */
function endpointOf(name: string, { models, experiment }: WholeRun): string {
  const { adapter, baseUrl, model } = models.get(name)?.description ?? {};
  if (baseUrl === undefined) return name;
  return canonicalJson([adapter, baseUrl, model, experiment.models[name]?.["apiKeyVariable"]]);
}

/** A model that works on n calls at a time gets no more, and needs no time to find that out. */
function gateLimits(
  { limits }: Experiment,
  parallelCalls: number,
): { readonly start: number; readonly min: number; readonly max: number } {
  const { start, min, max } = limits.concurrency;
  const most = Math.min(max, parallelCalls);
  const local = Number.isFinite(parallelCalls) && parallelCalls < start;
  return { start: local ? most : Math.min(start, most), min: Math.min(min, most), max: most };
}
