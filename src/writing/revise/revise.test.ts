import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel, type ModelRequest } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { manuscriptOf } from "../export/manuscript.ts";
import { manuscriptMarkdown } from "../export/markdown.ts";
import { emptyMemoryRun, type MemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter, type ReadRun, readRun, type Writer } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { applyChange, type ChangeableRun, decide } from "./apply-change.ts";
import { changeBrief, withFact } from "./change-brief.ts";
import { changePlan } from "./change-plan.ts";
import { changeTexts } from "./change-texts.ts";
import { isEditedPlan, planFileText } from "./plan-file.ts";
import { readExport } from "./read-export.ts";
import { redatedBrief } from "./redate.ts";
import { isHard } from "./run-change.ts";

const clock = createVirtualClock(0);
const BRIEF =
  "goal: Tell how a keeper saves a ferry in a storm.\nkind: story\ntitle: The lamp\nmodel: fake\ncandidates: 1\nlength: { words: 1200 }\nfacts: [{ subject: the Osprey, attribute: engine, value: crimson turbine }, { subject: Ann Lee, attribute: age, value: 58 }]\n";

/** The fake model, without the facts of its prompt in its replies, and with its requests kept. */
function watched(): { readonly requests: ModelRequest[]; readonly model: LanguageModel } {
  const requests: ModelRequest[] = [];
  const fake = createFakeModel({ clock });
  const model: LanguageModel = {
    ...fake,
    generate: async (request, options) => {
      requests.push(request);
      const reply = await fake.generate(request, options);
      const text = reply.text.replace(/crimson|turbine|osprey|engine|bronze/gi, "harbour");
      return { ...reply, text };
    },
  };
  return { requests, model };
}

async function opened(run: MemoryRun, model: LanguageModel, yaml: string = BRIEF): Promise<Writer> {
  const brief = parseBrief(yaml, "brief.yaml");
  return openWriter({ brief, store: openMemoryRunStore(run), clock, writerModel: model });
}

async function written(yaml: string = BRIEF): Promise<MemoryRun> {
  const run = emptyMemoryRun();
  await writeDocument(await opened(run, watched().model, yaml));
  return run;
}

async function changeable(run: MemoryRun, yaml: string = BRIEF): Promise<ChangeableRun> {
  const store = openMemoryRunStore(run);
  return { ...(await readRun({ brief: parseBrief(yaml, "b"), store, clock })), store };
}

const leafIds = ({ journal }: ReadRun): string[] => journal.state.tree.leaves().map(({ id }) => id);

const withIds = (run: ReadRun): string => manuscriptMarkdown(manuscriptOf(run), { ids: true });

/** A written run in whose chosen leaves the author has written the engine's name, without locks. */
async function planted(places: readonly number[], yaml: string = BRIEF): Promise<MemoryRun> {
  const run = await written(yaml);
  const open = await changeable(run, yaml);
  const ids = places.map((place) => leafIds(open)[place] as string);
  const texts = new Map(
    ids.map((id) => [id, `${open.texts.get(id)} The crimson turbine of the Osprey hummed.`]),
  );
  await applyChange(open, changeTexts(open, { texts }));
  await open.journal.record([{ type: "lock", body: { nodes: ids, action: "unlock" } }]);
  return run;
}

function newEngine(run: ReadRun) {
  const [fact] = run.brief.facts;
  if (fact === undefined) throw new Error("the brief has facts");
  return changeBrief(run, withFact(run.brief, { fact, value: "bronze wheel" }));
}

describe("a changed fact", () => {
  it("touches the leaves that say it and no other, and only they are written anew", async () => {
    const places = fc.uniqueArray(fc.nat(10), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(places, async (chosen) => {
        const run = await planted(chosen);
        const before = await changeable(run);
        const ids = leafIds(before);
        const saying = ids.filter((_, place) => chosen.includes(place));
        const change = newEngine(before);
        expect(change.touched.filter(isHard).map(({ node }) => node)).toEqual(saying);
        const texts = new Map(before.texts);
        const decision = await applyChange(before, change, { choose: ["fix", "retcon"] });
        expect(new Set(decision.dirty)).toEqual(new Set(saying));
        const { requests, model } = watched();
        const writer = await opened(run, model);
        await writeDocument(writer);
        const changed = ids.filter((id) => writer.texts.get(id) !== texts.get(id));
        expect(changed).toEqual(saying);
        expect(writer.journal.state.revision.dirty.size).toBe(0);
        expect(requests.some(({ messages }) => JSON.stringify(messages).includes("bronze"))).toBe(
          true,
        );
        const again = watched();
        await writeDocument(await opened(run, again.model));
        expect(again.requests).toHaveLength(0);
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  it.each(["ltr", "bfs"])(
    "is written by the same calls and bytes after a kill at any line, %s",
    async (order) => {
      const yaml = `${BRIEF}order: ${order}\n`;
      const run = await planted([1, 4, 6, 9], yaml);
      const open = await changeable(run, yaml);
      await applyChange(open, newEngine(open), { choose: ["fix"] });
      const begun = run.lines.length;
      await writeDocument(await opened(run, watched().model, yaml));
      const whole = await changeable(run, yaml);
      for (let cut = begun; cut <= run.lines.length; cut += 5) {
        const killed = { ...run, lines: run.lines.slice(0, cut) };
        const { requests, model } = watched();
        const writer = await opened(killed, model, yaml);
        await writeDocument(writer);
        expect(requests).toHaveLength(0);
        expect(withIds(writer)).toBe(withIds(whole));
      }
    },
    60_000,
  );

  it("is decided leaf by leaf: chosen, waived with a reason, or left open", async () => {
    const run = await planted([2, 5, 8]);
    const open = await changeable(run);
    const [first, second, third] = leafIds(open).filter((_, place) => [2, 5, 8].includes(place));
    const none = await applyChange(open, newEngine(open));
    expect(none.open).toEqual([first, second, third]);
    await expect(decide(open, { choose: ["waive"] })).rejects.toMatchObject({
      code: "invalid-option",
    });
    await decide(open, { choose: ["waive"], nodes: [first as string], reason: "she lies" });
    const fixed = await decide(open, { choose: ["fix"], nodes: [third as string] });
    expect([fixed.dirty, fixed.open]).toEqual([[third], [second]]);
    await expect(decide(open, { choose: ["fix"], nodes: ["x"] })).rejects.toMatchObject({
      code: "unknown-node",
    });
  });

  it("keeps its old value up to a place where it is re-dated", async () => {
    const run = await planted([1, 9]);
    const open = await changeable(run);
    const [fact] = open.brief.facts;
    if (fact === undefined) throw new Error("the brief has facts");
    const redated = withFact(open.brief, { fact, value: "bronze wheel", redateAt: 0.5 });
    const touched = changeBrief(open, redated).touched.filter(isHard);
    expect(touched.map(({ place }) => place)).toEqual([10]);
    await applyChange(open, newEngine(open));
    const early = leafIds(open)[1] as string;
    const again = await changeable(run);
    const brief = redatedBrief(again, [early]);
    const at = again.journal.state.tree.get(early)?.span[1];
    expect(brief.facts.slice(0, 2)).toMatchObject([
      { value: "crimson turbine", to: at },
      { value: "bronze wheel", from: at },
    ]);
  });

  it("says that nothing waits where nothing can be re-dated", async () => {
    const run = await changeable(await written());
    expect(() => redatedBrief(run, [])).toThrow("No part waits for a decision");
  });

  it("leaves locked texts alone and says so", async () => {
    const run = await planted([3]);
    const open = await changeable(run);
    const id = leafIds(open)[3] as string;
    await open.journal.record([{ type: "lock", body: { nodes: [id], action: "lock" } }]);
    const decision = await applyChange(open, newEngine(open), { choose: ["fix"] });
    expect(decision).toMatchObject({ dirty: [], locked: [id], open: [id] });
    const { requests, model } = watched();
    await writeDocument(await opened(run, model));
    expect(requests).toHaveLength(0);
  });

  it("is written around words that are locked", async () => {
    const run = await planted([3]);
    const open = await changeable(run);
    const id = leafIds(open)[3] as string;
    const text = open.texts.get(id) ?? "";
    const quote = text.slice(0, text.indexOf(".") + 1);
    const body = { nodes: [id], action: "lock", span: { quote, start: 0 } };
    await open.journal.record([{ type: "lock", body }]);
    await applyChange(open, newEngine(open), { choose: ["fix"] });
    const { requests, model } = watched();
    const writer = await opened(run, model);
    await writeDocument(writer);
    const after = writer.texts.get(id) ?? "";
    expect(after.startsWith(quote)).toBe(true);
    expect(after).not.toContain("crimson turbine");
    expect(requests.length).toBeGreaterThan(0);
  });
});

describe("an edited export", () => {
  it("gives back what was exported", async () => {
    const run = await changeable(await written());
    const edit = readExport(withIds(run), "document.md", run);
    expect([...edit.texts, ...(edit.headings ?? [])]).toEqual([]);
  });

  it("gives back any prose that an author writes", async () => {
    const run = await changeable(await written());
    const [id = ""] = leafIds(run);
    const words = fc.stringMatching(/^[A-Za-z#*_`<>\\[\].\-+ 0-9!]{1,40}$/);
    await fc.assert(
      fc.asyncProperty(words, async (line) => {
        const text = `Word ${line.replace(/\s+/g, " ").trim()}`.trim();
        const changed = { ...run, texts: new Map([...run.texts, [id, text]]) };
        const edit = readExport(withIds(changed), "document.md", run);
        expect(edit.texts.get(id)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it("locks the leaves that differ, whole or by sentence, and leaves all others", async () => {
    const memory = await written();
    const run = await changeable(memory);
    const id = leafIds(run)[2] as string;
    const before = run.texts.get(id) ?? "";
    const first = before.slice(0, before.indexOf(".") + 1);
    const markdown = withIds(run).replace(first, "Nobody but me wrote this.");
    const edit = readExport(markdown, "document.md", run);
    expect([...edit.texts.keys()]).toEqual([id]);
    const spans = changeTexts(run, { ...edit, lock: "span" });
    expect(spans.spans[id]).toEqual([{ quote: "Nobody but me wrote this.", start: 0 }]);
    await applyChange(run, changeTexts(run, edit));
    const after = await changeable(memory);
    expect(after.journal.state.tree.get(id)?.lock).toBe("author");
    expect(after.texts.get(id)).toContain("Nobody but me wrote this.");
    const { requests, model } = watched();
    await writeDocument(await opened(memory, model));
    expect(requests).toHaveLength(0);
  });

  it("has the joins beside it looked at again, without a call or a changed byte", async () => {
    const memory = await written();
    const run = await changeable(memory);
    const [, two = "", three = ""] = leafIds(run);
    const head = (run.texts.get(three) ?? "").split(". ").slice(0, 3).join(". ");
    const texts = new Map([[two, `I wrote this myself. ${head}.`]]);
    await applyChange(run, changeTexts(run, { texts }));
    const { requests, model } = watched();
    const writer = await opened(memory, model);
    await writeDocument(writer);
    expect(requests).toHaveLength(0);
    expect(writer.texts.get(three)).toBe(run.texts.get(three));
    const issues = writer.journal.state.accepted.get(three)?.issues ?? [];
    expect(issues.map(({ type }) => type)).toContain("join");
  });

  it("names leaves that say what the author replaced", async () => {
    const memory = await planted([1, 6]);
    const run = await changeable(memory);
    const [, one = "", , , , , six = ""] = leafIds(run);
    const texts = new Map([[one, (run.texts.get(one) ?? "").replace("Osprey", "Heron")]]);
    const change = changeTexts(run, { texts });
    expect(change.touched.filter(isHard).map(({ node, side }) => [node, side])).toEqual([
      [six, "later"],
    ]);
  });

  it("takes what left with its whole sentence for no replacement", async () => {
    const run = await changeable(await written());
    const [one, two] = leafIds(run) as [string, string];
    const said = new Map([
      [one, "At dusk You came with Ingrid and 31 lamps to the pier. It rained."],
      [two, "You and Ingrid counted 31 lamps. Nobody spoke."],
    ]);
    const texts = new Map([[one, "It rained. Then Marit rowed 45 strokes through green water."]]);
    const rewritten = { ...run, texts: new Map([...run.texts, ...said]) };
    expect(changeTexts(rewritten, { texts }).touched.filter(isHard)).toEqual([]);

    const replaced = new Map([
      [one, "At dusk You came with Marit and 45 lamps to the pier. It rained."],
    ]);
    const [touched, ...others] = changeTexts(rewritten, { texts: replaced }).touched.filter(isHard);
    expect(others).toEqual([]);
    expect(touched?.node).toBe(two);
    expect(touched?.reasons.map(({ message }) => message)).toEqual([
      `says “Ingrid”, which your text of ${one} says no longer`,
      `says “31”, which your text of ${one} says no longer`,
    ]);
  });

  it("refuses broken comments with file and line", async () => {
    const run = await changeable(await written());
    const markdown = withIds(run);
    const [one = "", two = ""] = leafIds(run);
    const refused = (text: string) => {
      expect(() => readExport(text, "d.md", run)).toThrow(/^d\.md has /);
      try {
        readExport(text, "d.md", run);
      } catch (error) {
        return (error as Error).message.split("\n")[1];
      }
      return undefined;
    };
    const line = markdown.split("\n").findIndex((text) => text.includes(two)) + 1;
    expect(refused(markdown.replace(two, "0123456789ab"))).toContain(`d.md:${line}: 0123456789ab`);
    expect(refused(markdown.replace(`<!-- node ${two} -->`, `<!-- node ${two}`))).toContain(
      `d.md:${line}: “<!-- node ${two}”`,
    );
    expect(refused(markdown.replace(two, one))).toContain(`d.md:${line}: node ${one} stands in`);
    expect(refused(markdown.replace(`<!-- node ${two} -->\n\n`, ""))).toContain(
      `the comment of node ${two} is missing`,
    );
    expect(refused(`Mine.\n\n${markdown}`)).toContain("d.md:1: “Mine.” stands before");
    expect(refused(`${markdown}\n## New\n`)).toContain("is a heading that the plan does not know");
    expect(refused("Just prose.")).toContain("d.md:1: no comment names a node.");
  });
});

describe("a changed brief", () => {
  it("touches what a new mention, a forbidden word and another length make wrong", async () => {
    const run = await changeable(await planted([4]));
    const target = leafIds(run)[4] as string;
    const avoid = { ...run.brief, avoid: [{ text: "crimson", how: "word" as const }] };
    expect(changeBrief(run, avoid).touched.filter(isHard)).toMatchObject([{ node: target }]);
    const item = {
      id: "bell",
      text: "silver bell",
      accept: ["silver bell"],
      when: "once",
      where: 0.05,
    } as const;
    const must = changeBrief(run, { ...run.brief, must: [item] });
    expect(must.touched.filter(isHard).map(({ place }) => place)).toEqual([1]);
    const longer = changeBrief(run, { ...run.brief, length: { words: 1500, tolerance: 0.05 } });
    const words = longer.nodes.filter(({ level }) => level === "leaf");
    expect(words.reduce((sum, { targetWords }) => sum + targetWords, 0)).toBe(1500);
    const seed = changeBrief(run, { ...run.brief, seed: 9 });
    expect(seed.touched).toEqual([]);
    expect(() =>
      changeBrief(run, { ...run.brief, length: { words: 9000, tolerance: 0.05 } }),
    ).toThrow(/words for each/);
  });
});

describe("a plan file", () => {
  const edited = async (change: (yaml: string) => string) => {
    const memory = emptyMemoryRun();
    const writer = await opened(memory, watched().model);
    const { makePlan } = await import("../plan/make-plan.ts");
    await makePlan(writer);
    const yaml = planFileText(writer, "run");
    return { memory, writer, yaml, change: () => changePlan(change(yaml), "plan.yaml", writer) };
  };

  it("is known to be edited by its last line", async () => {
    const { yaml } = await edited((text) => text);
    expect(isEditedPlan(yaml)).toBe(false);
    expect(isEditedPlan(yaml.replace("words: 1200", "words: 1201"))).toBe(true);
  });

  it("changes nothing if it was not edited", async () => {
    const { change } = await edited((text) => text);
    expect(change()).toMatchObject({ nodes: [], removed: [], touched: [] });
  });

  it("adds, takes out, renames and locks sections, and words sum up", async () => {
    const { memory, writer, change } = await edited((text) =>
      text
        .replace("heading: Before", "heading: Long before")
        .replace(
          /( {2}- id: [0-9a-f]{12}\n {4}heading: After)/,
          "  - heading: An interlude\n    brief: The gulls talk.\n    text: I wrote this interlude myself.\n$1",
        ),
    );
    const planned = change();
    await applyChange({ ...writer, store: openMemoryRunStore(memory) }, planned);
    const run = await opened(memory, watched().model);
    const { tree } = run.journal.state;
    const headings = tree.childrenOf(tree.root?.id ?? "").map(({ heading }) => heading);
    expect(headings).toContain("Long before");
    expect(headings.indexOf("An interlude")).toBe(headings.indexOf("After") - 1);
    for (const node of tree.inOrder()) {
      const below = tree.childrenOf(node.id);
      if (below.length === 0) continue;
      expect(below.reduce((sum, { targetWords }) => sum + targetWords, 0)).toBe(node.targetWords);
    }
    await writeDocument(run);
    const markdown = manuscriptMarkdown(manuscriptOf(run));
    expect(markdown).toContain("I wrote this interlude myself.");
    expect(markdown).toContain("## Long before");
  });

  it("has the parts below looked at again where a section above them is told otherwise", async () => {
    const run = await changeable(await written());
    const { tree } = run.journal.state;
    const [chapter] = tree.childrenOf(tree.root?.id ?? "");
    if (chapter === undefined) throw new Error("the plan has chapters");
    const below = tree.childrenOf(chapter.id).map(({ id }) => id);
    const yaml = planFileText(run, "run").replace(
      new RegExp(`(id: ${chapter.id}\\n.*\\n +brief: ).*`),
      "$1A whale swims into the harbour.",
    );
    const { touched, nodes } = changePlan(yaml, "plan.yaml", run);
    expect(nodes.map(({ brief }) => brief)).toEqual(["A whale swims into the harbour."]);
    expect(below.length).toBeGreaterThan(1);
    expect(touched.map(({ node }) => node)).toEqual(below);
    expect(touched.some(isHard)).toBe(false);
  });

  it("refuses faults with file and line", async () => {
    const { change } = await edited((text) => text.replace("words: 1200", "words: 1300"));
    expect(change).toThrow(/plan\.yaml:\d+:\d+: words: the document has 1200/);
    const unknown = await edited((text) => text.replace(/id: [0-9a-f]{12}/, "id: 0123456789ab"));
    expect(unknown.change).toThrow(/id: 0123456789ab is no section of this run/);
    const key = await edited((text) => text.replace("heading: Before", "headline: Before"));
    expect(key.change).toThrow(/plan\.yaml:\d+:\d+: unknown key "headline"/);
  });
});
