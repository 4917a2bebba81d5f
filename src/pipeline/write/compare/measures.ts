import type { WritingMeasure } from "../../../records/index.ts";

/** Everything that is measured of a document, the primary ones first. */
export const MEASURES: readonly WritingMeasure[] = [
  { id: "recall", title: "Planted-fact recall", better: "higher", primary: true },
  { id: "violation-rate", title: "Planted-fact violation rate", better: "lower", primary: true },
  { id: "must-coverage", title: "Must-coverage", better: "higher", primary: true },
  { id: "length-error", title: "Length error", better: "lower", primary: false },
  { id: "length-score", title: "Length score S_l", better: "higher", primary: false },
  { id: "rep-4", title: "rep-4 at equal length", better: "lower", primary: false },
  { id: "repeat-8", title: "Repeated 8-grams at equal length", better: "lower", primary: false },
  { id: "compression", title: "gzip ratio at equal length", better: "lower", primary: false },
  { id: "style-delta", title: "Style distance (Burrows' Delta)", better: "lower", primary: false },
  { id: "gapelmaper", title: "GAPELMAPER at equal length", better: "lower", primary: false },
  { id: "seconds", title: "Wall-clock, s", better: "lower", primary: false },
  { id: "tokens-in", title: "Tokens read", better: "lower", primary: false },
  { id: "tokens-out", title: "Tokens written", better: "lower", primary: false },
  {
    id: "cost-units",
    title: "Cost (tokens read + 4 × written)",
    better: "lower",
    primary: false,
  },
  { id: "cost-usd", title: "Cost, US dollars", better: "lower", primary: false },
];

/** What a judge adds: how much more often than not the arm is preferred, −0.5 to 0.5. */
export const PREFERENCE: WritingMeasure = {
  id: "preference",
  title: "Blind preference, share above one half",
  better: "higher",
  primary: true,
};

/** What the curves by tenth show. */
export const CURVE_TITLES: Readonly<Record<string, string>> = {
  recall: "Recall of call-backs due there",
  violations: "Violations, count",
  "rep-4": "rep-4",
  "sentence-cv": "Variation of sentence lengths",
};
