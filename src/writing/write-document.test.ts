import { describe, expect, it } from "vitest";
import { createMockWriter } from "../../tests/mock-writer-model.ts";
import { createVirtualClock } from "../../tests/virtual-clock.ts";
import { randomStream } from "../foundation/index.ts";
import { createFakeModel, type LanguageModel, type ModelRequest } from "../models/index.ts";
import { parseBrief } from "./brief/read-brief.ts";
import { manuscriptOf } from "./export/manuscript.ts";
import { manuscriptMarkdown } from "./export/markdown.ts";
import { emptyMemoryRun, type MemoryRun, openMemoryRunStore } from "./run/memory-run-store.ts";
import { openWriter, type Writer } from "./run/writer.ts";
import { type WritingOutcome, writeDocument } from "./write-document.ts";

const clock = createVirtualClock(0);

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

const longest = (requests: readonly ModelRequest[]): number =>
  Math.max(
    ...requests.map(({ messages }) =>
      messages.reduce((sum, { content }) => sum + content.split(/\s+/).length, 0),
    ),
  );

const BRIEF =
  "goal: Tell how a keeper and her daughter save a ferry in a storm, and what the harbour owes them.\nkind: story\ntitle: The lamp\nmust: [{ id: lamp, text: brass lamp }, { id: ferry, text: ferry, when: range }]\nmodel: fake\n";

/** Mentions that the fake model hardly ever makes, and facts that it gets wrong: there is much to mend. */
const FAULTY = BRIEF.replace(
  "must: [",
  "facts: [{ subject: keeper, attribute: age, value: 58 }]\nmust: [{ text: the drowned bell }, { text: a letter from Oslo }, { text: grey wool of chapter 99 }, ",
);

describe("writeDocument", () => {
  it("comes to its length with a model that stops after a paragraph", async () => {
    const { outcome } = await written(
      "goal: Tell of a winter on the sound.\nkind: story\nmodel: fake\nmodels: { size: small }\nlength: { words: 4500 }\n",
      createFakeModel({ clock }),
    );
    expect(outcome.leaves).toBe(10);
    expect(Math.abs(outcome.words - 4500)).toBeLessThanOrEqual(225);
    expect(outcome.leavesWithin15).toBeGreaterThanOrEqual(9);
    expect(outcome.issues.filter(({ message }) => message.startsWith("The document"))).toEqual([]);
  });

  it("says so where the model cannot fill the document", async () => {
    const mute: LanguageModel = {
      ...createFakeModel({ clock }),
      generate: async () => ({
        text: "She crossed the sound again that evening, and nobody on the pier said a word.",
        finishReason: "stop",
        promptTokens: 100,
        outputTokens: 18,
      }),
    };
    const { outcome } = await written(
      "goal: Tell of a winter on the sound.\nkind: story\nmodel: fake\nlength: { words: 300 }\n",
      mute,
    );
    expect(outcome.status).toBe("complete");
    expect(outcome.issues[0]).toMatchObject({
      type: "length",
      severity: 3,
      message: `The document has ${outcome.words} words instead of 300.`,
    });
  });

  it("writes a planned document with the fake model, in length", async () => {
    const { writer, outcome } = await written(
      `${BRIEF}length: { words: 2000 }\n`,
      createFakeModel({ clock }),
    );
    expect(outcome).toMatchObject({ status: "complete", targetWords: 2000, leaves: 18 });
    expect(Math.abs(outcome.words / 2000 - 1)).toBeLessThanOrEqual(0.05);
    expect(outcome.must.required).toBe(4);
    const markdown = manuscriptMarkdown(manuscriptOf(writer));
    expect(markdown.startsWith("# The lamp\n\n## ")).toBe(true);
  });

  it.each([
    ["bfs", 8],
    ["anchors", 8],
    ["repair", 4],
  ])(
    "gives the same bytes and the same journal chain for one call at a time and for eight in order %s",
    async (order, least) => {
      const peaks: number[] = [];
      const slow = (most: number): LanguageModel => {
        const model = createFakeModel({ clock });
        let running = 0;
        let peak = 0;
        const waiting: (() => void)[] = [];
        const enter = async (): Promise<void> => {
          if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
          else running += 1;
          peak = Math.max(peak, running);
        };
        const leave = (): void => {
          const next = waiting.shift();
          if (next === undefined) running -= 1;
          else next();
        };
        return {
          ...model,
          generate: async (request, options) => {
            await enter();
            // Calls end in another order than they began.
            const turns = (request.sampling.seed ?? 0) % 7;
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            const reply = await model.generate(request, options);
            leave();
            return reply;
          },
          close: async () => {
            peaks.push(peak);
          },
        };
      };
      const yaml = `${FAULTY}order: ${order}\ncandidates: 4\nlength: { words: 1500 }\n`;
      const made = await Promise.all(
        [1, 8].map(async (most) => {
          const run = emptyMemoryRun();
          const model = slow(most);
          const { writer } = await written(yaml, model, run);
          await model.close();
          const chain = run.lines.map(({ previousHash, type }) => [type, previousHash]);
          return { chain, text: manuscriptMarkdown(manuscriptOf(writer)) };
        }),
      );
      expect(peaks.sort((a, b) => a - b)).toEqual([1, least]);
      expect(made[0]).toEqual(made[1]);
      expect(made[0]?.chain.some(([type]) => type === "repair")).toBe(true);
    },
    120_000,
  );

  it.each(["ltr", "bfs", "anchors"])(
    "goes on after any call of a run in order %s without repeating one, repairs included",
    async (order) => {
      const yaml = `${FAULTY}order: ${order}\ncandidates: 2\nlength: { words: 900 }\n`;
      const whole = emptyMemoryRun();
      const once = watched(createFakeModel({ clock }));
      const { writer } = await written(yaml, once.model, whole);
      const text = manuscriptMarkdown(manuscriptOf(writer));
      for (let kill = 1; kill < once.requests.length; kill += 3) {
        const run = emptyMemoryRun();
        const first = watched(createFakeModel({ clock }), kill);
        await expect(written(yaml, first.model, run)).rejects.toThrow("killed");
        const second = watched(createFakeModel({ clock }));
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

  it("goes on after any line of the journal", async () => {
    const yaml = `${FAULTY}order: anchors\ncandidates: 2\nlength: { words: 900 }\n`;
    const whole = emptyMemoryRun();
    const { writer } = await written(yaml, createFakeModel({ clock }), whole);
    expect(whole.lines.filter(({ type }) => type === "repair").length).toBeGreaterThan(1);
    const text = manuscriptMarkdown(manuscriptOf(writer));
    for (let cut = 0; cut <= whole.lines.length; cut += 2) {
      const run = { ...whole, lines: whole.lines.slice(0, cut) };
      const second = watched(createFakeModel({ clock }));
      const resumed = await written(yaml, second.model, run);
      expect(second.requests).toHaveLength(0);
      expect(manuscriptMarkdown(manuscriptOf(resumed.writer))).toBe(text);
      expect(run.lines).toHaveLength(whole.lines.length);
    }
  }, 60_000);

  it.each(["ltr", "bfs", "anchors"])(
    "tells the last leaf to end the document, and no other one, in order %s",
    async (order) => {
      const { requests, model } = watched(createFakeModel({ clock }));
      const yaml = `${FAULTY}candidates: 1\norder: ${order}\nlength: { words: 1500 }\n`;
      const { writer } = await written(yaml, model);
      const leaves = writer.journal.state.tree.leaves();
      const told = requests.map(({ messages }) =>
        messages.map(({ content }) => content).join("\n"),
      );
      const drafts = told.filter((text) => /Write (?:the|a) [^.]*part[^.]*, about/.test(text));
      const closing = told.filter((text) => /to its end|conclu|final|the last part/i.test(text));
      const opening = told.filter((text) =>
        /the first part|More parts follow it, so begin/.test(text),
      );
      expect(drafts.length).toBeGreaterThanOrEqual(leaves.length);
      // New tries of the same leaf are asked in the same words.
      expect([...new Set(closing)]).toHaveLength(1);
      expect(closing[0]).toContain(`its end: ${leaves.at(-1)?.brief}`);
      expect([...new Set(opening)]).toHaveLength(1);
      expect(opening[0]).toContain(`leave things open: ${leaves[0]?.brief}`);
      const inner = drafts.filter((text) => !closing.includes(text) && !opening.includes(text));
      for (const text of inner) {
        expect(text).toMatch(/more parts follow it|Parts come before it and after it/);
      }
    },
  );

  it.each([
    ["ltr", 60_000],
    ["anchors", 200_000],
  ])(
    "in order %s, keeps the longest prompt of %i words within a hundredth of that of 20,000",
    async (order, most) => {
      const lengths = await Promise.all(
        [20_000, most].map(async (words) => {
          const { requests, model } = watched(createFakeModel({ clock }));
          const yaml = `${FAULTY}candidates: 1\norder: ${order}\nlength: { words: ${words} }\n`;
          await written(yaml, model);
          return longest(requests);
        }),
      );
      const [short = 0, long = 0] = lengths;
      expect(long / short).toBeGreaterThan(0.9);
      expect(long / short).toBeLessThanOrEqual(1.01);
    },
    240_000,
  );

  it("marks a leaf that cannot be written, and goes on", async () => {
    const fake = createFakeModel({
      clock,
      settings: {
        failures: [{ reason: "refused", match: "Write the (?:first|next|last) part", every: 3 }],
      },
    });
    const { writer, outcome } = await written(`${BRIEF}length: { words: 700 }\n`, fake);
    expect(outcome.status).toBe("failed");
    expect(outcome.failedLeaves).toBeGreaterThan(0);
    expect(outcome.issues[0]).toMatchObject({ type: "missing", severity: 5 });
    expect(manuscriptMarkdown(manuscriptOf(writer))).toContain("> [This part is missing: refused]");
  });

  it("takes over the opening and finished texts as they are", async () => {
    const opening = "It was  the last lamp on the coast.";
    const yaml = `goal: x y z\nmodel: fake\nopening: "${opening}"\nlength: { words: 400 }\noutline: [{ heading: One }, { heading: Two, text: These words are mine. }]\n`;
    const { writer } = await written(yaml, createFakeModel({ clock }));
    const [first] = writer.journal.state.tree.leaves();
    expect(writer.texts.get(first?.id ?? "")).toBe(opening);
    expect(manuscriptMarkdown(manuscriptOf(writer))).toContain("## Two\n\nThese words are mine.");
  });

  it("stops at its budget with everything written so far", async () => {
    const yaml = `${BRIEF}budget: { completionTokens: 1500 }\nlength: { words: 3000 }\n`;
    const { outcome } = await written(yaml, createFakeModel({ clock }));
    expect(outcome.status).toBe("partial");
    expect(outcome.words).toBeGreaterThan(100);
    expect(outcome.tokens.out).toBeLessThan(3000);
  });

  it("refuses before the call what does not fit the model's context", async () => {
    const small = createFakeModel({ clock, settings: { contextTokens: 330 } });
    const tokens = written(
      `goal: ${"word ".repeat(300)}\nmodel: fake\nmust: [${Array.from({ length: 6 }, (_, i) => `{ text: w${i} ${"x ".repeat(4)} }`).join()}]\n`,
      small,
    );
    await expect(tokens).rejects.toMatchObject({ code: "context-too-small" });
  });
});

describe("length control", () => {
  it("brings documents of an erring model into 5 %, and leaves into 15 %", async () => {
    const random = randomStream("length-acceptance");
    let documentsWithin = 0;
    let leaves = 0;
    let leavesWithin = 0;
    const documents = 200;
    for (let index = 0; index < documents; index++) {
      const model = createMockWriter({
        bias: 0.4 + 1.2 * random.next(),
        sd: 0.15 + 0.35 * random.next(),
      });
      const words = 900 + random.nextBelow(700);
      const yaml = `goal: Tell of harbour ${index}.\nmodel: fake\ncandidates: 1\nseed: ${index}\nlength: { words: ${words} }\n`;
      const { outcome } = await written(yaml, model);
      if (Math.abs(outcome.words / words - 1) <= 0.05) documentsWithin += 1;
      leaves += outcome.leaves;
      leavesWithin += outcome.leavesWithin15;
    }
    expect(documentsWithin / documents).toBeGreaterThanOrEqual(0.95);
    expect(leavesWithin / leaves).toBeGreaterThanOrEqual(0.9);
  }, 120_000);
});
