import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel } from "../../models/index.ts";
import {
  openMemoryRunStore,
  openWriter,
  parseBrief,
  type ReadRun,
  writeDocument,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { requestedChange } from "./revise-request.ts";

const clock = createVirtualClock(0);
const context: RunContext = {
  clock,
  nameSeed: "test",
  home: "",
  runsFolder: "",
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: () => undefined,
};

async function written(): Promise<ReadRun> {
  const brief = parseBrief(
    "goal: Tell how Ann Lee was 58 years old.\nkind: story\nmodel: fake\ncandidates: 1\nlength: { words: 400 }\nfacts: [{ subject: Ann Lee, attribute: age, value: 58 }]\n",
    "brief.yaml",
  );
  const writerModel = createFakeModel({ clock });
  const writer = await openWriter({ brief, store: openMemoryRunStore(), clock, writerModel });
  await writeDocument(writer);
  for (const { id } of writer.journal.state.tree.leaves()) {
    writer.texts.set(id, "Ann Lee was 58 years old.");
  }
  return writer;
}

describe("a change that is asked for", () => {
  it("stands after every part where it is made at the end, and before every part at the beginning", async () => {
    const run = await written();
    const sides = async (at: string): Promise<(string | undefined)[]> => {
      const request = { fact: "Ann Lee/age", value: "59", at };
      const change = await requestedChange(run, request, context);
      return [...new Set(change?.touched.map(({ side }) => side))];
    };
    expect(await sides("1")).toEqual(["earlier"]);
    expect(await sides("0")).toEqual(["later"]);
  });

  it("is refused where a value or a place stands without a fact", async () => {
    const run = await written();
    await expect(requestedChange(run, { value: "59" }, context)).rejects.toThrow(
      "--value needs --fact",
    );
    await expect(requestedChange(run, { at: "0.5" }, context)).rejects.toThrow("--at needs --fact");
    expect(await requestedChange(run, {}, context)).toBeUndefined();
  });
});
