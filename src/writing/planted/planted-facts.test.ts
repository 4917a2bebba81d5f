import { describe, expect, it } from "vitest";
import { parseBrief } from "../brief/read-brief.ts";
import { drawPlantedFacts } from "./draw-facts.ts";
import { plantFacts } from "./plant-facts.ts";
import type { GivenFact, InventedFact, PlantedSource } from "./planted-fact.ts";
import { plantedRecall } from "./planted-recall.ts";
import { placeText } from "./planted-text.ts";
import { plantedViolations } from "./planted-violations.ts";

const source: PlantedSource = {
  seed: 4,
  given: Array.from({ length: 30 }, (_, index) => ({
    subject: `the keeper of gate ${index + 1}`,
    attribute: "wage",
    is: "amount" as const,
    unit: "crowns",
    from: 100,
    to: 999,
    ...(index < 8 ? { changes: true } : {}),
  })),
  invented: Array.from({ length: 10 }, (_, index) => ({
    subject: `the boat ${index + 1}`,
    frame: `boat ${index + 1} called`,
  })),
};

const clerk: GivenFact = {
  kind: "given",
  id: "p01",
  subject: "the clerk",
  subjectForms: ["clerk"],
  attribute: "name",
  pattern: "once",
  introducedAt: 0.1,
  places: [0.5],
  value: "Jonas Pell",
  forms: ["Jonas Pell", "Pell"],
  distractors: ["Ewan Roe", "Tom Vey"],
};

const ferry: InventedFact = {
  kind: "invented",
  id: "p02",
  subject: "the ferry",
  subjectForms: ["ferry"],
  attribute: "name",
  pattern: "once",
  introducedAt: 0.05,
  places: [0.6],
  frame: "the ferry called",
};

/** A text of so many words `a` with words put in at some places, counted from 0. */
function textWith(words: number, put: Readonly<Record<number, string>>): string {
  const text = new Array<string>(words).fill("a");
  for (const [place, word] of Object.entries(put)) text[Number(place)] = word;
  return text.join(" ");
}

function recallOf(text: string, facts = [clerk] as readonly (GivenFact | InventedFact)[]): number {
  return plantedRecall(facts, placeText(text)).hit;
}

describe("drawPlantedFacts", () => {
  const facts = drawPlantedFacts(source);

  it("plants forty facts with 150 call-backs: 20 once, 10 at three places, 10 in every tenth", () => {
    const counts = (pattern: string): number[] =>
      facts.filter((fact) => fact.pattern === pattern).map(({ places }) => places.length);
    expect(counts("once")).toEqual(new Array(20).fill(1));
    expect(counts("range")).toEqual(new Array(10).fill(3));
    expect(counts("every")).toEqual(new Array(10).fill(10));
    expect(facts.filter(({ kind }) => kind === "invented")).toHaveLength(10);
    expect(facts.filter((fact) => fact.kind === "given" && fact.later)).toHaveLength(8);
  });

  it("calls back 30 % of the document after the introduction or later, and once in each tenth", () => {
    for (const { pattern, introducedAt = 0, places } of facts) {
      if (pattern === "once") expect(places[0]).toBeGreaterThanOrEqual(introducedAt + 0.299);
      if (pattern === "every") {
        expect(places.map((place) => Math.floor(place * 10))).toEqual([...Array(10).keys()]);
      }
      for (const [index, place] of places.entries()) {
        expect(place - (places[index - 1] ?? -1)).toBeGreaterThan(0.099);
        expect(place).toBeLessThan(1);
      }
    }
  });

  it("gives the same facts for a seed, others for another, and fewer groups the first of them", () => {
    expect(drawPlantedFacts(source)).toEqual(facts);
    expect(drawPlantedFacts({ ...source, seed: 5 })).not.toEqual(facts);
    expect(drawPlantedFacts(source, 3)).toEqual(facts.slice(0, 12));
  });

  it("never draws a form twice, distractors included", () => {
    const forms = facts.flatMap((fact) =>
      fact.kind === "invented"
        ? []
        : [fact.value, ...(fact.later ? [fact.later.value] : []), ...fact.distractors],
    );
    // 30 values, 8 later ones, 60 distractors
    expect(new Set(forms).size).toBe(98);
  });

  it("says which fact has too few values", () => {
    const narrow = source.given.map((given) => ({ ...given, from: 5, to: 6 }));
    expect(() => drawPlantedFacts({ ...source, given: narrow })).toThrow(
      "there are too few different values",
    );
  });
});

describe("plantFacts", () => {
  const yaml = (words: number): string =>
    JSON.stringify({ goal: "x", length: { words }, must: [{ text: "rope" }], planted: source });

  it("turns values into facts and call-backs into mentions", () => {
    const brief = plantFacts(parseBrief(yaml(9000), "b"));
    expect(brief.plantedFacts).toHaveLength(40);
    // 30 values, and 8 of them change
    expect(brief.facts).toHaveLength(38);
    // rope; 150 call-backs; introductions of the 20 called back once and of 2 invented at three places
    expect(brief.must).toHaveLength(1 + 150 + 20 + 2);
    expect(plantFacts(brief)).toBe(brief);
  });

  it("plants as many groups as 60 % of the words have room for, or all if told so", () => {
    // 0.6 · 3,000 = 1,800 words; the own mention takes 20; a group 20 · (2 · 2 + 3 + 10) = 340 or 360:
    // groups 1–5 take 1,720 (one of them with an invented name at three places)
    expect(plantFacts(parseBrief(yaml(3000), "b")).plantedFacts).toHaveLength(20);
    const all = plantFacts(parseBrief(yaml(3000), "b"), { facts: "all" });
    expect(all.plantedFacts).toHaveLength(40);
    expect(plantFacts(parseBrief(yaml(300), "b")).plantedFacts).toHaveLength(0);
  });

  it("leaves a brief without planted facts as it is", () => {
    const brief = parseBrief("goal: x\n", "b");
    expect(plantFacts(brief)).toBe(brief);
  });
});

describe("a brief's planted", () => {
  const faultOf = (changed: object): string => {
    try {
      parseBrief(JSON.stringify({ goal: "x", ...changed }), "b");
      return "none";
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each<readonly [object, string]>([
    [{ planted: { ...source, given: source.given.slice(1) } }, "has 29 facts given; it needs 30"],
    [{ planted: { ...source, given: source.given.slice(1) } }, "changes: true; it needs 8"],
    [{ planted: { ...source, invented: [] } }, "has 0 facts invented; it needs 10"],
    [
      {
        planted: source,
        facts: [{ subject: "Keeper of gate 3", attribute: "Wage", value: 2 }],
      },
      "planted.given.2: facts.0 is about the same",
    ],
    [
      {
        planted: {
          ...source,
          given: [{ subject: "the ice", attribute: "state", is: "choice", of: ["thin"] }],
        },
      },
      "planted.given.0.of: a choice needs 4 values or more",
    ],
    [{ planted: source, avoid: [{ text: "crowns" }] }, 'avoid forbids "crowns"'],
  ])("is refused: %#", (changed, said) => {
    expect(faultOf(changed)).toContain(said);
  });
});

describe("plantedRecall", () => {
  it("counts a form within 5 % of its place, and not beyond", () => {
    // 1,000 words, place 0.5 ± 0.05: (449 + 0.5) / 1,000 = 0.4495 is 0.0505 before it
    expect(recallOf(textWith(1000, { 449: "Pell" }))).toBe(0);
    expect(recallOf(textWith(1000, { 450: "Pell" }))).toBe(1);
    expect(recallOf(textWith(1000, { 549: "PELL" }))).toBe(1);
    expect(recallOf(textWith(1000, { 550: "Pell" }))).toBe(0);
  });

  it("takes whole words only, any accepted form, possessives included", () => {
    expect(recallOf(textWith(1000, { 500: "Pellet" }))).toBe(0);
    expect(recallOf(textWith(1000, { 500: "Pell's" }))).toBe(1);
    expect(recallOf(textWith(1000, { 500: "Jonas Pell" }))).toBe(1);
    expect(recallOf(textWith(1000, { 500: "Ewan Roe" }))).toBe(0);
  });

  it("takes the value that holds at the place, and both within 5 % of the change", () => {
    const later = { at: 0.4, value: "Ada Lind", forms: ["Ada Lind", "Lind"] };
    const changed = { ...clerk, later, places: [0.3, 0.38, 0.5] };
    const text = (name: string): string => textWith(1000, { 300: name, 380: name, 500: name });
    expect(recallOf(text("Pell"), [changed])).toBe(2);
    expect(recallOf(text("Lind"), [changed])).toBe(2);
  });

  it("takes the name that the text invented, and nothing if it never did or too late", () => {
    const named = (at: number): string =>
      textWith(1000, { [at]: "the ferry called «Grey Wren»", 600: "Grey Wren" });
    expect(recallOf(named(40), [ferry])).toBe(1);
    expect(plantedRecall([ferry], placeText(named(40))).invented).toEqual({ p02: "Grey Wren" });
    // 1,005 words in all: word 251 lies within the first quarter of 251.25 words, word 252 does not
    expect(recallOf(named(251), [ferry])).toBe(1);
    expect(recallOf(named(252), [ferry])).toBe(0);
    expect(recallOf(textWith(1000, { 600: "Grey Wren" }), [ferry])).toBe(0);
  });

  it("reads frames without marks and at the beginning of a sentence, but not the word Name", () => {
    const nameIn = (text: string): unknown =>
      plantedRecall([ferry], placeText(`${text} ${"a ".repeat(40)}`)).invented["p02"];
    expect(nameIn("The ferry called Grey Wren’s sister came.")).toBe("Grey Wren");
    expect(nameIn("the ferry called “Osprey” lay")).toBe("Osprey");
    expect(nameIn("the ferry called «Name» lay")).toBeUndefined();
    expect(nameIn("the ferry called for help")).toBeUndefined();
  });

  it("measures places of a text that broke off by the words it should have had", () => {
    // The first half of a document of 1,000 words
    const half = textWith(500, { 450: "Pell" });
    expect(plantedRecall([clerk], placeText(half, 1000)).hit).toBe(1);
    expect(plantedRecall([clerk], placeText(half)).hit).toBe(0);
    expect(plantedRecall([clerk], placeText(""))).toMatchObject({ hit: 0, required: 1 });
  });
});

describe("plantedViolations", () => {
  const rate = (text: string, facts: readonly (GivenFact | InventedFact)[] = [clerk]): string => {
    const { statements, violations } = plantedViolations(facts, placeText(text));
    return `${violations.length}/${statements}`;
  };

  it("counts sentences that name subject and attribute, and the wrong ones among them", () => {
    expect(rate("The clerk is Jonas Pell. The clerk slept.")).toBe("0/1");
    expect(rate("The clerk is Ewan Roe. Ewan Roe slept.")).toBe("1/1");
    expect(rate("The clerk gave no name. The clerk's name was Pell.")).toBe("0/2");
    expect(rate("The clerk, Pell, had met Ewan Roe.")).toBe("0/1");
    expect(rate("Nobody was there.")).toBe("0/0");
  });

  it("takes an outdated value for wrong beyond 5 % of the change", () => {
    const changed = { ...clerk, later: { at: 0.4, value: "Ada Lind", forms: ["Lind"] } };
    // 10 sentences of 4 words: the middle of the fifth is (16 + 2) / 40 = 0.45, of the sixth 0.55
    const said = (place: number): string =>
      Array.from({ length: 10 }, (_, at) =>
        at === place ? "The clerk is Pell." : "It was so still.",
      ).join(" ");
    expect(rate(said(4), [changed])).toBe("0/1");
    expect(rate(said(5), [changed])).toBe("1/1");
    const [violation] = plantedViolations([changed], placeText(said(5))).violations;
    expect(violation).toEqual({
      fact: "p01",
      sentence: "The clerk is Pell.",
      found: "Pell",
      expected: "Lind",
      at: 0.55,
    });
  });

  it("takes a second name in the frame for a contradiction", () => {
    const rest = "It was still. ".repeat(20);
    const text = `They saw the ferry called «Grey Wren». ${rest}The ferry Grey Wren came. Here lay the ferry called «Osprey».`;
    expect(rate(text, [ferry])).toBe("1/3");
  });
});
