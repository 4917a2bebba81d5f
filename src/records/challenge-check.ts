import { z } from "zod";
import { type ResolvedChallenge, resolvedChallengeSchema } from "./challenge.ts";
import { type ChallengeItem, challengeItemSchema } from "./challenge-file.ts";

/** A text file that is looked at. */
export interface CheckedText {
  /** Its name, without folders. */
  readonly name: string;
  /** What it holds. */
  readonly text: string;
}

/** Body of `POST /challenges/check`: a challenge file and the files that its tracks name. */
export interface ChallengeCheckRequest {
  /** The challenge file, YAML or JSON. */
  readonly challenge: CheckedText;
  /** Files of items, JSON Lines. */
  readonly items: readonly CheckedText[];
}

const textFile: z.ZodType<CheckedText> = z.strictObject({
  name: z.string().min(1).max(200),
  text: z.string(),
});

/** Schema of {@link ChallengeCheckRequest}. */
export const challengeCheckRequestSchema: z.ZodType<ChallengeCheckRequest> = z.strictObject({
  challenge: textFile,
  items: z.array(textFile).max(10),
});

/** Something wrong with a challenge file or its items. */
export interface ChallengeFileProblem {
  /** The file. */
  readonly file: string;
  /** Its line, from 1; absent for what concerns the file as a whole. */
  readonly line?: number;
  /** Stable, kebab-case name of the fault. */
  readonly code: string;
  /** What is wrong, and what would be right. */
  readonly message: string;
}

/** What a track can prove, and what it costs to rate it. */
export interface ShownAdvice {
  /** The track. */
  readonly track: string;
  /** Whether some outcome could separate the expected systems. */
  readonly possible: boolean;
  /** Power and work in sentences. */
  readonly text: readonly string[];
}

/** Answer of `POST /challenges/check`. */
export interface ChallengeCheckView {
  /** All faults at once; none if the challenge may be created. */
  readonly problems: readonly ChallengeFileProblem[];
  /** What each track can prove; none where there are faults. */
  readonly advice: readonly ShownAdvice[];
  /** The challenge for `POST /challenges`; absent where there are faults. */
  readonly challenge?: ResolvedChallenge;
  /** Its items by track, likewise. */
  readonly items: Readonly<Record<string, readonly ChallengeItem[]>>;
}

/** Schema of {@link ChallengeCheckView}. */
export const challengeCheckViewSchema: z.ZodType<ChallengeCheckView> = z.object({
  problems: z.array(
    z.object({
      file: z.string(),
      line: z.exactOptional(z.int()),
      code: z.string(),
      message: z.string(),
    }),
  ),
  advice: z.array(
    z.object({ track: z.string(), possible: z.boolean(), text: z.array(z.string()) }),
  ),
  challenge: z.exactOptional(resolvedChallengeSchema),
  items: z.record(z.string(), z.array(challengeItemSchema)),
});
