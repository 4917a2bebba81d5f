import { randomStream } from "../../foundation/index.ts";
import type { DatasetExample, Setting } from "../../records/index.ts";
import { pythonStrip, wordsWithSpaces } from "../../text/index.ts";
import { userHash } from "../example-digest.ts";
import { passageTask } from "../tasks/passage.ts";
import type { PlannedExample } from "./draw-targets.ts";

/** How a passage is parted into what is given and what is to be written. */
export interface PrefixRules {
  readonly setting: Setting;
  readonly seed: number;
  readonly prefixShare: readonly [min: number, max: number];
}

/** The first words of the target in the input, the rest, with its line breaks, as the output. */
export function passageExample(planned: PlannedExample, rules: PrefixRules): DatasetExample {
  const { target, userId, split } = planned;
  const words = wordsWithSpaces(target.text);
  const given = prefixWords(
    words.length,
    randomStream(rules.seed, "prefix", userId, target.id).next(),
    rules,
  );
  const prefix = words.slice(0, given).map(pythonStrip).join(" ");
  const { title } = target;
  return {
    id: `${passageTask.name}-${rules.setting}-${split}-${userHash(userId)}-${planned.number}`,
    task: passageTask.name,
    userId,
    input: passageTask.writeInput({ title, prefix }),
    output: pythonStrip(words.slice(given).join("")),
    targetId: target.id,
    ...(target.date === undefined ? {} : { date: target.date }),
    fields: { title, prefix },
    profile: planned.profile(),
  };
}

/** A whole number of words within the shares where there is one, and at least one word left over. */
function prefixWords(
  count: number,
  draw: number,
  { prefixShare: [min, max] }: PrefixRules,
): number {
  const drawn = Math.round((min + (max - min) * draw) * count);
  const [fewest, most] = [Math.ceil(min * count - 1e-9), Math.floor(max * count + 1e-9)];
  const within = fewest <= most ? Math.min(most, Math.max(fewest, drawn)) : drawn;
  return Math.min(within, Math.max(0, count - 1));
}
