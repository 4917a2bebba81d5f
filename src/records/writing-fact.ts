/** A calendar date as far as it is known; months and days from 1, weekdays from 1 (Monday) to 7. */
export interface DateValue {
  /** What it is. */
  readonly kind: "date";
  /** Year. */
  readonly year?: number;
  /** Month, 1–12. */
  readonly month?: number;
  /** Day of the month, 1–31. */
  readonly day?: number;
  /** Day of the week, 1–7. */
  readonly weekday?: number;
}

/** A time of the day. */
export interface TimeValue {
  /** What it is. */
  readonly kind: "time";
  /** Minutes since midnight; of a twelve-hour clock where `half` is `any`. */
  readonly minutes: number;
  /** Which half of the day. */
  readonly half: "am" | "pm" | "any";
}

/** An amount of something. */
export interface QuantityValue {
  /** What it is. */
  readonly kind: "quantity";
  /** How many units. */
  readonly amount: number;
  /** The unit in the singular, `hour` for instance; for things that are counted, the stem of their name. */
  readonly unit: string;
  /** What is measured: `age`, `count`, `duration`, `length`, `money`, … */
  readonly dimension: string;
  /** `about`, `least`, `most` for an amount that is not exact. @defaultValue exact */
  readonly bound?: "about" | "least" | "most";
}

/** A name of a person, place or thing. */
export interface NameValue {
  /** What it is. */
  readonly kind: "name";
  /** The name. */
  readonly name: string;
}

/** One of a closed set of words: a state or a relation. */
export interface WordValue {
  /** What it is. */
  readonly kind: "word";
  /** The word in its basic form. */
  readonly word: string;
}

/** A value that rules can compare with another of its kind. */
export type TypedValue = DateValue | TimeValue | QuantityValue | NameValue | WordValue;

/** A fact that holds in a stretch of a document. */
export interface WritingFact {
  /** Its name; unique in a run. */
  readonly id: string;
  /** Who or what it is about. */
  readonly subject: string;
  /** Which property. */
  readonly attribute: string;
  /** Its value, as it is written. */
  readonly value: string;
  /** The value as rules compare it; absent where they cannot. */
  readonly typed?: TypedValue;
  /** Words without which it does not hold: times and parts of the whole. @defaultValue none */
  readonly scope?: readonly string[];
  /** Stretch of the document where it holds, 0–1. */
  readonly span: readonly [from: number, to: number];
  /** Stretch of the story's own time where it holds, as ISO dates; absent where that is not given. */
  readonly storyTime?: readonly [from: string, to: string];
  /** Where it is said; absent for facts of the author. */
  readonly evidence?: {
    /** Id of the node. */
    readonly node: string;
    /** The exact words. */
    readonly quote: string;
    /** Where they begin in the node's text, in UTF-16 units. */
    readonly start: number;
  };
  /** Who says so; an earlier one wins over a later one. */
  readonly origin: "author" | "data" | "plan" | "text";
  /** Whether nothing may change it. */
  readonly locked: boolean;
  /** Only accepted facts hold. */
  readonly state: "proposed" | "accepted" | "retired";
  /** Why a contradiction to it is meant; absent if none is. */
  readonly waiver?: string;
}

/** A promise, question, foreshadowing or claim that a document has to come back to. */
export interface WritingThread {
  /** Its name; unique in a run. */
  readonly id: string;
  /** What it is about. */
  readonly subject: string;
  /** What closes it. */
  readonly resolution: string;
  /** Id of the leaf where it was raised; absent before. */
  readonly planted?: string;
  /** Place of the document by which it has to be closed, 0–1. */
  readonly dueBy: number;
  /** Id of the leaf that closes it; absent before. */
  readonly closedIn?: string;
  /** Ids of the leaves that come back to it. */
  readonly mentions: readonly string[];
  /** How far it is. */
  readonly state: "planned" | "planted" | "progressing" | "closed" | "abandoned";
}
