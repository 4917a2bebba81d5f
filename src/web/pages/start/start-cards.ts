import type { Action } from "../../../records/index.ts";

/** A card of the first page: a place to go to. */
export interface StartCard {
  /** Its heading. */
  readonly title: string;
  /** What one does there. */
  readonly text: string;
  /** Its path. */
  readonly to: string;
  /** Shown only to those who have a right to this. */
  readonly action: Action;
}

/** Cards of the first page, in their order. */
export const START_CARDS: readonly StartCard[] = [
  {
    title: "Runs",
    text: "Experiments and documents on this machine: heat maps, every text beside its reference, manuscripts with their plans.",
    to: "/runs",
    action: "see-runs",
  },
  {
    title: "Compare",
    text: "Two runs, or two cells, over the texts that both have: difference, interval, and whether they can be told apart.",
    to: "/compare",
    action: "see-runs",
  },
  {
    title: "Autocorrelation",
    text: "Paste or upload texts and see how the likeness of words falls with their distance.",
    to: "/autocorrelation",
    action: "see-runs",
  },
  {
    title: "Challenges",
    text: "Shared tasks: dates, rules and live boards; register, submit, and see how sure the board is.",
    to: "/challenges",
    action: "see-public",
  },
  {
    title: "Rate",
    text: "Read texts blind and answer a few questions about each; place and answers are kept on every device.",
    to: "/rate",
    action: "rate",
  },
  {
    title: "Rating studies",
    text: "Plan a study, see what it can show, open it, and watch the ratings come in.",
    to: "/studies",
    action: "see-rating-counts",
  },
  {
    title: "People",
    text: "Invite raters and participants with single-use links.",
    to: "/people",
    action: "invite-people",
  },
];
