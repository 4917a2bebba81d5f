import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { randomStream } from "../../foundation/index.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { estimateWriting } from "../estimate/estimate-writing.ts";
import { openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { ABLATIONS, type Ablation, ablationsOf, withAblations } from "./ablations.ts";

const clock = createVirtualClock(0);
// A word of more than a tenth of the sentences tells nothing: there are enough others beside those of the plan.
const WORDS = [
  ..."show people place life turn something changes trials things harder friends wish arrival end".split(
    " ",
  ),
  ...Array.from(
    { length: 200 },
    (_, at) =>
      `${"bdfgklmnprst"[at % 12]}${"aeiou"[at % 5]}${"lmnrstv"[at % 7]}${"aeiou"[at % 3]}n`,
  ),
];

const briefOf = (size: string, strategy = "tree") =>
  parseBrief(
    `goal: Tell how a keeper saves a ferry in a storm.\nkind: story\nmodel: fake\nmodels: { size: ${size} }\ncandidates: 1\nrepair: false\nstrategy: ${strategy}\nlength: { words: ${size === "tiny" ? 900 : 4000} }\nfacts: [{ subject: Ann Lee, attribute: age, value: 58 }, { subject: Ann Lee, attribute: post, value: clerk }]\n`,
    "brief.yaml",
  );

/** A model whose replies follow from the seed of a call alone, with the paragraphs of its prompts by that seed. */
function seededModel(): { readonly prompts: Map<number, string[]>; readonly model: LanguageModel } {
  const prompts = new Map<number, string[]>();
  const model: LanguageModel = {
    ...createFakeModel({ clock }),
    generate: async ({ messages, sampling }) => {
      const { seed = 0 } = sampling;
      const prompt = messages.map(({ content }) => content).join("\n\n");
      prompts.set(seed, prompt.split("\n\n"));
      const random = randomStream("seeded", seed);
      const asked = Number(/about (\d+)(?: more)? words/.exec(prompt)?.[1] ?? 30);
      const sentences = Array.from({ length: Math.max(1, Math.round(asked / 9)) }, () => {
        const words = Array.from({ length: 9 }, () => WORDS[random.nextBelow(WORDS.length)]).join(
          " ",
        );
        return `${words[0]?.toUpperCase()}${words.slice(1)}.`;
      });
      return {
        text: sentences.join(" "),
        finishReason: "stop",
        promptTokens: prompt.split(" ").length,
        outputTokens: asked,
      };
    },
  };
  return { prompts, model };
}

async function promptsOf(size: string, without: readonly Ablation[]) {
  const { prompts, model } = seededModel();
  const brief = withAblations(briefOf(size), without);
  const store = openMemoryRunStore();
  await writeDocument(await openWriter({ brief, store, clock, writerModel: model }));
  return prompts;
}

/** How the paragraphs begin that a switch takes away. */
const HEADS: Readonly<Record<Ablation, readonly string[]>> = {
  bible: ["Facts that hold here; never contradict them:", "Facts that hold in it:"],
  "next-brief": ["The part after this one, which you do not write yet:"],
  "already-said": ["These sentences stand in the text already; do not repeat them:"],
};

describe("what the tree can go without", () => {
  it.each(
    ABLATIONS.flatMap((name) =>
      ["tiny", "small", "hosted"]
        // A tiny model is told nothing of the next part.
        .filter((size) => size !== "tiny" || name !== "next-brief")
        .map((size) => [name, size] as const),
    ),
  )("is gone from every prompt, and nothing else is: %s, %s", async (name, size) => {
    const isHeld = (paragraph: string): boolean =>
      HEADS[name].some((head) => paragraph.startsWith(head));
    const whole = await promptsOf(size, []);
    const cut = await promptsOf(size, [name]);
    expect([...whole.values()].some((parts) => parts.some(isHeld))).toBe(true);
    expect([...cut.keys()]).toEqual([...whole.keys()]);
    for (const [seed, parts] of whole) {
      expect(cut.get(seed)).toEqual(parts.filter((paragraph) => !isHeld(paragraph)));
    }
  });

  it("is named by the brief, and by no baseline, which has no such parts", () => {
    expect(ablationsOf(briefOf("small"))).toEqual([]);
    const brief = withAblations(briefOf("small"), ["already-said", "bible"]);
    expect(brief.techniques).toEqual({ alreadySaid: false, bible: false });
    expect(ablationsOf(brief)).toEqual(["bible", "already-said"]);
    expect(ablationsOf(withAblations(briefOf("small", "rolling"), ["bible"]))).toEqual([]);
  });

  it.each(ABLATIONS)("is named in the estimate, and is not counted there: %s", (name) => {
    const whole = estimateWriting(briefOf("small"));
    const cut = estimateWriting(withAblations(briefOf("small"), [name]));
    expect(whole.without).toBeUndefined();
    expect(cut.without).toEqual([name]);
    expect(cut.expected.in).toBeLessThan(whole.expected.in);
    expect(cut.draft.out).toBe(whole.draft.out);
  });
});
