/** Where a planted fact is called back: once, at three places, or in every tenth of the document. */
export type PlantedPattern = "once" | "range" | "every";

/** Kind of a value that is drawn by seed. */
export type PlantedKind = "person" | "place" | "thing" | "date" | "amount" | "year" | "choice";

/** A fact whose value is drawn and stands in the brief. */
export interface PlantedGiven {
  /** Who or what it is about, with its article. */
  readonly subject: string;
  /** Which property. */
  readonly attribute: string;
  /** Kind of value. */
  readonly is: PlantedKind;
  /** Other names of the subject that a sentence may use. @defaultValue none */
  readonly alias?: readonly string[];
  /** What an amount is counted in, for instance `crowns`. */
  readonly unit?: string;
  /** Smallest amount or year. @defaultValue 12 for amounts, 1890 for years */
  readonly from?: number;
  /** Largest amount or year. @defaultValue 98 for amounts, 1985 for years */
  readonly to?: number;
  /** Values that a choice is drawn from, four or more. For a date: its months. */
  readonly of?: readonly string[];
  /** Whether the value changes midway. @defaultValue false */
  readonly changes?: boolean;
}

/** A fact whose value the text itself has to invent, early and in fixed words. */
export interface PlantedInvented {
  /** What gets a name, with its article. */
  readonly subject: string;
  /** Words that stand right before the invented name, for instance `the ferry called`. */
  readonly frame: string;
}

/** What a brief says about the facts to plant. */
export interface PlantedSource {
  /** Seed of the values and places. @defaultValue 1 */
  readonly seed: number;
  /** Thirty facts with values; eight of them change. */
  readonly given: readonly PlantedGiven[];
  /** Ten facts that the text invents. */
  readonly invented: readonly PlantedInvented[];
}

/** A value, and how it may be written. */
export interface PlantedValue {
  /** The value as the brief states it. */
  readonly value: string;
  /** Forms that count, one to three; case does not matter. */
  readonly forms: readonly string[];
}

interface PlantedPlaces {
  /** Its name: `p01` … `p40`. */
  readonly id: string;
  /** Who or what it is about, with its article. */
  readonly subject: string;
  /** Names of the subject as sentences use them, without article. */
  readonly subjectForms: readonly string[];
  /** Which property. */
  readonly attribute: string;
  /** How often it is called back. */
  readonly pattern: PlantedPattern;
  /** Where it is introduced, 0–1; absent where the first call-back is the introduction. */
  readonly introducedAt?: number;
  /** Where it has to be called back, 0–1, rising. */
  readonly places: readonly number[];
}

/** A planted fact with its value in the brief. */
export interface GivenFact extends PlantedPlaces, PlantedValue {
  /** Tells it apart. */
  readonly kind: "given";
  /** The value that holds from `at` on; absent if it never changes. */
  readonly later?: PlantedValue & {
    /** Where the value changes, 0–1. */
    readonly at: number;
  };
  /** Wrong values to look for, two. */
  readonly distractors: readonly string[];
}

/** A planted fact that the text invents. */
export interface InventedFact extends PlantedPlaces {
  /** Tells it apart. */
  readonly kind: "invented";
  /** Words right before the name. */
  readonly frame: string;
}

/** A fact planted into a document, to see whether the document keeps it. */
export type PlantedFact = GivenFact | InventedFact;

/** How far from its place a call-back may stand, as a share of the document. */
export const CALL_BACK_TOLERANCE = 0.05;
/** Facts with values in the brief. */
export const GIVEN_FACTS = 30;
/** Facts that the text invents. */
export const INVENTED_FACTS = 10;
/** Facts whose value changes midway. */
export const CHANGED_FACTS = 8;
