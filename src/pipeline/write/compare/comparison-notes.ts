import type { PlannedComparison } from "./plan-comparison.ts";
import type { ArmResults } from "./run-arms.ts";

/** Words of a document of the protocol. */
const PROTOCOL_WORDS = 30_000;
/** Briefs of the protocol: for a first look, and for claims. */
const PROTOCOL_BRIEFS = { look: 12, claim: 24 } as const;
const PROTOCOL_SEEDS = 3;
const ALL_FACTS = 40;

/**
 * What a reader of the report has to know before reading numbers.
 *
 * @param plan - The comparison.
 * @param results - What the runs came to.
 * @returns A sentence each.
 */
export function notesOf(plan: PlannedComparison, results: ArmResults): string[] {
  return [
    sampleNote(plan),
    ...lengthNotes(plan),
    ...factNotes(plan),
    ...failureNotes(results),
    judgeNote(plan),
    "Length is enforced by code in every arm and is no primary measure; wall-clock is told, not equalised.",
  ];
}

function sampleNote({ briefs, file }: PlannedComparison): string {
  const seeds = file.grid.seed.length;
  const counts = `${briefs.size} ${briefs.size === 1 ? "brief" : "briefs"} × ${seeds} ${seeds === 1 ? "seed" : "seeds"}`;
  if (briefs.size >= PROTOCOL_BRIEFS.claim && seeds >= PROTOCOL_SEEDS) return `${counts}.`;
  if (briefs.size >= PROTOCOL_BRIEFS.look && seeds >= PROTOCOL_SEEDS) {
    return `${counts}: a first look; claims need ${PROTOCOL_BRIEFS.claim} briefs.`;
  }
  return `${counts}: fewer than the ${PROTOCOL_BRIEFS.look} × ${PROTOCOL_SEEDS} of a first look; large differences alone could be separated.`;
}

function judgeNote({ file }: PlannedComparison): string {
  const { judge } = file;
  if (judge === undefined) {
    return "Blind pairwise preference, the fourth primary measure, is unscored: it needs people or a judge.";
  }
  return `Blind preference is judged by ${judge.model}, in both orders; only verdicts that agree count. It should be of another family than the writer.`;
}

function lengthNotes({ file }: PlannedComparison): string[] {
  const { words } = file;
  if (words === undefined || words >= PROTOCOL_WORDS) return [];
  return [
    `Targets are shortened to ${words.toLocaleString("en")} words; the protocol asks for ${PROTOCOL_WORDS.toLocaleString("en")}.`,
  ];
}

function factNotes({ briefs }: PlannedComparison): string[] {
  return [...briefs].flatMap(([id, { planted, plantedFacts = [] }]) => {
    if (planted === undefined)
      return [`${id} plants no facts: recall and violations are unscored.`];
    if (plantedFacts.length === ALL_FACTS) return [];
    return [
      `${id} is too short for all ${ALL_FACTS} facts: the first ${plantedFacts.length} are planted.`,
    ];
  });
}

function failureNotes(results: ArmResults): string[] {
  const counts = new Map<string, number>();
  for (const { status } of results.values()) counts.set(status, (counts.get(status) ?? 0) + 1);
  const told: readonly (readonly [string, string])[] = [
    ["crashed", "broke off with an error: counted as 0 in coverage and recall"],
    ["incomplete", "without parts that could not be written: scored as it stands"],
    ["budget", "ended by its budget: scored as it stands"],
  ];
  return told.flatMap(([status, what]) => {
    const count = counts.get(status) ?? 0;
    return count === 0 ? [] : [`Runs ${what} (${count} of ${results.size}).`];
  });
}
