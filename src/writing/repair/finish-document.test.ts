import { describe, expect, it } from "vitest";
import { createFaultyWriter, type Planted } from "../../../tests/faulty-writer-model.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";

const clock = createVirtualClock(0);

async function written(yaml: string, planted: readonly Planted[], costUsd?: () => number) {
  const run = emptyMemoryRun();
  const writer = await openWriter({
    brief: parseBrief(`goal: Tell of a harbour.\nkind: story\nmodel: fake\n${yaml}`, "brief.yaml"),
    store: openMemoryRunStore(run),
    clock,
    writerModel: createFaultyWriter(planted),
    ...(costUsd === undefined ? {} : { costUsd }),
  });
  const outcome = await writeDocument(writer);
  const leaves = writer.journal.state.tree.leaves();
  const texts = leaves.map(({ id }) => writer.texts.get(id) ?? "");
  const repairs = run.lines.filter(({ type }) => type === "repair").map(({ body }) => body);
  return { outcome, texts, text: texts.join("\n\n"), repairs, writer };
}

const FIRST = /Write the first part/;
const AGE = "facts: [{ subject: Marit, attribute: age, value: 58 }]\n";

describe("finishDocument", () => {
  it("sets a wrong value right by code, without a call, as the next version of the leaf", async () => {
    const wrong = [{ where: FIRST, sentence: "Marit was 31 years old." }];
    const { outcome, text, repairs, writer } = await written(
      `${AGE}length: { words: 400 }\n`,
      wrong,
    );
    expect(text).toContain("Marit was 58 years old.");
    expect(outcome.issues).toEqual([]);
    expect(repairs).toMatchObject([
      { by: "code", kept: true, before: { severity: 5 }, after: { severity: 0 } },
    ]);
    const [first] = writer.journal.state.tree.leaves();
    expect(writer.journal.state.accepted.get(first?.id ?? "")?.version).toBe(2);
  });

  it("puts the name that is meant in place of one that is nearly it", async () => {
    const wrong = [{ where: FIRST, sentence: "In the evening Marrit Sundd looked at the sea." }];
    const yaml =
      "facts: [{ subject: Marit Sund, attribute: home, value: Bergen }]\nlength: { words: 400 }\n";
    const { text, outcome } = await written(yaml, wrong);
    expect(text).toContain("In the evening Marit Sund looked at the sea.");
    expect(outcome.issues).toEqual([]);
  });

  it("leaves everything as it is where repair is switched off", async () => {
    const wrong = [{ where: FIRST, sentence: "Marit was 31 years old." }];
    const { outcome, text, repairs } = await written(
      `${AGE}repair: false\nlength: { words: 400 }\n`,
      wrong,
    );
    expect(text).toContain("Marit was 31 years old.");
    expect(outcome.issues).toMatchObject([{ type: "age", severity: 5 }]);
    expect(repairs).toEqual([]);
  });

  it("asks the model for a sentence with what is missing, twice at most", async () => {
    const yaml = "must: [{ text: brass lamp, where: 0.1 }]\nlength: { words: 400 }\n";
    const answer = { where: /has a fault/, sentence: "" };
    const helped = await written(yaml, [{ ...answer, sentence: "There the brass lamp hung." }]);
    expect(helped.outcome.must).toMatchObject({ hit: 1, required: 1 });
    expect(helped.repairs).toMatchObject([{ by: "model", piece: "sentence", kept: true }]);
    const left = await written(yaml, []);
    expect(left.repairs).toMatchObject([{ kept: false }, { kept: false, last: true }]);
    expect(left.outcome.issues).toMatchObject([{ type: "must", severity: 3 }]);
  });

  it("takes away what closes the text before its end", async () => {
    const early = [
      { where: FIRST, sentence: "In conclusion, the harbour slept and nobody came by." },
    ];
    const { text, outcome } = await written("length: { words: 400 }\n", early);
    expect(text).toContain("The harbour slept and nobody came by.");
    expect(outcome.issues).toEqual([]);
  });

  // The later part has to hold its value word for word, so that only the earlier one can give way.
  const LATER =
    "facts: [{ subject: Signe, attribute: home, value: Bergen }]\nmust: [{ text: Signe was 41 years old, where: 0.95 }]\nlength: { words: 400 }\n";
  const BOTH = [
    { where: FIRST, sentence: "Signe was 30 years old." },
    { where: /Write the last part/, sentence: "Signe was 41 years old." },
  ];

  it("changes earlier text where later text contradicts it and cannot change itself", async () => {
    const { text, outcome, repairs } = await written(LATER, BOTH);
    expect(text.match(/Signe was 41 years old\./g)).toHaveLength(2);
    expect(text).not.toContain("Signe was 30 years old.");
    expect(repairs.at(-1)).toMatchObject({ backward: true, by: "code", kept: true });
    expect(outcome.issues).toEqual([]);
  });

  it("lists the conflict where it may change nothing by itself", async () => {
    const { text, outcome, repairs } = await written(`autoEditLimit: 0\n${LATER}`, BOTH);
    expect(text).toContain("Signe was 30 years old.");
    expect(repairs.filter(({ backward }) => backward === true)).toEqual([]);
    expect(outcome.issues).toMatchObject([{ type: "age", severity: 4 }]);
  });

  it("never changes the author's own text for others", async () => {
    const { text } = await written(
      'facts: [{ subject: Signe, attribute: home, value: Bergen }]\nopening: "Signe was 30 years old."\nmust: [{ text: Signe was 41 years old, where: 0.95 }]\nlength: { words: 400 }\n',
      BOTH.slice(1),
    );
    expect(text.startsWith("Signe was 30 years old.")).toBe(true);
  });

  it("lists where the author's own text contradicts the brief, and leaves it", async () => {
    const { text, outcome } = await written(
      'facts: [{ subject: Signe, attribute: age, value: 41 }]\nopening: "Signe was 30 years old."\nlength: { words: 400 }\n',
      [],
    );
    expect(text.startsWith("Signe was 30 years old.")).toBe(true);
    expect(outcome.issues).toMatchObject([{ type: "age", severity: 5 }]);
  });

  it("begins no repair once 97 % of the budget are spent", async () => {
    const yaml = `${AGE}budget: { money: 1 }\nlength: { words: 400 }\n`;
    const wrong = [{ where: FIRST, sentence: "Marit was 31 years old." }];
    const kept = async (spentUsd: number): Promise<number> =>
      (await written(yaml, wrong, () => spentUsd)).repairs.length;
    expect(await kept(0.96)).toBe(1);
    expect(await kept(0.97)).toBe(0);
  });

  it("drafts one candidate of each leaf once 90 % of the budget are spent, and none at 100 %", async () => {
    const yaml = "budget: { money: 1 }\nlength: { words: 400 }\n";
    const calls = async (spentUsd: number): Promise<number> =>
      (await written(yaml, [], () => spentUsd)).writer.journal.state.calls;
    const [all, saving, none] = [await calls(0.89), await calls(0.9), await calls(1)];
    expect(all).toBeGreaterThan(2 * saving);
    // The plan alone.
    expect(none).toBe(1);
  });
});
