import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import {
  type AnswerLine,
  type RaterLine,
  type RatingLine,
  type RatingProblem,
  type ReadingLine,
  ratingLineSchema,
  type StudyLine,
  type TextLine,
} from "../records/index.ts";

/** An export of ratings, sorted by what its lines are about. */
export interface RatingExport {
  /** The study. */
  readonly study: StudyLine;
  /** The texts, by id. */
  readonly texts: readonly TextLine[];
  /** The raters, by pseudonym; may be left out. */
  readonly raters: readonly RaterLine[];
  /** Who read what, by rater and text. */
  readonly readings: readonly ReadingLine[];
  /** The answers with their histories, by rater, text and dimension. */
  readonly answers: readonly AnswerLine[];
}

/**
 * Writes an export as JSON Lines, in an order that depends on nothing but its content: the study,
 * the texts, the raters, the readings, the answers.
 *
 * @param ratings - The export.
 * @returns The lines, each with a line feed. Reading them gives the same export, and the same bytes.
 */
export function writeRatings(ratings: RatingExport): string {
  const { dimensions } = ratings.study;
  const place = (dimension: string): number => dimensions.indexOf(dimension);
  const lines: RatingLine[] = [
    ratings.study,
    ...ratings.texts.toSorted((left, right) => compare(left.text, right.text)),
    ...ratings.raters.toSorted((left, right) => compare(left.rater, right.rater)),
    ...ratings.readings.toSorted(
      (left, right) => compare(left.rater, right.rater) || compare(left.text, right.text),
    ),
    ...ratings.answers.toSorted(
      (left, right) =>
        compare(left.rater, right.rater) ||
        compare(left.text, right.text) ||
        place(left.dimension) - place(right.dimension),
    ),
  ];
  return lines.map((line) => `${JSON.stringify(inFixedOrder(line))}\n`).join("");
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The keys of a line in the order of the format, so that equal exports are equal bytes. */
function inFixedOrder(line: RatingLine): Record<string, unknown> {
  const ordered = KEYS[line.kind].map((key) => [
    key,
    (line as unknown as Record<string, unknown>)[key],
  ]);
  return Object.fromEntries(ordered.filter(([, value]) => value !== undefined)) as Record<
    string,
    unknown
  >;
}

const KEYS: Readonly<Record<RatingLine["kind"], readonly string[]>> = {
  study: ["kind", "version", "name", "planHash", "dimensions", "ratersPerText"],
  text: ["kind", "text", "prompt", "words", "isControl"],
  rater: ["kind", "rater", "languageLevel", "training", "survey"],
  reading: ["kind", "rater", "text", "status", "takenAtMs", "endedAtMs", "readMs"],
  answer: ["kind", "rater", "text", "dimension", "answer", "history"],
};

/** One parsed line, and where it stood. */
export interface PlacedLine {
  /** Line number, from 1. */
  readonly line: number;
  /** Its JSON value. */
  readonly value: unknown;
}

/** An export, or everything that is wrong with it. */
export type CheckedRatings =
  | {
      /** The export. */
      readonly ratings: RatingExport;
      /** Where each of its lines stood, from 1. */
      readonly lineOf: ReadonlyMap<RatingLine, number>;
    }
  | {
      /** Its faults, by line. */
      readonly faults: readonly RatingProblem[];
    };

/**
 * Checks the lines of an export and puts them together. Every fault is listed, not only the first:
 * lines of another shape, texts and dimensions that nothing declares, a rater twice on one text, two
 * current answers, answers without a reading, histories that do not end with the answer.
 *
 * @param lines - The values of all lines that are not blank.
 * @returns The export, or its faults.
 */
export function checkRatings(lines: readonly PlacedLine[]): CheckedRatings {
  const faults: RatingProblem[] = [];
  const kept: { line: number; value: RatingLine }[] = [];
  for (const { line, value } of lines) {
    const parsed = ratingLineSchema.safeParse(value);
    if (parsed.success) kept.push({ line, value: parsed.data });
    else faults.push({ line, problem: shapeProblem(parsed.error) });
  }
  const studies = kept.flatMap(({ value }) => (value.kind === "study" ? [value] : []));
  const [study] = studies;
  if (studies.length !== 1) {
    const problem = `${studies.length} lines of kind study; there must be one, the first.`;
    faults.push({ problem });
  }
  faults.push(...faultsAmong(kept));
  if (study === undefined || faults.length > 0) return { faults };
  return {
    lineOf: new Map(kept.map(({ line, value }) => [value, line])),
    ratings: {
      study,
      texts: kept.flatMap(({ value }) => (value.kind === "text" ? [value] : [])),
      raters: kept.flatMap(({ value }) => (value.kind === "rater" ? [value] : [])),
      readings: kept.flatMap(({ value }) => (value.kind === "reading" ? [value] : [])),
      answers: kept.flatMap(({ value }) => (value.kind === "answer" ? [value] : [])),
    },
  };
}

/**
 * Reads an export as {@link checkRatings} does.
 *
 * @param lines - The values of all lines that are not blank.
 * @param file - The file, for messages.
 * @returns The export.
 * @throws LonghandError `invalid-ratings`, with every fault by file and line.
 */
export function readRatings(lines: readonly PlacedLine[], file: string): RatingExport {
  const checked = checkRatings(lines);
  if ("ratings" in checked) return checked.ratings;
  const faults = checked.faults.map(
    ({ line, problem }) => `${line === undefined ? file : `${file}:${line}`}: ${problem}`,
  );
  throw new LonghandError(
    `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}; nothing was read.\n${faults.join("\n")}`,
    {
      code: "invalid-ratings",
      hint: "Export the ratings again, or mend the lines above. docs/rating.md describes each kind of line.",
      details: { file },
    },
  );
}

/** What is wrong with the shape of a line, in one line: each fault with its place. */
function shapeProblem({ issues }: z.ZodError): string {
  const faults = issues.map(({ path, message }) => {
    const place = z.core.toDotPath(path);
    return place === "" ? message : `${place}: ${message}`;
  });
  return `${faults.join("; ").replace(/\s+/g, " ").trim()}.`;
}

function faultsAmong(
  lines: readonly { readonly line: number; readonly value: RatingLine }[],
): RatingProblem[] {
  const dimensions = new Set(
    lines.flatMap(({ value }) => (value.kind === "study" ? value.dimensions : [])),
  );
  const texts = new Set(lines.flatMap(({ value }) => (value.kind === "text" ? [value.text] : [])));
  const readings = new Set(
    lines.flatMap(({ value }) => (value.kind === "reading" ? [nameOf(value)] : [])),
  );
  const seen = new Set<string>();
  return lines.flatMap(({ line, value }) => {
    const problems: string[] = [];
    const name = nameOf(value);
    if (value.kind !== "study" && seen.has(name)) problems.push(`${name} stands twice.`);
    seen.add(name);
    if (value.kind === "reading" || value.kind === "answer") {
      if (!texts.has(value.text)) problems.push(`text ${value.text} is not among the texts.`);
    }
    if (value.kind === "answer") problems.push(...answerProblems(value, { dimensions, readings }));
    return problems.map((problem) => ({ line, problem }));
  });
}

function nameOf(line: RatingLine): string {
  switch (line.kind) {
    case "study":
      return "the study";
    case "text":
      return `text ${line.text}`;
    case "rater":
      return `rater ${line.rater}`;
    case "reading":
      return `rater ${line.rater} on text ${line.text}`;
    case "answer":
      return `rater ${line.rater} on text ${line.text}, ${line.dimension}`;
  }
}

function answerProblems(
  line: AnswerLine,
  known: { readonly dimensions: ReadonlySet<string>; readonly readings: ReadonlySet<string> },
): string[] {
  const problems: string[] = [];
  if (!known.dimensions.has(line.dimension)) {
    problems.push(`dimension ${line.dimension} is not among those of the study.`);
  }
  if (!known.readings.has(`rater ${line.rater} on text ${line.text}`)) {
    problems.push(`rater ${line.rater} has no reading of text ${line.text}.`);
  }
  const last = line.history.at(-1)?.answer;
  if (JSON.stringify(last) !== JSON.stringify(line.answer)) {
    problems.push("the answer is not the last one of its history.");
  }
  return problems;
}
