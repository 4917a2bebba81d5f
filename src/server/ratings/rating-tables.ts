/** Tables of rating studies. */
export interface RatingTables {
  /** Studies. */
  studies: StudyRow;
  /** Texts as raters read them. */
  studyTexts: StudyTextRow;
  /** Who wrote which text: apart from everything that raters and organisers are shown. */
  studyKeys: StudyKeyRow;
  /** Texts by people for comparison. */
  studyReferences: StudyReferenceRow;
  /** Traces of writers in texts, and what was decided about them. */
  studyLeaks: StudyLeakRow;
  /** Who takes part as a rater. */
  studyRaters: StudyRaterRow;
  /** Rows of the design that have a reader. */
  studyClaims: StudyClaimRow;
  /** Readings. */
  studyLeases: StudyLeaseRow;
  /** Current answers. */
  studyAnswers: StudyAnswerRow;
  /** All answers that ever counted. */
  studyAnswerHistory: StudyAnswerHistoryRow;
}

/** One study. */
export interface StudyRow {
  /** Random, 128 bits. */
  id: string;
  /** Title, as raters see it. */
  title: string;
  /** A `StudyStatus`. */
  status: string;
  /** 1 if participants of challenges may rate texts of other teams. */
  participants: number;
  /** JSON of the `RatingStudy` without its texts, and without names of systems' texts. */
  definition: string;
  /** JSON of the `RatingPlan`. */
  plan: string;
  /** JSON of the rows of the design, with ids of texts. */
  design: string;
  /** The organiser who made it. */
  createdBy: string;
  /** UTC milliseconds. */
  createdMs: number;
  /** UTC milliseconds; null before. */
  openedMs: number | null;
  /** UTC milliseconds; null before. */
  closedMs: number | null;
  /** Why it was closed with ratings missing; null if none were. */
  deviation: string | null;
  /** SHA-256 of the ticket of the first step of unblinding; null if there is none. */
  ticketHash: string | null;
  /** UTC milliseconds; null without a ticket. */
  ticketExpiresMs: number | null;
  /** Why the key was opened, as the last one who asked said; null before. */
  unblindReason: string | null;
  /** UTC milliseconds; null before. */
  unblindedMs: number | null;
}

/** One text. */
export interface StudyTextRow {
  /** Random, 128 bits; not shown to raters. */
  id: string;
  /** The study. */
  studyId: string;
  /** Id of its prompt in the definition. */
  prompt: string;
  /** `rated` or `control`. */
  kind: string;
  /** The text with its surface made equal. */
  words: string;
  /** How many words that are. */
  wordCount: number;
}

/** Who wrote one text. */
export interface StudyKeyRow {
  /** The text. */
  textId: string;
  /** The study. */
  studyId: string;
  /** Id of the system in the definition, or `control/<id>`. */
  system: string;
  /** JSON of the folded names of teams that may not read it. */
  teams: string;
}

/** One text for comparison. */
export interface StudyReferenceRow {
  /** The study. */
  studyId: string;
  /** Id of its prompt. */
  prompt: string;
  /** The text with its surface made equal. */
  words: string;
  /** Language it was translated from by a machine; null if it was not. */
  translatedFrom: string | null;
}

/** One trace of a writer. */
export interface StudyLeakRow {
  /** The study. */
  studyId: string;
  /** Its name, unique in the study. */
  id: string;
  /** The text. */
  textId: string;
  /** A `LeakKind`. */
  kind: string;
  /** Where it begins in the words of the text, in UTF-16 units. */
  start: number;
  /** The words. */
  found: string;
  /** The words around it. */
  excerpt: string;
  /** A `LeakDecision`; null while it is open. */
  decision: string | null;
  /** Why; null while it is open. */
  note: string | null;
}

/** One rater of one study. */
export interface StudyRaterRow {
  /** The study. */
  studyId: string;
  /** The person. */
  accountId: string;
  /** Pseudonym in this study: random, 128 bits. */
  rater: string;
  /** JSON of the folded names of the rater's teams when a text was last asked for. */
  teams: string;
  /** Version of the consent. */
  consentVersion: string;
  /** How well the rater reads the language; null if not stated. */
  languageLevel: string | null;
  /** When the rater agreed, UTC milliseconds. */
  joinedMs: number;
  /** JSON of the marks of the training text; null before. */
  training: string | null;
  /** JSON of the answers of the survey; null before. */
  survey: string | null;
}

/** One row of a design that has a reader. */
export interface StudyClaimRow {
  /** The study. */
  studyId: string;
  /** Place of the row in the design, from 0. */
  row: number;
  /** Pseudonym. */
  rater: string;
}

/** One reading of one text by one rater. */
export interface StudyLeaseRow {
  /** Random, 128 bits: the only name of the text that its rater ever sees. */
  id: string;
  /** The study. */
  studyId: string;
  /** The text. */
  textId: string;
  /** Which of the readings of the text, from 1. */
  seat: number;
  /** Pseudonym. */
  rater: string;
  /** `active`, `complete`, `skipped` or `expired`; the first two hold the seat. */
  status: string;
  /** Which of the rater's texts it is, from 1. */
  number: number;
  /** UTC milliseconds. */
  takenMs: number;
  /** UTC milliseconds. */
  expiresMs: number;
  /** UTC milliseconds; null while it is active. */
  endedMs: number | null;
  /** Time for which the text was in use, in milliseconds. */
  readMs: number;
  /** When `readMs` was last told, UTC milliseconds. */
  readToldMs: number;
  /** Paragraph at the top of the screen, from 0. */
  paragraph: number;
  /** Share of that paragraph above the screen, 0–1. */
  share: number;
  /** Why it was skipped; null if it was not. */
  skipReason: string | null;
  /** More about that; null if nothing was said. */
  skipNote: string | null;
}

/** The current answer of a rater to a dimension of a text. */
export interface StudyAnswerRow {
  /** Pseudonym. */
  rater: string;
  /** The text. */
  textId: string;
  /** Id of the dimension. */
  dimension: string;
  /** The study. */
  studyId: string;
  /** From 1. */
  version: number;
  /** From 1 to 5; null if it could not be judged. */
  value: number | null;
  /** Why it could not be judged; null if it was. */
  cannotJudge: string | null;
}

/** One answer of a history. */
export interface StudyAnswerHistoryRow {
  /** Pseudonym. */
  rater: string;
  /** The text. */
  textId: string;
  /** Id of the dimension. */
  dimension: string;
  /** From 1. */
  version: number;
  /** The study. */
  studyId: string;
  /** From 1 to 5; null if it could not be judged. */
  value: number | null;
  /** Why it could not be judged; null if it was. */
  cannotJudge: string | null;
  /** UTC milliseconds. */
  atMs: number;
  /** Key of the request; null if it had none. */
  requestKey: string | null;
  /** What the request asked. */
  fingerprint: string;
}
