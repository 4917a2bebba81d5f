import { describe, expect, it } from "vitest";
import { bibleOf } from "../bible/bible.ts";
import { openFactBook } from "../bible/fact-book.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { checksOf } from "./check-switches.ts";
import { quotationIssues } from "./quotation-issues.ts";
import { reviewText } from "./review-text.ts";
import { summaryIssues, summaryLikeness } from "./summary-issues.ts";
import { topicIssues } from "./topic-issues.ts";

function briefOf(yaml: string) {
  return parseBrief(`goal: Tell of a harbour.\n${yaml}`, "brief.yaml");
}

function reviewed(
  yaml: string,
  text: string,
  place: { span?: [number, number]; time?: string } = {},
) {
  const bible = bibleOf(briefOf(yaml), openFactBook());
  const { span = [0, 0.1], time } = place;
  return reviewText(text, { node: "leaf", span, storyTime: time, bible }).issues;
}

const WILL = `facts:
  - subject: the will
    attribute: hiding place
    value: inside the kitchen clock
    knownBy: [{ who: Signe, from: 0.6 }, { who: Aunt Berta, from: 1 }]
`;

describe("knowledge", () => {
  it.each([
    ["Signe knew that the will was inside the kitchen clock.", true],
    ["“The will is inside the kitchen clock,” said Signe.", true],
    ["Signe told her brother that the will lay inside the kitchen clock.", true],
    ["Aunt Berta remembered the will inside the kitchen clock.", true],
    ["Signe did not know that the will was inside the kitchen clock.", false],
    ["Marit knew that the will was inside the kitchen clock.", false],
    ["Signe knew that the will had never been found.", false],
    ["The will was inside the kitchen clock all the time.", false],
    ["Signe wondered whether the will was inside the kitchen clock.", false],
    ["If Signe knew that the will was inside the kitchen clock, she would laugh.", false],
    ["Did Signe know that the will was inside the kitchen clock?", false],
  ])("is checked in: %s → %s", (sentence, isEarly) => {
    const issues = reviewed(WILL, sentence).filter(({ type }) => type === "knowledge");
    expect(issues.map(({ severity, fact }) => ({ severity, fact }))).toEqual(
      isEarly ? [{ severity: 5, fact: "the will/hiding place" }] : [],
    );
  });

  it("follows a pronoun to the person", () => {
    const text = "Signe came in. She knew that the will was inside the kitchen clock.";
    expect(reviewed(WILL, text)).toMatchObject([{ type: "knowledge" }]);
  });

  it("begins at the place that the brief names, and never for a place of 1", () => {
    const text = "Signe and Aunt Berta sat down. Signe knew the will was inside the kitchen clock.";
    expect(reviewed(WILL, text, { span: [0.5, 0.6] })).toHaveLength(1);
    expect(reviewed(WILL, text, { span: [0.6, 0.7] })).toEqual([]);
    const berta = "Aunt Berta knew the will was inside the kitchen clock.";
    expect(reviewed(WILL, berta, { span: [0.9, 1] })).toHaveLength(1);
  });

  it("can be switched off", () => {
    const text = "Signe knew that the will was inside the kitchen clock.";
    expect(reviewed(`${WILL}checks: { knowledge: false }\n`, text)).toEqual([]);
  });

  it("is told by numbers and dates as well as by words", () => {
    const yaml =
      "facts: [{ subject: the sale, attribute: date, value: 9 March, knownBy: [{ who: Signe, from: 0.5 }] }]\n";
    const text = "Signe knew that the sale was fixed for the ninth of March.";
    expect(reviewed(yaml, text)).toMatchObject([{ type: "knowledge" }]);
  });
});

describe("facts whose value is a text", () => {
  const COAT = "facts: [{ subject: Marit, attribute: coat, value: dark green }]\n";
  it.each([
    ["Marit's coat was red that year.", true],
    ["Marit took her black coat from the nail.", true],
    ["Marit's coat was dark green.", false],
    ["Marit's coat was not red.", false],
    ["Marit looked at the red boat.", false],
    ["Henrik's coat was red.", false],
  ])("are compared with words of the same kind: %s → %s", (sentence, isWrong) => {
    const found = reviewed(COAT, sentence).filter(({ type }) => type === "fact");
    expect(found.map(({ severity }) => severity)).toEqual(isWrong ? [5] : []);
  });

  it("are compared with the value that holds at another place", () => {
    const yaml = `facts:
  - { subject: Marit, attribute: job, value: ferry pilot, to: 0.5 }
  - { subject: Marit, attribute: job, value: lighthouse keeper, from: 0.5 }
`;
    const early = "Her job was no secret. Marit's job was that of a lighthouse keeper.";
    expect(reviewed(yaml, early)).toMatchObject([
      { type: "fact", quotes: [{ text: "lighthouse keeper" }] },
    ]);
    expect(reviewed(yaml, early, { span: [0.6, 0.7] })).toEqual([]);
  });
});

describe("facts with a time of their own", () => {
  const ENGINE = `facts:
  - { subject: the Osprey, attribute: state, value: open, during: [1950, 1961-06] }
  - { subject: Marit, attribute: age, value: 12, during: [1950, 1951] }
  - { subject: Marit, attribute: age, value: 31, during: [1969, 1970] }
`;
  it("are taken by when a part plays, not by where it stands", () => {
    const text = "Marit was twelve years old.";
    expect(reviewed(ENGINE, text, { span: [0.8, 0.9], time: "1950-05" })).toEqual([]);
    expect(reviewed(ENGINE, text, { span: [0, 0.1], time: "1969-05" })).toMatchObject([
      { type: "age", severity: 5 },
    ]);
  });
});

describe("topicIssues", () => {
  const brief = briefOf(
    "avoid: [{ text: party politics, how: topic }, { text: war, how: topic }]\n",
  );
  it.each([
    ["Nobody spoke of the politics of the party.", ["party politics"]],
    ["The party had split. Its politics were gone.", ["party politics"]],
    ["The birthday party was loud.", []],
    ["There was a war in those years.", ["war"]],
    ["He was wary of warm rooms.", []],
  ])("finds topics in: %s", (text, topics) => {
    const issues = topicIssues(text, brief, "leaf");
    expect(issues.map(({ message, severity }) => ({ message, severity }))).toEqual(
      topics.map((topic) => ({
        message: `The topic “${topic}” comes up, which the brief wants to be avoided.`,
        severity: 2,
      })),
    );
  });

  it("quotes the sentence, with its place", () => {
    const text = "First this. There was a war in those years.";
    const [issue] = topicIssues(text, brief, "leaf");
    const { start = 0, end = 0 } = issue?.quotes?.[0] ?? {};
    expect(text.slice(start, end)).toBe("There was a war in those years.");
  });
});

describe("quotationIssues", () => {
  const brief = briefOf(
    "kind: report\nsources: [{ title: Minutes, text: 'The chair said that the dam must never be raised again, whatever it cost.' }]\n",
  );
  it.each([
    ["The chair held that “the dam must never be raised again”.", 0],
    ['He wrote that "The dam must, never be raised again".', 0],
    ["“The chair said … whatever it cost” was all.", 0],
    ["“The chair [of the board] said that the dam must never be raised”", 0],
    ["“the chair said that the dam [sic] must never be raised”", 0],
    ["The chair said “the dam must always be raised again”.", 1],
    ["They called it “the good old dam”.", 0],
    ["«never be raised again whatever it takes»", 1],
  ])("looks quotations up: %s → %s", (text, count) => {
    expect(quotationIssues(text, brief, "leaf")).toHaveLength(count);
  });

  it("belongs to reports and essays, and to no story", () => {
    expect(checksOf(brief, "tiny").quotations).toBe(true);
    expect(checksOf(briefOf("kind: story\n"), "tiny").quotations).toBe(false);
  });
});

describe("summaryIssues", () => {
  const brief = "Marit opens the letter on the quay and learns that the bridge opens early.";
  it("takes the words that both share, of the shorter one's", () => {
    // marit, letter, learn, bridge, open against marit, read, letter, learn, bridg, open, earli
    const summary = "Marit reads the letter and learns that the bridge opens early.";
    expect(summaryLikeness(brief, summary)).toBeGreaterThan(0.7);
    expect(summaryIssues({ brief }, summary)).toEqual([]);
  });

  it("tells a part that is about something else", () => {
    const summary = "The baker counts his loaves and quarrels with the miller about flour.";
    expect(summaryIssues({ brief }, summary)).toMatchObject([{ type: "brief", severity: 2 }]);
  });

  it("says nothing where there is too little to compare, or no summary", () => {
    expect(summaryLikeness("The end.", "The baker counts his loaves and leaves.")).toBeUndefined();
    expect(summaryIssues({ brief }, undefined)).toEqual([]);
  });
});

describe("checksOf", () => {
  it("asks no tiny model, whatever the brief says", () => {
    const brief = briefOf("checks: { model: true }\n");
    expect(checksOf(brief, "tiny")).toMatchObject({ model: false, summaries: false });
    expect(checksOf(brief, "small")).toMatchObject({ model: true, summaries: true });
    expect(checksOf(briefOf("checks: { model: false }\n"), "hosted").model).toBe(false);
  });
});
