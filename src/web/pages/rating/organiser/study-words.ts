import type { LeakDecision, LeakKind, StudyStatus } from "../../../../records/index.ts";
import type { BadgeTone } from "../../../design/badge.tsx";

/** What each state of a study means. */
export const STATUS_TONES: Readonly<Record<StudyStatus, BadgeTone>> = {
  draft: "neutral",
  open: "good",
  closed: "accent",
  unblinded: "warn",
};

/** What kinds of traces are called. */
export const LEAK_WORDS: Readonly<Record<LeakKind, string>> = {
  name: "name",
  model: "model or vendor",
  "assistant-phrase": "phrase of an assistant",
  refusal: "refusal",
  "prompt-residue": "rest of a prompt",
  markup: "markup",
};

/** What each decision about a trace means. */
export const DECISION_WORDS: Readonly<Record<LeakDecision, string>> = {
  cleared: "Harmless: it gives nothing away",
  masked: "Hide it: raters see a blank instead",
  accepted: "Known, and it stays",
};
