// Plants contradictions into marked texts, one group of facts at a time, and tells which of them the rules find.
import { randomStream } from "../src/foundation/index.ts";
import { checkText, isFound } from "./check-marked-text.ts";
import {
  type MarkedFact,
  type MarkedText,
  type Planted,
  plant,
  plantable,
} from "./planted-contradictions.ts";

/** One contradiction, and whether it was found. */
export interface Looked {
  readonly text: MarkedText;
  readonly planted: Planted;
  readonly found: boolean;
}

/** Marks in groups: in each group every mark is another fact of another leaf. */
function groupsOf(marks: readonly MarkedFact[]): MarkedFact[][] {
  const groups: MarkedFact[][] = [];
  for (const mark of marks) {
    const group = groups.find((others) =>
      others.every(({ key, leaf }) => key !== mark.key && leaf !== mark.leaf),
    );
    if (group === undefined) groups.push([mark]);
    else group.push(mark);
  }
  return groups;
}

/** Every mark of the texts changed once, with one seed. */
export function plantAndLook(texts: readonly MarkedText[], seed: number): Looked[] {
  return texts.flatMap((text) => {
    const random = randomStream("planted", seed, text.name);
    return groupsOf(plantable(text)).flatMap((group) => {
      const { leaves, planted } = plant(text, group, random);
      const { issues } = checkText(text, leaves);
      return planted.map((each) => ({ text, planted: each, found: isFound(each, issues) }));
    });
  });
}

/** What was not found, one line each. */
export function missesOf(looked: readonly Looked[]): string[] {
  return looked
    .filter(({ found }) => !found)
    .map(
      ({ text, planted: { mark, text: wrong } }) =>
        `${text.name}, part ${mark.leaf + 1}, ${mark.type} ${mark.key}: “${mark.text}” → “${wrong}”`,
    );
}
