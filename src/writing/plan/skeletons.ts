import type { BriefKind } from "../brief/brief.ts";

/** A place in a skeleton. */
export interface SkeletonSlot {
  /** Heading of the part. */
  readonly heading: string;
  /** What belongs there, whatever the document is about. */
  readonly brief: string;
  /** Share of the words beside the other slots, 1–5. */
  readonly weight: number;
  /** Which slots a short plan keeps: those with the lowest ranks. */
  readonly rank: number;
}

/** How a kind of document is built. */
export interface Skeleton {
  /** Parts of the whole, in reading order. */
  readonly whole: readonly SkeletonSlot[];
  /** Steps inside any part, in reading order; none of them closes the document. */
  readonly inner: readonly SkeletonSlot[];
}

function slot(
  heading: string,
  brief: string,
  [weight, rank]: readonly [number, number],
): SkeletonSlot {
  return { heading, brief, weight, rank };
}

const SCENE_STEPS: readonly SkeletonSlot[] = [
  slot("Arrival", "Show where they are, what the place is like, and who is there.", [2, 1]),
  slot("Wish", "Show what someone wants here and why it matters to them.", [3, 4]),
  slot("Obstacle", "Something stands in the way; let people react with words and deeds.", [3, 2]),
  slot("Attempt", "Someone tries something that could work, and it costs them.", [3, 5]),
  slot("Turn", "Something unexpected changes what they believed.", [3, 3]),
  slot("Cost", "Show what the change did to the people and to what they have.", [2, 7]),
  slot("Onward", "A choice is made that leads to what comes after.", [2, 6]),
];

const ARGUMENT_STEPS: readonly SkeletonSlot[] = [
  slot("Point", "State the one point of this part in plain words.", [2, 1]),
  slot("Example", "Give one concrete example with people, a place and a detail.", [3, 2]),
  slot("Reason", "Explain why the point holds.", [3, 3]),
  slot("Doubt", "Name the best objection and take it seriously.", [2, 5]),
  slot("Answer", "Answer the objection with something that can be checked.", [3, 6]),
  slot("Detail", "Look closer at one detail that is easily missed.", [2, 7]),
  slot("Link", "Say what follows from this and which question it opens.", [2, 4]),
];

const FINDING_STEPS: readonly SkeletonSlot[] = [
  slot("Finding", "State what was found, in one or two plain sentences.", [2, 1]),
  slot("Evidence", "Give the facts behind it: who, where, when, how much.", [3, 2]),
  slot("Method", "Say how it was found out and how sure one can be.", [2, 5]),
  slot("Cause", "Explain what led to it.", [3, 4]),
  slot("Effect", "Say whom it affects and how.", [3, 3]),
  slot("Limits", "Say what is not known.", [2, 7]),
  slot("Step", "Name what should be done about it, and by whom.", [2, 6]),
];

const MEMORY_STEPS: readonly SkeletonSlot[] = [
  slot("Moment", "Begin with one moment that is still before the eyes.", [3, 1]),
  slot("People", "Show the people of that time by what they said and did.", [3, 2]),
  slot("Place", "Describe the place through smell, sound and light.", [2, 4]),
  slot("Trouble", "Tell what was hard about it.", [3, 3]),
  slot("Understanding", "Say what was not understood then and is understood now.", [2, 6]),
  slot("Object", "Let one object carry the memory.", [2, 7]),
  slot("Change", "Tell what was different afterwards.", [2, 5]),
];

const TASK_STEPS: readonly SkeletonSlot[] = [
  slot("Purpose", "Say what this step is for and when it is needed.", [2, 1]),
  slot("Preparation", "Name what has to be ready.", [2, 4]),
  slot("Procedure", "Explain what to do, in order, in full sentences.", [4, 2]),
  slot("Example", "Go through one case from beginning to end.", [3, 3]),
  slot("Check", "Say how to see that it worked.", [2, 5]),
  slot("Faults", "Say what goes wrong most often and how to mend it.", [2, 6]),
  slot("Variants", "Say how it differs in other circumstances.", [2, 7]),
];

/** Skeletons by kind of document. */
export const SKELETONS: Readonly<Record<BriefKind, Skeleton>> = {
  story: {
    whole: [
      slot(
        "Before",
        "Introduce the main people in their ordinary life, and what they lack.",
        [2, 1],
      ),
      slot("The call", "Something happens that cannot be ignored.", [2, 3]),
      slot("Setting out", "They act, and the world turns out larger than they thought.", [3, 6]),
      slot("Trials", "Things get harder; friendships and plans are put to the test.", [4, 4]),
      slot(
        "The low point",
        "What they counted on is lost, and they see themselves as they are.",
        [3, 5],
      ),
      slot("Decision", "The people face what they feared, and it is decided.", [3, 7]),
      slot("After", "Show the people and the place as they are now, and what it cost.", [2, 2]),
    ],
    inner: SCENE_STEPS,
  },
  essay: {
    whole: [
      slot("A case", "Open with one case that makes the question felt.", [2, 1]),
      slot("The question", "Say what is asked and why the usual answer is not enough.", [2, 3]),
      slot("First reason", "Give the strongest reason for the view of the essay.", [3, 4]),
      slot("Second reason", "Give a second reason of another sort.", [3, 6]),
      slot("Objection", "Give the best case against it and answer it.", [3, 5]),
      slot("Consequences", "Say what would change if the view is right.", [2, 7]),
      slot("Answer", "Come back to the case and say what is now seen in it.", [2, 2]),
    ],
    inner: ARGUMENT_STEPS,
  },
  report: {
    whole: [
      slot("Summary", "Say what was looked into, what was found and what it means.", [1, 1]),
      slot(
        "Background",
        "Describe the situation before, and why the report was asked for.",
        [2, 3],
      ),
      slot("Approach", "Say what was done to find out.", [2, 6]),
      slot("Findings", "Present what was found, the most important first.", [4, 2]),
      slot("Discussion", "Explain the findings and weigh them.", [3, 5]),
      slot("Risks", "Name what may go wrong and what is uncertain.", [2, 7]),
      slot("Recommendations", "Say what should be done, by whom and by when.", [2, 4]),
    ],
    inner: FINDING_STEPS,
  },
  memoir: {
    whole: [
      slot("A door", "Begin with one memory that opens the rest.", [2, 1]),
      slot("Origins", "Tell where it all came from: family, place, habits.", [3, 3]),
      slot("Learning", "Tell of the first trials and those who taught.", [3, 5]),
      slot("The turn", "Tell of the event that divided life into before and after.", [3, 4]),
      slot("The long middle", "Tell of the years that followed and what they asked.", [3, 6]),
      slot("Loss", "Tell of what was lost and how it was borne.", [2, 7]),
      slot("Looking back", "Say what remains and to whom it is handed on.", [2, 2]),
    ],
    inner: MEMORY_STEPS,
  },
  speech: {
    whole: [
      slot("Greeting", "Address the listeners and say why all have come together.", [1, 1]),
      slot("What happened", "Recall what happened so that everyone sees it again.", [3, 3]),
      slot("Those who did it", "Honour particular people by what they did.", [3, 5]),
      slot("What it meant", "Say what it cost and what it was worth.", [3, 4]),
      slot("Doubt", "Name the doubt that some listeners have, and answer it.", [2, 7]),
      slot("The task", "Say what lies ahead.", [2, 6]),
      slot(
        "The request",
        "Ask the listeners for one thing and leave them with one picture.",
        [2, 2],
      ),
    ],
    inner: ARGUMENT_STEPS,
  },
  article: {
    whole: [
      slot("Lead", "Open with the most telling fact or scene.", [1, 1]),
      slot("The news", "Say what is new, who is concerned and why now.", [2, 2]),
      slot("Background", "Explain how it came to this.", [3, 4]),
      slot("Voices", "Let two sides speak.", [3, 5]),
      slot("Evidence", "Give the facts and figures that can be checked.", [3, 6]),
      slot("The other side", "Say what speaks against it.", [2, 7]),
      slot("Outlook", "Say what to watch for next.", [1, 3]),
    ],
    inner: FINDING_STEPS,
  },
  manual: {
    whole: [
      slot("What it is for", "Say what the reader will be able to do.", [1, 1]),
      slot("Basics", "Explain the few ideas that everything rests on.", [2, 3]),
      slot("Preparation", "Say what has to be ready before the start.", [2, 4]),
      slot("First task", "Lead through the simplest complete task.", [3, 2]),
      slot("Further tasks", "Lead through the tasks that come up most.", [4, 5]),
      slot("Trouble", "Say what goes wrong and how to mend it.", [2, 6]),
      slot("Upkeep", "Say how to keep things in order afterwards.", [1, 7]),
    ],
    inner: TASK_STEPS,
  },
  answer: {
    whole: [
      slot("Short answer", "Answer the question in a few sentences.", [1, 1]),
      slot("Why", "Explain what the answer rests on.", [3, 2]),
      slot("Evidence", "Give facts and examples that bear it out.", [3, 3]),
      slot("Exceptions", "Say when the answer is different.", [2, 4]),
      slot("Other views", "Say where people who know disagree.", [2, 6]),
      slot("In practice", "Say what the reader can do with it.", [2, 5]),
      slot("Open questions", "Say what is not known.", [1, 7]),
    ],
    inner: ARGUMENT_STEPS,
  },
};

/**
 * So many slots of a skeleton: the most important ones, in reading order.
 *
 * @param slots - The skeleton's slots.
 * @param wanted - How many, 1–7.
 * @returns The slots.
 */
export function chosenSlots(slots: readonly SkeletonSlot[], wanted: number): SkeletonSlot[] {
  const kept = new Set([...slots].sort((left, right) => left.rank - right.rank).slice(0, wanted));
  return slots.filter((each) => kept.has(each));
}
