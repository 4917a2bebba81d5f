/**
 * Wording of the prompts that only the baselines use: chapters, rolling, outline. Slots are `{name}`; any
 * change gets a new version. Only the last step is told to end the document; every other one is told not
 * to.
 */
export const STEP_TEMPLATES = {
  version: "writing-steps/v1",
  /** The list of chapters or steps. */
  plan: {
    chapters:
      "Write the chapter list of the {kind}: {count} chapters in reading order, about {words} words together. Write one line for each chapter:\nnumber | heading | what happens or is said there, in one or two concrete sentences | weight from 1 to 5\nA usual order is: {slots}. Use it only as far as it fits. Name people, places and details; no chapter may repeat another.",
    steps:
      "Break the writing of the {kind} down into {count} steps in reading order, about {words} words together. Each step becomes a passage of 200 to 1,000 words. Write one line for each step:\nnumber | heading | what the passage tells, in one or two concrete sentences | weight from 1 to 5\nA usual order is: {slots}. Use it only as far as it fits. Name people, places and details; no step may repeat another.",
    before: "These lines stand already:\n{lines}",
    numbers: "Write only the lines {from} to {to} of {count}, numbered {from} to {to}.",
    slots:
      "Write {count} numbered lines, one short concrete sentence each, that say what happens in each part:\n{slots}",
  },
  /** What every step is told of the brief. */
  brief: {
    facts: "Facts of the {kind}; never contradict them:\n{lines}",
    from: "from {at} % of the text on",
    to: "up to {at} % of the text",
    between: "from {from} to {to} % of the text",
    facet: "{fact} ({where})",
  },
  chapters: {
    only: "Write the whole {kind}, about {words} words in {paragraphs}, and bring it to its end: {brief}",
    first:
      "Write chapter 1 of {count}, about {words} words in {paragraphs}. More chapters follow it, so do not end the {kind} yet. The chapter: {brief}",
    middle:
      "Write chapter {number} of {count}, about {words} words in {paragraphs}. More chapters follow it, so do not end the {kind} yet. The chapter: {brief}",
    last: "Write chapter {number} of {count}, the last one, about {words} words in {paragraphs}, and bring the {kind} to its end. The chapter: {brief}",
  },
  rolling: {
    summary: "What has been told so far, in short:\n{text}",
    only: "Write the whole {kind}, about {words} words in {paragraphs}, and bring it to its end: {brief}",
    first:
      "Write the beginning, about {words} words in {paragraphs}. It is part 1 of {count}, and more parts follow it, so do not end the {kind} yet. In this part: {brief}",
    middle:
      "Go on from there with about {words} words in {paragraphs}. This is part {number} of {count}, and more parts follow it, so do not end the {kind} yet. In this part: {brief}",
    last: "Go on from there with about {words} words in {paragraphs}. This is the last part: bring the {kind} to its end. In this part: {brief}",
    /** A new rolling summary from the old one and the part just written. */
    remember:
      'You keep the summary of a long {kind} while it is written.\n\nThe summary so far:\n{summary}\n\nThe part that was just written:\n"""\n{text}\n"""\n\nWrite the new summary of everything told so far in at most {words} words. Keep names, numbers, dates, promises and open questions; shorten what is long past.',
    nothing: "(nothing yet)",
    /** What the next part has to do. */
    instructSystem:
      "You decide how a {kind} goes on. You answer with one or two concrete sentences and write nothing else; you do not write the text.",
    instruct:
      "Part {done} of {count} is written. Say what happens or is said in part {number}, in one or two sentences that name people, places and details. {more} more parts follow it, so it must not end the {kind}.",
    instructLast:
      "Part {done} of {count} is written. Part {number} is the last one. Say in one or two sentences how it brings the {kind} to its end.",
  },
  outline: {
    plan: "The plan of the whole {kind}, step by step:\n{lines}",
    text: 'The text written so far:\n"""\n{text}\n"""',
    rest: 'The text written so far; its beginning is left out:\n"""\n{text}\n"""',
    only: "Write the whole {kind}, about {words} words in {paragraphs}, and bring it to its end: {brief}",
    first:
      "Write step 1 of {count} of the plan, about {words} words in {paragraphs}. Write this step only; more steps follow it, so do not end the {kind} yet. The step: {brief}",
    middle:
      "Write step {number} of {count} of the plan, about {words} words in {paragraphs}. Write this step only, without repeating the text above; more steps follow it, so do not end the {kind} yet. The step: {brief}",
    last: "Write step {number} of {count} of the plan, the last one, about {words} words in {paragraphs}, without repeating the text above, and bring the {kind} to its end. The step: {brief}",
  },
} as const;
