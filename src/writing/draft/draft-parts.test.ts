import { describe, expect, it } from "vitest";
import type { MustHit } from "../plan/must-hits.ts";
import { filterReasons, isBearable } from "./candidate-filters.ts";
import { scoreOf, scoreParts } from "./candidate-score.ts";
import { cleanReply, paragraphsOf, withoutEchoes, withoutTornEnd } from "./clean-reply.ts";
import { lengthWindow, replyTokens, trimToWindow } from "./length-control.ts";
import { mentions, stemsOf } from "./mentions.ts";
import { openRelevance } from "./relevance.ts";
import { openSaidIndex } from "./said-index.ts";
import { scriptLanguage } from "./script-language.ts";

const PROSE =
  "The ferry left the harbour at six. Marit held the rope in both hands and looked at the ice.";

describe("cleanReply", () => {
  it("drops headings, fences, labels of the prompt and remarks before the text", () => {
    const reply =
      'Here is the next part:\n\n## Arrival\n```\nThe story: It was cold.\nMention: the bridge\n\n"""\n- **Marit** waited.\n';
    expect(cleanReply(reply)).toBe("It was cold.\n\nMarit waited.");
  });

  it("keeps paragraphs, and takes line ends for them where there are no blank lines", () => {
    expect(paragraphsOf("One\ntwo.\n\nThree.")).toEqual(["One two.", "Three."]);
    expect(paragraphsOf("One.\nTwo.")).toEqual(["One.", "Two."]);
  });

  it("drops a last sentence that was cut off, and closes it if it is the only one", () => {
    expect(withoutTornEnd("It was cold. Nobody ca")).toBe("It was cold.");
    expect(withoutTornEnd("Nobody came, ")).toBe("Nobody came.");
    expect(withoutTornEnd("")).toBe("");
  });

  it("leaves out sentences about the place of a step", () => {
    expect(
      cleanReply(
        "This is part 2 of the story, and more follows. Marit waited. This is the final chapter in the book. A: 136 words in one paragraph.\n\nThis is the last light.",
      ),
    ).toBe("Marit waited.\n\nThis is the last light.");
  });

  it("leaves out sentences that say the request again, unless nothing else is there", () => {
    const goal = "Tell the story of a baker whose oven goes cold in the week before the fair.";
    const echo = "It is the story of a baker whose oven goes cold in the week before the fair.";
    expect(withoutEchoes(`Ilse waited. ${echo} Nobody came.\n\n${echo}`, [goal])).toBe(
      "Ilse waited. Nobody came.",
    );
    expect(withoutEchoes(echo, [goal])).toBe(echo);
    expect(withoutEchoes("The oven goes cold in the week before Easter.", [goal])).toBe(
      "The oven goes cold in the week before Easter.",
    );
  });

  it("leaves out sentences about the text", () => {
    expect(
      cleanReply(
        "The story is about two families. Marit waited. The last part of this story follows.",
      ),
    ).toBe("Marit waited.");
  });
});

describe("mentions", () => {
  it("takes no notice of case and inflection, but of order", () => {
    const stems = stemsOf("Two brass lamps hung by the FERRIES.");
    expect(mentions(stems, ["brass lamp"])).toBe(true);
    expect(mentions(stems, ["ferry"])).toBe(true);
    expect(mentions(stems, ["lamp brass"])).toBe(false);
  });
});

describe("filterReasons", () => {
  const ground = {
    avoid: ["rope"],
    sources: [],
    instructions:
      "Write the next part, plain prose: no headings and no remarks about the task at all, please.",
    said: openSaidIndex(),
  };
  it.each([
    ["No.", ["empty"]],
    ["I'm sorry, but I cannot write about the ferry in that way at all.", ["refusal"]],
    [`${PROSE} The next part will tell of the storm.`, ["task-talk", "avoid"]],
    [PROSE, ["avoid"]],
    ["It is cold. ".repeat(12), ["repetitive"]],
  ])("says of %j: %j", (text, reasons) => {
    expect(filterReasons(text, ground)).toEqual(reasons);
  });

  it("finds copies of the document and other scripts", () => {
    const said = openSaidIndex();
    said.add(PROSE);
    const free = { ...ground, avoid: [], said };
    expect(filterReasons(PROSE, free)).toEqual(["repeats-document", "repeats-edge"]);
    expect(isBearable(["repeats-document", "repeats-edge"])).toBe(true);
    expect(isBearable(["repetitive", "avoid"])).toBe(false);
    expect(filterReasons(PROSE, { ...ground, avoid: [], language: "ru" })).toContain("language");
    expect([scriptLanguage("これは海です"), scriptLanguage(PROSE)]).toEqual(["ja", "und"]);
  });
});

describe("scoreParts", () => {
  const lamp = {
    id: "lamp",
    item: { id: "lamp", text: "brass lamp", accept: ["brass lamp"], when: "once" },
    at: 0.5,
    window: [0, 1],
  } as const satisfies MustHit;
  const fact = { subject: "Marit", attribute: "age", value: 58 };
  const ground = {
    targetWords: 20,
    brief: "Marit at the ferry",
    hits: [lamp],
    facts: [fact],
    allFacts: [fact, { subject: "Signe", attribute: "age", value: 30 }],
    said: openSaidIndex(),
    relevance: openRelevance(["Marit at the ferry", "the storm"]),
  };

  it("measures length, mentions and known wrong values", () => {
    // 15 words of 20: 1 − 0.25/0.5 = 0.5. One violation of three: 1 − 1/3.
    const parts = scoreParts(
      "Marit, whose age was 30, looked at the old lamp of brass on the ferry.",
      ground,
    );
    expect(parts.length).toBeCloseTo(0.5, 12);
    expect(parts.must).toBe(0);
    expect(parts.facts).toBeCloseTo(2 / 3, 12);
    expect(parts.novelty).toBe(1);
  });

  it("shares the weight of missing parts among the others", () => {
    // (0.2·0.5 + 0.15·1 + 0.1·0) / 0.45
    expect(scoreOf({ length: 0.5, novelty: 1, relevance: 0 })).toBeCloseTo(0.25 / 0.45, 12);
  });
});

describe("length control", () => {
  it("asks for ⌈1.3 · 1.35 · 100⌉ tokens and leaves 0.88 to 1.12 of the words alone", () => {
    expect(replyTokens(100, 1.35)).toBe(176);
    expect(lengthWindow(100, false)).toEqual({ least: 88, most: 112 });
    expect(lengthWindow(100, true)).toEqual({ least: 95, most: 105 });
  });

  it("drops the sentence that says least, never the first and never one that must stay", () => {
    const text =
      "One two three four. Five six seven eight. Keep me in here. Nine ten eleven twelve.";
    const trimmed = trimToWindow(text, { least: 11, most: 12 }, (sentence) => ({
      keep: sentence.startsWith("Keep"),
      worth: sentence.startsWith("Nine") ? 1 : 0,
    }));
    expect(trimmed).toBe("One two three four. Keep me in here. Nine ten eleven twelve.");
  });
});

describe("openSaidIndex", () => {
  it("gives the earlier sentences that share rare words with a brief", () => {
    const said = openSaidIndex();
    said.add(
      "The doctor crossed the sound at night. The town slept in its beds. Signe read the letter in the kitchen.",
    );
    expect(said.closest("A letter is read", 1)).toEqual(["Signe read the letter in the kitchen."]);
  });
});
