/** One text of a design. */
export interface DesignText {
  /** Its key, unique in the study. */
  readonly text: string;
  /** Who wrote it; a control is its own writer. */
  readonly system: string;
  /** Its prompt. */
  readonly prompt: string;
  /** Controls are read by those who have them in their row, and by nobody else. */
  readonly kind: "rated" | "control";
  /** Nobody of these teams reads it. */
  readonly teams: readonly string[];
}

/** One reading that is planned. */
export interface DesignSlot {
  /** Key of the text. */
  readonly text: string;
  /** Which of its readings, from 1. */
  readonly seat: number;
}

/** Who reads what, before anybody has a name. */
export interface StudyDesign {
  /** `complete`: every rater of a prompt reads all its systems. */
  readonly kind: "complete" | "incomplete";
  /** All texts. */
  readonly texts: readonly DesignText[];
  /** What each person reads, in this order; people take rows as they come. */
  readonly rows: readonly (readonly DesignSlot[])[];
  /** How often the rarest pair of systems meets in one row under one prompt. */
  readonly fewestMeetings: number;
  /** How often the most frequent one does. */
  readonly mostMeetings: number;
}
