import { type RatingStudy, ratingStudySchema } from "../src/records/index.ts";

/** A study in which each text names its system and prompt in words of no system. */
export function tinyStudy(
  size: { readonly systems: number; readonly prompts: number },
  changes: Readonly<Record<string, unknown>> = {},
): RatingStudy {
  const systems = Array.from({ length: size.systems }, (_, at) => ({
    id: `s${at + 1}`,
    name: `System ${at + 1}`,
    team: `team-${at + 1}`,
  }));
  const prompts = Array.from({ length: size.prompts }, (_, at) => ({
    id: `p${at + 1}`,
    text: `Opening number ${at + 1}.`,
  }));
  const texts = systems.flatMap(({ id: system }, one) =>
    prompts.map(({ id: prompt }, two) => ({
      system,
      prompt,
      text: `Opening number ${two + 1}. ${WORDS[one % WORDS.length]} went on.`,
    })),
  );
  return ratingStudySchema.parse({
    name: "tiny-study",
    title: "Who tells it best",
    systems,
    prompts,
    texts,
    ...changes,
  });
}

const WORDS = [
  "Anna",
  "Boris",
  "Clara",
  "David",
  "Emil",
  "Flora",
  "Greta",
  "Henry",
  "Ida",
  "Jakob",
];
