import type { PlantedFact, PlantedSource } from "../planted/planted-fact.ts";
import type { ScoreWeights } from "../techniques/score-weights.ts";
import type { Techniques } from "../techniques/technique-switches.ts";
import type { CheckSwitches } from "./switched-checks.ts";

/** Kinds of document that there is a skeleton for. */
export const BRIEF_KINDS = [
  "story",
  "essay",
  "report",
  "memoir",
  "speech",
  "article",
  "manual",
  "answer",
] as const;

/** Kind of document: chooses the skeleton of the plan. */
export type BriefKind = (typeof BRIEF_KINDS)[number];

/** How much a model can do in one call: chooses the length of leaves and of prompts. */
export type ModelSize = "tiny" | "small" | "hosted";

/** Orders in which leaves can be drafted. */
export const WRITING_ORDERS = ["ltr", "bfs", "anchors"] as const;

/** In which order leaves are drafted. */
export type WritingOrder = (typeof WRITING_ORDERS)[number];

/** Ways of writing a document. */
export const WRITING_STRATEGIES = ["tree", "chapters", "rolling", "outline"] as const;

/**
 * How a document is written. `tree`: a plan tree with bounded prompts. `chapters`: a chapter list, then
 * one call per chapter without memory. `rolling`: step by step, with the recent text, a rolling summary
 * and the next instruction. `outline`: a flat outline, each step with the whole plan and all text so far.
 */
export type WritingStrategy = (typeof WRITING_STRATEGIES)[number];

/** Something that the document has to mention. */
export interface MustItem {
  /** Its name in reports; unique. @defaultValue `must-1`, `must-2`, … */
  readonly id: string;
  /** What has to be there. */
  readonly text: string;
  /** Forms that count as a mention; case and inflection do not matter. @defaultValue the text */
  readonly accept: readonly string[];
  /**
   * `once`: somewhere in `where`. `range`: near the beginning, the middle and the end of `where`.
   * `every`: in each n-th section. @defaultValue "once"
   */
  readonly when: "once" | "range" | "every";
  /** A place (0 begins and 1 ends the document) or a stretch of it. @defaultValue all of it */
  readonly where?: number | readonly [from: number, to: number];
  /** Of how many sections one has to hold it; for `when: every`. */
  readonly every?: number;
}

/** Something that the document must not hold. */
export interface AvoidItem {
  /** The word or phrase. */
  readonly text: string;
  /** `word` refuses every text that holds it; `topic` is told to the model. @defaultValue "word" */
  readonly how: "word" | "topic";
}

/** A fact that the author lays down; no text may change it. */
export interface AuthorFact {
  /** Who or what it is about. */
  readonly subject: string;
  /** Which property. */
  readonly attribute: string;
  /** Its value. */
  readonly value: string | number | boolean;
  /** Where in the document it begins to hold, 0–1. @defaultValue from the beginning */
  readonly from?: number;
  /** Where it ceases to hold, 0–1. @defaultValue to the end */
  readonly to?: number;
  /**
   * When it holds in the story's own time, as two dates `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, the second one
   * exclusive. It decides wherever the text's own time is known. @defaultValue `from` and `to` decide alone
   */
  readonly during?: readonly [from: string, to: string];
  /** Who learns of it, and where; before that they must not know it. @defaultValue nobody is held back */
  readonly knownBy?: readonly KnownBy[];
}

/** Somebody who comes to know a fact. */
export interface KnownBy {
  /** Name of the person. */
  readonly who: string;
  /** Place of the document from which they know it, 0–1; 1 for never. */
  readonly from: number;
}

/** A text that may be quoted. */
export interface BriefSource {
  /** Its title; unique. */
  readonly title: string;
  /** Its words. */
  readonly text: string;
}

/** A heading of the author's own plan. */
export interface OutlineNode {
  /** The heading; unlike its siblings. */
  readonly heading: string;
  /** What belongs there. */
  readonly brief?: string;
  /** Share of the words beside its siblings, above 0. @defaultValue 1 */
  readonly weight?: number;
  /** Finished text: it is taken over as it stands and never rewritten. */
  readonly text?: string;
  /** When it plays, as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. @defaultValue that of the heading above it */
  readonly time?: string;
  /** Headings below it. */
  readonly children?: readonly OutlineNode[];
}

/** One model and its settings. */
export interface ModelChoice {
  /** Model as `<adapter>:<name>[@<revision>]`. */
  readonly model: string;
  /** Its settings, as in an experiment's `models`. @defaultValue none */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What a writer asked for: one document. */
export interface Brief {
  /** What the document must do, 1–8,000 characters. */
  readonly goal: string;
  /** Kind of document. @defaultValue "essay" */
  readonly kind: BriefKind;
  /** Heading of the document; absent for none. */
  readonly title?: string;
  /** Who is named as its author in exports; absent for nobody. */
  readonly author?: string;
  /** Its date in exports, as `YYYY-MM-DD`; absent for none. */
  readonly date?: string;
  /** Text that it must begin with, as it stands; absent for none. */
  readonly opening?: string;
  /** Language as a BCP 47 tag. @defaultValue found from the goal */
  readonly language?: string;
  /** Who reads or hears it; absent if it does not matter. */
  readonly audience?: string;
  /** How long it should be. */
  // biome-ignore lint/plugin: the units are the names of the fields inside
  readonly length: {
    /** Target, in words, 200–200,000. @defaultValue 300, unless `tokens` is given */
    readonly words?: number;
    /** Target in a model's tokens, turned into words at the start. */
    readonly tokens?: number;
    /** How far the document may be off, as a share of the target. @defaultValue 0.05 */
    readonly tolerance: number;
  };
  /** What has to be mentioned. */
  readonly must: readonly MustItem[];
  /** What must not be there. */
  readonly avoid: readonly AvoidItem[];
  /** Words that should occur: counted, not required. */
  readonly keywords: readonly string[];
  /** Topics that should be touched: told to the model, not required. */
  readonly topics: readonly string[];
  /** What holds in the document. */
  readonly facts: readonly AuthorFact[];
  /** Texts that may be quoted; absent for none. */
  readonly sources?: readonly BriefSource[];
  /** Which checks are made. @defaultValue as each says */
  readonly checks?: Partial<CheckSwitches>;
  /** Facts to plant, to measure whether the text keeps them; absent for none. */
  readonly planted?: PlantedSource;
  /** What was planted; put in by code, see `plantFacts`. */
  readonly plantedFacts?: readonly PlantedFact[];
  /** The author's own plan; replaces the skeleton of the kind. */
  readonly outline?: readonly OutlineNode[];
  /** Whose voice it should have; absent for no one's. */
  readonly profile?: {
    /** A corpus in JSON Lines, or `sotu` for the shipped State of the Union addresses. */
    readonly corpus: string;
    /** Author whose texts are read. */
    readonly author: string;
    /** Passages of the author's own in a prompt, at most. @defaultValue 3 */
    readonly passages: number;
  };
  /** Model of every role that `models` does not name. @defaultValue "gguf:smollm2-135m-instruct" */
  readonly model: string;
  /** Settings of that model, as in an experiment's `models`. @defaultValue none */
  readonly modelSettings: Readonly<Record<string, unknown>>;
  /** Models by role. */
  readonly models: {
    /** Makes the plan. @defaultValue the writer */
    readonly planner?: ModelChoice;
    /** Writes the prose. @defaultValue `model` */
    readonly writer?: ModelChoice;
    /** Looks for contradictions once every part has a text. @defaultValue the writer */
    readonly checker?: ModelChoice;
    /** How much the writer can do. @defaultValue found from its name */
    // biome-ignore lint/plugin: a closed set of words, no quantity
    readonly size?: ModelSize;
  };
  /** Where to stop; absent for no limit. A remote model needs one. */
  // biome-ignore lint/plugin: the units are the names of the fields inside
  readonly budget?: {
    /** Tokens written at most. */
    readonly completionTokens?: number;
    /** Tokens read at most. */
    readonly inputTokens?: number;
    /** US dollars at most; needs prices in the model's settings. */
    readonly money?: number;
    /** Minutes of one command at most. */
    readonly minutes?: number;
  };
  /** How it is written. @defaultValue "tree" */
  readonly strategy: WritingStrategy;
  /**
   * Order of drafting. `ltr`: reading order. `bfs`: eight leaves side by side. `anchors`: the opening, the
   * ending and the turning points first, then what lies between them. @defaultValue "ltr"
   */
  readonly order: WritingOrder;
  /** Whether open issues are mended once every leaf has a text. @defaultValue true */
  readonly repair: boolean;
  /**
   * Share of the document's words up to which earlier text may be changed, without being asked, for what
   * later text says, 0–1. @defaultValue 0.1
   */
  readonly autoEditLimit: number;
  /** Whether the plan begins with a summary of the whole, which each level expands. @defaultValue false */
  readonly staged: boolean;
  /** Drafts of each leaf, of which the best is kept. @defaultValue by the model's size */
  readonly candidates?: number;
  /** Switches of techniques that shape the prose. @defaultValue as each says */
  readonly techniques?: Partial<Techniques>;
  /** Share of each part in the score of a draft. @defaultValue those of the documentation */
  readonly scoreWeights?: Partial<ScoreWeights>;
  /** How tokens are drawn. */
  readonly generation: {
    /** 0 takes the likeliest token. @defaultValue 0.7 */
    readonly temperature: number;
    /** Share of probability kept, 0–1. @defaultValue 0.95 */
    readonly topP: number;
    /** Above 1 makes tokens already seen less likely. @defaultValue 1.1 */
    readonly repeatPenalty: number;
  };
  /** Seed of every draw. @defaultValue 1 */
  readonly seed: number;
}
