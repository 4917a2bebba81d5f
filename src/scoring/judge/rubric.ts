import { LonghandError } from "../../foundation/index.ts";
import { checkedNumber } from "../checked-option.ts";

/** One thing that a text is rated by. */
export interface Criterion {
  /** Short name: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** What to look at, as a question. */
  readonly question: string;
  /** Lowest rating, a whole number. @defaultValue `1` */
  readonly least?: number;
  /** Highest rating, a whole number above `least`. @defaultValue `5` */
  readonly most?: number;
  /** What some of the ratings mean, by rating. @defaultValue none */
  readonly anchors?: Readonly<Record<number, string>>;
}

/** What a text is rated by. */
export interface Rubric {
  /** Short name: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** Version, raised with every change. */
  readonly version: number;
  /** The criteria, one or more. */
  readonly criteria: readonly Criterion[];
}

/** The four dimensions of the LTG challenge, on five levels. */
export const LONG_TEXT_RUBRIC: Rubric = {
  id: "long-text",
  version: 1,
  criteria: [
    {
      id: "relevance",
      question: "Does the text keep to the topics that were asked for?",
      anchors: { 1: "it is about other things", 3: "it strays at times", 5: "all of it belongs" },
    },
    {
      id: "consistency",
      question: "Do the parts of the text agree with each other in persons, facts and events?",
      anchors: { 1: "they contradict each other", 3: "there are slips", 5: "nothing disagrees" },
    },
    {
      id: "fluency",
      question: "Is each sentence well formed and easy to read?",
      anchors: { 1: "most are broken", 3: "some are clumsy", 5: "all read well" },
    },
    {
      id: "coherence",
      question: "Does each sentence follow from those before it, and each part from the last?",
      anchors: { 1: "the order seems random", 3: "there are jumps", 5: "all follows" },
    },
  ],
};

const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Refuses a rubric that cannot be judged by.
 *
 * @param rubric - The rubric.
 * @throws LonghandError `invalid-option`, naming what is wrong.
 */
export function checkRubric({ id, version, criteria }: Rubric): void {
  const ids = criteria.map((criterion) => criterion.id);
  const odd = [id, ...ids].find((name) => !NAME.test(name));
  if (odd !== undefined) refuse(id, `has the name ${JSON.stringify(odd)}`);
  if (ids.length === 0) refuse(id, "has no criteria");
  const twice = ids.find((name, at) => ids.indexOf(name) !== at);
  if (twice !== undefined) refuse(id, `has two criteria ${twice}`);
  checkedNumber(version, { name: "version", least: 1, most: 1_000_000, whole: true });
  for (const { least = 1, most = 5 } of criteria) {
    checkedNumber(least, { name: "least", least: 0, most: 999, whole: true });
    checkedNumber(most, { name: "most", least: least + 1, most: 1000, whole: true });
  }
}

function refuse(id: string, why: string): never {
  throw new LonghandError(`The rubric ${id} ${why}.`, {
    code: "invalid-option",
    hint: "Name rubric and criteria in lower-case letters, digits and hyphens, each criterion once.",
  });
}
