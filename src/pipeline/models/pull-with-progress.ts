import { type PullEvent, type PulledModel, pullModel } from "../../models/index.ts";
import type { ProgressEvent, RunContext } from "../run-context.ts";

/**
 * Makes sure that a model is on this machine, telling the user what is tried.
 *
 * @param name - Name in the catalogue.
 * @param context - Places, time, progress, the wish to stop.
 * @returns The model.
 * @throws LonghandError `model-unavailable`, saying what each source answered.
 */
export function pullWithProgress(name: string, context: RunContext): Promise<PulledModel> {
  return pullModel(name, {
    home: context.home,
    clock: context.clock,
    environment: context.environment,
    signal: context.stopping,
    onProgress: (event) => context.onProgress(asProgress(event)),
  });
}

const STEPS = {
  download: "Downloading",
  unpack: "Unpacking",
  verify: "Verifying",
  reencode: "Re-encoding",
} as const;

function asProgress(event: PullEvent): ProgressEvent {
  switch (event.stage) {
    case "waiting":
      return { kind: "message", text: event.message };
    case "source":
      return {
        kind: "message",
        text: `Getting ${event.model} from ${event.source} (source ${event.place} of ${event.places})`,
      };
    case "source-failed":
      return { kind: "warning", text: `${event.source}: ${event.reason}` };
    case "done":
      return { kind: "message", text: `${event.model} is in place.` };
    case "download":
    case "unpack":
    case "verify":
    case "reencode":
      return {
        kind: "step",
        step: `${STEPS[event.stage]} ${event.model}`,
        done: event.bytes,
        ...(event.totalBytes === undefined ? {} : { total: event.totalBytes }),
        unit: "bytes",
      };
  }
}
