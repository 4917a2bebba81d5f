import { describe, expect, it } from "vitest";
import { createMockWriter } from "../../../tests/mock-writer-model.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel, type ModelRequest } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { manuscriptOf } from "../export/manuscript.ts";
import { manuscriptMarkdown } from "../export/markdown.ts";
import { emptyMemoryRun, type MemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter, type Writer } from "../run/writer.ts";
import { type WritingOutcome, writeDocument } from "../write-document.ts";

const clock = createVirtualClock(0);
const STRATEGIES = ["chapters", "rolling", "outline"] as const;

interface Written {
  readonly writer: Writer;
  readonly outcome: WritingOutcome;
}

async function written(yaml: string, model: LanguageModel, run?: MemoryRun): Promise<Written> {
  const brief = parseBrief(yaml, "brief.yaml");
  const store = openMemoryRunStore(run);
  const writer = await openWriter({ brief, store, clock, writerModel: model });
  return { writer, outcome: await writeDocument(writer) };
}

/** A model that keeps the requests it got, and can give up after some of them. */
function watched(model: LanguageModel, diesAfter: number = Number.POSITIVE_INFINITY) {
  const requests: ModelRequest[] = [];
  const watching: LanguageModel = {
    ...model,
    generate: async (request, options) => {
      if (requests.length >= diesAfter) throw new Error("killed");
      requests.push(request);
      return model.generate(request, options);
    },
  };
  return { requests, model: watching };
}

/** A model that writes about as much as it is asked for, with some room for prompts. */
function obedient(contextTokens = 32_768): LanguageModel {
  const model = createMockWriter({ bias: 1, sd: 0.2 });
  return { ...model, description: { ...model.description, contextTokens } };
}

const fake = (): LanguageModel => createFakeModel({ clock });
const textOf = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => content).join("\n\n");
const wordsOf = (request: ModelRequest): number => textOf(request).split(/\s+/).length;

/** Requests for the text of a step, by what the last paragraph asks. */
const drafts = (requests: readonly ModelRequest[]): string[] =>
  requests.map(textOf).filter((text) => /about \d+ words in/.test(text.split("\n\n").at(-1) ?? ""));

const BRIEF =
  "goal: Tell how a keeper and her daughter save a ferry in a storm, and what the harbour owes them.\nkind: story\ntitle: The lamp\nmust: [{ id: lamp, text: brass lamp }, { id: ferry, text: ferry, when: range }]\nfacts: [{ subject: Ann, attribute: age, value: 40 }, { subject: Ann, attribute: post, value: clerk, to: 0.5 }]\nmodel: fake\n";

const SMALL = `${BRIEF}models: { size: small }\n`;

describe.each(STRATEGIES)("writeDocument with the strategy %s", (strategy) => {
  const brief = (rest: string, base = BRIEF): string => `${base}strategy: ${strategy}\n${rest}`;

  it.each([BRIEF, SMALL])("writes a document in length as a flat tree", async (base) => {
    const { writer, outcome } = await written(brief("length: { words: 3000 }\n", base), obedient());
    expect(outcome).toMatchObject({ status: "complete", targetWords: 3000 });
    expect(Math.abs(outcome.words / 3000 - 1)).toBeLessThanOrEqual(0.05);
    const { tree } = writer.journal.state;
    expect(tree.leaves()).toHaveLength(tree.count - 1);
    expect(tree.leaves()).toHaveLength(base === SMALL ? 7 : 27);
    expect(tree.leaves().reduce((sum, leaf) => sum + leaf.targetWords, 0)).toBe(3000);
  });

  it.each([BRIEF, SMALL])(
    "tells only the last step to end the document, and every other one not to",
    async (base) => {
      const { requests, model } = watched(fake());
      const { writer } = await written(
        brief("candidates: 1\nlength: { words: 2500 }\n", base),
        model,
      );
      const leaves = writer.journal.state.tree.leaves().length;
      const asks = drafts(requests).map((text) => text.split("\n\n").at(-1) ?? "");
      const ending = asks.filter((ask) => /bring the story to its end/.test(ask));
      const going = asks.filter((ask) => /more \w+ follow it, so do not end the story/i.test(ask));
      expect(new Set(ending).size).toBe(1);
      expect(asks.indexOf(ending[0] ?? "")).toBe(asks.length - ending.length);
      expect(new Set(going).size).toBe(leaves - 1);
      expect(going.length + ending.length).toBe(asks.length);
      expect(going.filter((ask) => ending.includes(ask))).toEqual([]);
    },
  );

  it.each([BRIEF, SMALL])(
    "goes on after any call without repeating one, and ends with the same journal",
    async (base) => {
      const yaml = brief("candidates: 2\nlength: { words: 1000 }\n", base);
      const whole = emptyMemoryRun();
      const once = watched(fake());
      const { writer } = await written(yaml, once.model, whole);
      const text = manuscriptMarkdown(manuscriptOf(writer));
      for (let kill = 1; kill < once.requests.length; kill += 5) {
        const run = emptyMemoryRun();
        const first = watched(fake(), kill);
        await expect(written(yaml, first.model, run)).rejects.toThrow("killed");
        const second = watched(fake());
        const resumed = await written(yaml, second.model, run);
        expect(manuscriptMarkdown(manuscriptOf(resumed.writer))).toBe(text);
        expect(first.requests.length + second.requests.length).toBe(once.requests.length);
        expect(run.lines.map(({ previousHash }) => previousHash)).toEqual(
          whole.lines.map(({ previousHash }) => previousHash),
        );
      }
    },
    60_000,
  );

  it("goes on after any line of the journal without a call", async () => {
    const yaml = brief("candidates: 2\nlength: { words: 1400 }\n", SMALL);
    const whole = emptyMemoryRun();
    const { writer } = await written(yaml, fake(), whole);
    const text = manuscriptMarkdown(manuscriptOf(writer));
    for (let cut = 0; cut <= whole.lines.length; cut += 2) {
      const run = { ...whole, lines: whole.lines.slice(0, cut) };
      const second = watched(fake());
      const resumed = await written(yaml, second.model, run);
      expect(second.requests).toHaveLength(0);
      expect(manuscriptMarkdown(manuscriptOf(resumed.writer))).toBe(text);
      expect(run.lines).toHaveLength(whole.lines.length);
    }
  }, 60_000);

  it("tells every step all facts of the brief, and where they hold", async () => {
    const { requests, model } = watched(fake());
    await written(brief("candidates: 1\nlength: { words: 2500 }\n"), model);
    for (const text of drafts(requests)) {
      expect(text).toContain("- Ann, age: 40\n- Ann, post: clerk (up to 50 % of the text)");
    }
  });

  it("begins with the opening, and follows the author's own headings", async () => {
    const yaml = `goal: x y z\nmodel: fake\nstrategy: ${strategy}\nopening: It was the last lamp on the coast.\nlength: { words: 800 }\noutline: [{ heading: One }, { heading: Two, text: These words are mine. }, { heading: Three, weight: 2 }]\n`;
    const { requests, model } = watched(fake());
    const { writer } = await written(yaml, model);
    const leaves = writer.journal.state.tree.leaves();
    expect(writer.texts.get(leaves[0]?.id ?? "")).toBe("It was the last lamp on the coast.");
    expect(manuscriptMarkdown(manuscriptOf(writer))).toContain("## Two\n\nThese words are mine.");
    expect(requests.map(textOf).join()).not.toContain("Write the chapter list");
  });

  it("stops at its budget with everything written so far", async () => {
    const { outcome } = await written(
      brief("budget: { completionTokens: 2500 }\nlength: { words: 3000 }\n"),
      fake(),
    );
    expect(outcome.status).toBe("partial");
    expect(outcome.words).toBeGreaterThan(100);
  });

  it("gives its calls keys of their own", async () => {
    const [own, tree] = [emptyMemoryRun(), emptyMemoryRun()];
    await written(brief("length: { words: 400 }\n"), fake(), own);
    await written(`${BRIEF}length: { words: 400 }\n`, fake(), tree);
    expect([...own.calls.keys()].filter((key) => tree.calls.has(key))).toEqual([]);
  });
});

describe("prompts of the baselines", () => {
  it.each(["chapters", "rolling"] as const)(
    "do not grow with the document: %s",
    async (strategy) => {
      const longest: number[] = [];
      for (const words of [9000, 40_000]) {
        const { requests, model } = watched(obedient());
        await written(
          `${SMALL}strategy: ${strategy}\ncandidates: 1\nlength: { words: ${words} }\n`,
          model,
        );
        longest.push(Math.max(...requests.filter((r) => drafts([r]).length > 0).map(wordsOf)));
      }
      const [short = 0, long = 0] = longest;
      // At most 5,350 tokens, at 1.35 tokens a word.
      expect(long).toBeLessThanOrEqual(5350 / 1.35 + 20);
      expect(long / short).toBeLessThan(1.1);
    },
    60_000,
  );

  it("show a rolling step the summary, the newest text and what the step before decided", async () => {
    const { requests, model } = watched(fake());
    const { writer } = await written(
      `${SMALL}strategy: rolling\ncandidates: 1\nlength: { words: 3000 }\n`,
      model,
    );
    const leaves = writer.journal.state.tree.leaves();
    const before = writer.journal.state.accepted.get(leaves[3]?.id ?? "");
    const text = drafts(requests).find((each) => each.includes("This is part 5 of 7"));
    expect(before?.instruction).toBeTruthy();
    expect(text).toContain(`In this part: ${before?.instruction}`);
    expect(text).toContain(`What has been told so far, in short:\n${before?.summary}`);
    expect(text).toContain(
      writer.texts
        .get(leaves[3]?.id ?? "")
        ?.split("\n\n")
        .at(-1),
    );
    const instructions = requests.map(textOf).filter((each) => each.includes("You decide how a"));
    expect(instructions).toHaveLength(leaves.length - 1);
    expect(instructions.filter((each) => each.includes("is the last one. Say"))).toHaveLength(1);
    expect(instructions.at(-1)).toContain("Part 7 is the last one. Say");
    for (const each of instructions.slice(0, -1))
      expect(each).toContain("it must not end the story");
  });

  it.each(STRATEGIES)("are told when they play, and when facts hold: %s", async (strategy) => {
    const { requests, model } = watched(obedient());
    const yaml = `${SMALL.replace("facts: [", "facts: [{ subject: Ann, attribute: home, value: Oslo, during: [1961, 1963] }, ")}strategy: ${strategy}\ncandidates: 1\nlength: { words: 900 }\noutline: [{ heading: Youth, time: 1961, children: [{ heading: Arrival }, { heading: Storm, time: 1962-03 }] }, { heading: Later }]\n`;
    const { writer } = await written(yaml, model);
    const leaves = writer.journal.state.tree.leaves();
    expect(leaves.map(({ heading, storyTime }) => [heading, storyTime])).toEqual([
      ["Arrival", "1961"],
      ["Storm", "1962-03"],
      ["Later", undefined],
    ]);
    const [first = "", second = "", third = ""] = drafts(requests);
    expect(first.split("\n\n").at(-1)).toContain("(It plays in 1961.)");
    expect(second.split("\n\n").at(-1)).toContain("(It plays in 1962-03.)");
    expect(third.split("\n\n").at(-1)).not.toContain("It plays in");
    expect(first).toContain("Ann, home: Oslo (1961–1963)");
  });

  it("show an outline's step the whole plan and all text; what is dropped for room is recorded", async () => {
    const run = async (contextTokens: number) => {
      const { requests, model } = watched(obedient(contextTokens));
      const { writer } = await written(
        `${SMALL}strategy: outline\ncandidates: 1\nlength: { words: 3000 }\n`,
        model,
      );
      const leaves = writer.journal.state.tree.leaves();
      const dropped = leaves.map(
        ({ id }) => writer.journal.state.accepted.get(id)?.droppedWords ?? 0,
      );
      return { writer, leaves, dropped, last: drafts(requests).at(-1) ?? "" };
    };
    const wide = await run(32_768);
    expect(wide.dropped).toEqual([0, 0, 0, 0, 0, 0, 0]);
    for (const { id, brief } of wide.leaves.slice(0, -1)) {
      expect(wide.last).toContain(wide.writer.texts.get(id));
      expect(wide.last).toContain(brief);
    }
    const narrow = await run(3000);
    expect(narrow.dropped[1]).toBe(0);
    expect(narrow.dropped.at(-1)).toBeGreaterThan(300);
    expect(narrow.last).toContain("its beginning is left out");
    expect(narrow.last).toContain(narrow.leaves[0]?.brief);
  });

  it("ask for a long list piece by piece, and number it through", async () => {
    const { requests, model } = watched(fake());
    await written(`${SMALL}strategy: outline\ncandidates: 1\nlength: { words: 14000 }\n`, model);
    const plans = requests.map(textOf).filter((text) => text.includes("You plan a story"));
    expect(plans.some((text) => text.includes("Write only the lines 1 to 24 of 31"))).toBe(true);
    expect(plans.some((text) => text.includes("Write only the lines 25 to 31 of 31"))).toBe(true);
  });
});
