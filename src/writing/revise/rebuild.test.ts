import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { madeWith } from "../run/made-with.ts";
import { emptyMemoryRun, type MemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter, readRun } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import type { ChangeableRun } from "./apply-change.ts";
import { goOnWith, isAgreed, outdatedLeaves, rebuildLeaves } from "./rebuild.ts";

const clock = createVirtualClock(0);
const brief = parseBrief(
  "goal: Tell how a keeper saves a ferry in a storm.\nkind: story\nmodel: fake\ncandidates: 1\nrepair: false\nopening: The lamp was out.\nlength: { words: 700 }\n",
  "brief.yaml",
);
const first = createFakeModel({ clock, name: "first" });
const second = createFakeModel({ clock, name: "second" });
const madeBy = ({ description }: LanguageModel) => madeWith(brief, description);

async function write(run: MemoryRun, writerModel: LanguageModel) {
  const writer = await openWriter({ brief, store: openMemoryRunStore(run), clock, writerModel });
  await writeDocument(writer);
  return writer;
}

async function changeable(run: MemoryRun): Promise<ChangeableRun> {
  const store = openMemoryRunStore(run);
  return { ...(await readRun({ brief, store, clock })), store };
}

const idsOf = (leaves: ReturnType<typeof outdatedLeaves>): string[] =>
  leaves.map(({ node }) => node.id);

describe("leaves written by another model", () => {
  it("are all but the author's own, and none for the model that wrote them", async () => {
    const run = emptyMemoryRun();
    const { journal } = await write(run, first);
    const own = journal.state.tree.leaves().filter(({ lock }) => lock === undefined);
    const open = await changeable(run);
    expect(outdatedLeaves(open, madeBy(first))).toEqual([]);
    const outdated = outdatedLeaves(open, madeBy(second));
    expect(idsOf(outdated)).toEqual(own.map(({ id }) => id));
    expect(outdated[0]).toMatchObject({ makers: ["model"], before: { model: "fake:first" } });
  });

  it("are written anew, exactly those that are chosen, and the others stay byte by byte", async () => {
    const run = emptyMemoryRun();
    const before = new Map((await write(run, first)).texts);
    const open = await changeable(run);
    const chosen = outdatedLeaves(open, madeBy(second)).slice(1, 3);
    await rebuildLeaves(open, chosen, madeBy(second));
    const { texts } = await write(run, second);
    const changed = [...texts].filter(([id, text]) => before.get(id) !== text).map(([id]) => id);
    expect(changed.toSorted()).toEqual(idsOf(chosen).toSorted());
    const after = await changeable(run);
    expect(idsOf(outdatedLeaves(after, madeBy(first)))).toEqual(idsOf(chosen));
    expect(outdatedLeaves(after, madeBy(second))).toHaveLength(before.size - 1 - chosen.length);
  });

  it("may stay, and that is agreed to for this model only", async () => {
    const run = emptyMemoryRun();
    await write(run, first);
    const open = await changeable(run);
    expect(isAgreed(open, madeBy(second))).toBe(false);
    await goOnWith(open, madeBy(second));
    const again = await changeable(run);
    expect(isAgreed(again, madeBy(second))).toBe(true);
    expect(isAgreed(again, madeBy(createFakeModel({ clock, name: "third" })))).toBe(false);
    expect(again.journal.state.revision.waivers).toEqual([]);
  });
});

describe("what texts are made with", () => {
  it("differs by model, revision, settings and strategy, and not by how many calls run at once", () => {
    const { description } = first;
    const { model, template } = madeWith(brief, description);
    const revised = madeWith(brief, { ...description, revision: "0123456789abcdef" });
    expect(revised.model.object).toBe("model:fake:first@0123456789ab");
    expect(revised.model.version).not.toBe(model.version);
    expect(madeWith(brief, { ...description, settings: { seed: 1 } }).model.version).not.toBe(
      model.version,
    );
    expect(madeWith(brief, { ...description, parallelCalls: 1 }).model).toEqual(model);
    const rolling = madeWith({ strategy: "rolling" }, description);
    expect(rolling.template.version).not.toBe(template.version);
    expect(template.object).toBe("template:writing/v1");
  });
});
