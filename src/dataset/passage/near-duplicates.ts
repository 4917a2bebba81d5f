import { pythonWords } from "../../text/index.ts";
import { passageTask } from "../tasks/passage.ts";
import type { PlannedExample } from "./draw-targets.ts";

const RUN_WORDS = 5;
/** Share of a target's runs of words that make another passage its near-duplicate. */
const NEAR_SHARE = 0.5;

/**
 * Counts targets of which at least half of all runs of five words stand in one item of their profile.
 * Equal texts are a leak and are looked for elsewhere; this finds texts that were used again.
 */
export function countNearDuplicates(planned: readonly PlannedExample[]): number {
  const byUser = new Map<string, PlannedExample[]>();
  for (const example of planned) {
    const others = byUser.get(example.userId);
    if (others === undefined) byUser.set(example.userId, [example]);
    else others.push(example);
  }
  return [...byUser.values()].reduce((sum, examples) => sum + countOfUser(examples), 0);
}

function countOfUser(examples: readonly PlannedExample[]): number {
  const profiles = examples.map((example) => example.profile());
  const items = new Map(profiles.flat().map((item) => [item.id, item]));
  const targets = examples.map(({ target }, index) => ({
    runs: new Set(wordRuns(target.text)),
    itemIds: new Set(profiles[index]?.map(({ id }) => id)),
    isNear: false,
  }));
  // Nearly all runs of the items are in no target at all.
  const wanted = new Set(targets.flatMap(({ runs }) => [...runs]));
  for (const { id, fields } of items.values()) {
    const all = wordRuns(String(fields[passageTask.definition.target.field]));
    const runs = new Set(all.filter((run) => wanted.has(run)));
    for (const target of targets) {
      target.isNear ||= target.itemIds.has(id) && isNear(target.runs, runs);
    }
  }
  return targets.filter((target) => target.isNear).length;
}

function isNear(wanted: ReadonlySet<string>, runs: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const run of runs) if (wanted.has(run)) shared += 1;
  return shared > 0 && shared >= NEAR_SHARE * wanted.size;
}

function wordRuns(text: string): string[] {
  const words = pythonWords(text.toLowerCase());
  const starts = Math.max(0, words.length - RUN_WORDS + 1);
  return Array.from({ length: starts }, (_, at) => words.slice(at, at + RUN_WORDS).join(" "));
}
