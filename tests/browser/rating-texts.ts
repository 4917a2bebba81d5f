import { type RatingStudy, ratingStudySchema } from "../../src/records/index.ts";

const SUBJECTS = ["The keeper", "Marta", "The old ferry", "Nobody in the village", "Her brother"];
const VERBS = ["remembered", "crossed", "had left behind", "was afraid of", "looked out over"];
const OBJECTS = [
  "the harbour",
  "the second letter",
  "a field of snow",
  "the lamp",
  "that long road",
];
const ENDS = [
  "before the wind turned",
  "as if nothing had happened",
  "while the bells were still ringing",
  "though it was late in the year",
  "and said so to whoever would listen",
];

/** A story without an end: `words` words or a few more, in chapters of 1,500, the same for the same seed. */
export function longStory({ words, seed }: { words: number; seed: number }): string {
  const paragraphs: string[] = [];
  let state = seed;
  const pick = (from: readonly string[]): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from[Math.floor((state / 2_147_483_648) * from.length)] ?? "";
  };
  let written = 0;
  let chapter = 0;
  while (written < words) {
    if (written >= chapter * 1_500) {
      chapter += 1;
      paragraphs.push(`Chapter ${chapter}`);
    }
    const sentences = Array.from(
      { length: 6 },
      () => `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(ENDS)}.`,
    );
    const paragraph = sentences.join(" ");
    written += paragraph.split(" ").length;
    paragraphs.push(paragraph);
  }
  return paragraphs.join("\n\n");
}

/** A study of two systems and their texts, with everything that a study can have. */
export function storyStudy(changes: Readonly<Record<string, unknown>> = {}): RatingStudy {
  const prompts = [
    {
      id: "lamp",
      text: `The lamp had not been lit for three nights.\n\n${longStory({ words: 300, seed: 7 })}`,
    },
  ];
  const texts = [
    { system: "zebra-one", prompt: "lamp", text: longStory({ words: 3_000, seed: 1 }) },
    { system: "zebra-two", prompt: "lamp", text: longStory({ words: 3_200, seed: 2 }) },
  ];
  return ratingStudySchema.parse({
    name: "stories",
    title: "Stories by the sea",
    ratersPerText: 2,
    raters: { count: 2 },
    systems: [
      { id: "zebra-one", name: "Canary One" },
      { id: "zebra-two", name: "Canary Two" },
    ],
    prompts,
    texts,
    reading: { mode: "full", showLength: true },
    reference: {
      shown: true,
      texts: [
        {
          prompt: "lamp",
          text: longStory({ words: 3_100, seed: 3 }),
          right: "public domain",
        },
      ],
    },
    training: {
      prompt: "The baker found a key in the dough.",
      text: "The baker found a key in the dough.\n\nShe tried it in every lock of the house. None of them turned. So she baked it into the last loaf, and waited for whoever would come back for it.",
      answers: {
        relevance: { value: 5, why: "All of it follows from the key." },
        consistency: { value: 5, why: "Nothing contradicts anything." },
        fluency: { value: 4, why: "One sentence is a little short." },
        coherence: { value: 4, why: "The last step comes quickly." },
      },
    },
    survey: [
      { id: "ease", question: "How easy was it to decide?", answer: "scale" },
      {
        id: "device",
        question: "On what did you read?",
        answer: "choice",
        choices: ["Phone", "Computer"],
      },
      { id: "more", question: "Anything else?", answer: "text" },
    ],
    ...changes,
  });
}
