import type { TypedValue } from "../../records/index.ts";
import type { Subject } from "./subjects.ts";

/** Something that a text says and that rules can compare. */
export interface Claim {
  /** Who or what it is about; absent where the text leaves it open. */
  readonly subject?: Subject;
  /** Everybody and everything that the sentence names. */
  readonly named: readonly Subject[];
  /** Which property, `date: open` or `age` for instance. */
  readonly attribute: string;
  /** The value. */
  readonly typed: TypedValue;
  /** The value as it is written. */
  readonly value: string;
  /** Words without which it does not hold. */
  readonly scope: readonly string[];
  /** Words of its clause, as they are compared. */
  readonly frame: ReadonlySet<string>;
  /** Whether it may be compared with another text: what happens more than once may not. */
  readonly lasting: boolean;
  /**
   * Of an amount that takes up one that was told before: whether nothing tells it from others, or words
   * after it do. @defaultValue it may be told for the first time
   */
  readonly takenUp?: "alone" | "told apart";
  /** Where its clause begins in the text, in UTF-16 units. */
  readonly start: number;
  /** Where its clause ends; exclusive. */
  readonly end: number;
  /** Where the value begins. */
  readonly valueStart: number;
}

/** A sentence of a text. */
export interface SentencePlace {
  /** Its words. */
  readonly text: string;
  /** Where it begins in the text. */
  readonly start: number;
}
