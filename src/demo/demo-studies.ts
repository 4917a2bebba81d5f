import { studyViewSchema, unblindReplySchema } from "../records/index.ts";
import { wordsWithSpaces } from "../text/index.ts";
import type { DemoClient } from "./demo-client.ts";
import { SEA_CHALLENGE } from "./demo-people.ts";
import type { DemoItem } from "./make-texts.ts";
import {
  agreeToRate,
  beginText,
  type DemoRater,
  type RatingManner,
  rateNext,
} from "./rate-texts.ts";
import type { FrozenText } from "./sea-challenge.ts";

const INSTRUCTIONS =
  "Read each text to its end before you give your last answer. Judge the text, not who may have written it. You may change every answer until you submit the text. (This is a demo: the answers that are there already were drawn by chance.)";
/** Complete ratings of each text. */
const RATERS_PER_TEXT = 3;
const RIGHT = "Herman Melville, Moby-Dick (1851): public domain";
const CONSENT = {
  version: "1",
  text: "I take part of my own free will and may stop at any time without giving a reason. My answers are stored under a pseudonym. This is a demo: nothing leaves this machine.",
};

/**
 * Makes a study, decides all traces of writers, and opens it.
 *
 * @param organiser - Who does it.
 * @param study - The study.
 * @returns Its id.
 */
export async function openDemoStudy(organiser: DemoClient, study: object): Promise<string> {
  const {
    study: made,
    plan,
    leaks,
  } = studyViewSchema.parse(await organiser.change("POST", "/studies", study));
  for (const { id } of leaks) {
    const path = `/studies/${made.id}/leaks/${encodeURIComponent(id)}`;
    const note = "It stands in the book, too, and gives nobody away.";
    await organiser.change("POST", path, { decision: "cleared", note });
  }
  const accept = plan.findings
    .filter(({ severity }) => severity === "warning")
    .map(({ code }) => code);
  await organiser.change("POST", `/studies/${made.id}/open`, { accept: [...new Set(accept)] });
  return made.id;
}

/**
 * The study that is complete: two ways of writing with the model, and the author of the book.
 *
 * @param items - What was gone on with.
 * @param seed - Seed of everything drawn.
 * @returns The study.
 */
export function pilotStudy(items: readonly DemoItem[], seed: number): object {
  const usable = items.filter(({ texts }) => isText(texts.none) && isText(texts.bm25));
  return {
    name: "pilot",
    title: "Pilot study (demo: marks drawn by chance)",
    seed,
    ratersPerText: RATERS_PER_TEXT,
    raters: { count: RATERS_PER_TEXT },
    systems: [
      { id: "alone", name: "The model alone" },
      { id: "with-passages", name: "The model with earlier passages" },
      { id: "author", name: "The author of the book", isHuman: true },
    ],
    prompts: usable.map(({ id, opening }) => ({ id, text: opening })),
    texts: usable.flatMap(({ id, texts, reference }) => [
      { system: "alone", prompt: id, text: texts.none },
      { system: "with-passages", prompt: id, text: texts.bm25 },
      { system: "author", prompt: id, text: reference },
    ]),
    consent: CONSENT,
    tests: { metrics: [] },
  };
}

/**
 * Lets all raters rate everything, closes the study and opens its key, in the two steps that it takes.
 *
 * @param organiser - Whose study it is.
 * @param raters - Who rates.
 * @param manner - Where and how.
 */
export async function completeStudy(
  organiser: DemoClient,
  raters: readonly DemoRater[],
  manner: RatingManner,
): Promise<void> {
  for (const rater of raters) await agreeToRate(rater, manner.studyId);
  for (let busy = true; busy; ) {
    busy = false;
    for (const rater of raters) if (await rateNext(rater, manner)) busy = true;
  }
  const path = `/studies/${manner.studyId}`;
  await organiser.change("POST", `${path}/close`, {});
  const reason = "The pilot is complete, and its results are to be looked at.";
  const first = unblindReplySchema.parse(
    await organiser.change("POST", `${path}/unblind`, { reason }),
  );
  if (first.step === 1) {
    await organiser.change("POST", `${path}/unblind`, { ticket: first.ticket });
  }
}

/**
 * The study that is open: the frozen texts of the challenge, each beside what the author of the book wrote.
 *
 * @param texts - The texts.
 * @param items - What was gone on with.
 * @param seed - Seed of everything drawn.
 * @returns The study.
 */
export function openStudy(
  texts: readonly FrozenText[],
  items: readonly DemoItem[],
  seed: number,
): object {
  const usable = texts.filter(({ text }) => isText(text));
  const teams = [...new Set(usable.map(({ team }) => team))];
  const prompts = items.filter(({ id }) => usable.some(({ itemId }) => itemId === id));
  return {
    name: "from-the-sea",
    title: "From the sea (demo)",
    challengeId: SEA_CHALLENGE,
    seed,
    ratersPerText: RATERS_PER_TEXT,
    raters: { count: RATERS_PER_TEXT },
    systems: teams.map((team) => ({ id: systemId(team), name: team, team })),
    prompts: prompts.map(({ id, opening }) => ({ id, text: opening })),
    texts: usable.map(({ team, itemId, text }) => ({
      system: systemId(team),
      prompt: itemId,
      text,
    })),
    reference: {
      shown: true,
      texts: prompts.map((item) => ({
        prompt: item.id,
        text: comparisonText(item, usable),
        right: RIGHT,
      })),
    },
    training: TRAINING,
    consent: CONSENT,
    instructions: INSTRUCTIONS,
    survey: [
      { id: "ease", question: "How easy was it to judge these texts?", answer: "scale" },
      { id: "remarks", question: "What else should we know?", answer: "text" },
    ],
    tests: { metrics: [] },
  };
}

function isText(text: string): boolean {
  return /\S/.test(text);
}

function systemId(team: string): string {
  return team.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** The opening and what its author wrote next, as long as the texts beside which it stands. */
function comparisonText(
  { id, opening, reference }: DemoItem,
  texts: readonly FrozenText[],
): string {
  const lengths = texts
    .filter(({ itemId }) => itemId === id)
    .map(({ text }) => wordsWithSpaces(text).length)
    .sort((left, right) => left - right);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const words = wordsWithSpaces(`${opening} ${reference}`);
  const shortest = wordsWithSpaces(opening).length + 1;
  return words.slice(0, Math.max(shortest, median)).join("").trim();
}

const TRAINING = {
  prompt: "The map showed a village where there was only a lake.",
  text: "Jonas followed the road until it went under the water. At dusk, when the wind fell, he heard the bell. The lake was dry in summer, so he bought bread in the village, and it was good bread.",
  answers: {
    relevance: { value: 4, why: "It stays with the map, the village and the lake." },
    consistency: {
      value: 2,
      why: "The village lies under water, and then somebody buys bread there.",
    },
    fluency: { value: 5, why: "Every sentence reads well." },
    coherence: { value: 3, why: "The last sentence does not follow from the ones before." },
  },
};

/** Texts that the first and the second rater of the open study hand in. */
const HANDED_IN = [4, 3] as const;

/**
 * Some ratings of the open study: the first two raters hand texts in, the third has not begun.
 *
 * @param raters - The raters.
 * @param manner - Where and how.
 */
export async function beginStudy(
  raters: readonly DemoRater[],
  manner: RatingManner,
): Promise<void> {
  const begun = raters.slice(0, HANDED_IN.length);
  for (const [at, rater] of begun.entries()) {
    await agreeToRate(rater, manner.studyId);
    const answers = { relevance: 4, consistency: 2, fluency: 4, coherence: 3 };
    await rater.client.change("POST", `/ratings/studies/${manner.studyId}/training`, { answers });
    for (let done = 0; done < (HANDED_IN[at] ?? 0); done += 1) await rateNext(rater, manner);
  }
}

/**
 * The first rater begins one more text of the open study.
 *
 * @param raters - The raters.
 * @param manner - Where and how.
 */
export async function beginHalfRead(
  [first]: readonly DemoRater[],
  manner: RatingManner,
): Promise<void> {
  if (first !== undefined) await beginText(first, manner);
}
