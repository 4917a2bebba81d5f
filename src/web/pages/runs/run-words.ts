import type { RunKind, RunState } from "../../../records/index.ts";
import type { BadgeTone } from "../../design/badge.tsx";

/** How a state is shown. */
export const STATE_TONES: Readonly<Record<RunState, BadgeTone>> = {
  running: "accent",
  finished: "good",
  stopped: "warn",
};

/** What a folder of runs holds, in words. */
export const KIND_WORDS: Readonly<Record<RunKind, string>> = {
  experiment: "Experiment",
  writing: "Document",
  "writing-comparison": "Ways of writing",
};
