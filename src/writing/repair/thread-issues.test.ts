import { describe, expect, it } from "vitest";
import { createFaultyWriter } from "../../../tests/faulty-writer-model.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";

const clock = createVirtualClock(0);
const RAISED = { where: /Write the first part/, sentence: "Nobody had opened the letter yet." };
const CLOSED = { where: /Write the last part/, sentence: "Signe read the letter aloud at last." };

async function written(planted: readonly { where: RegExp; sentence: string }[], to = 1) {
  const run = emptyMemoryRun();
  const brief = parseBrief(
    `goal: Tell of a harbour.\nkind: story\nmodel: fake\nrepair: false\nlength: { words: 400 }\nfacts: [{ subject: the letter, attribute: promise, value: Signe reads the letter aloud, to: ${to} }]\n`,
    "brief.yaml",
  );
  const writer = await openWriter({
    brief,
    store: openMemoryRunStore(run),
    clock,
    writerModel: createFaultyWriter(planted),
  });
  const { issues } = await writeDocument(writer);
  const lines = run.lines.filter(({ type }) => type === "thread").map(({ body }) => body);
  return { issues: issues.filter(({ type }) => type === "thread"), lines, writer };
}

describe("threads", () => {
  it("are journalled as far as they have come, once for each step", async () => {
    const { issues, lines, writer } = await written([RAISED, CLOSED]);
    expect(issues).toEqual([]);
    expect(lines).toMatchObject([{ subject: "the letter", state: "closed" }]);
    expect([...writer.journal.state.threads.values()]).toMatchObject([{ state: "closed" }]);
  });

  it("are issues of severity 2 where they are due and still open, or were never raised", async () => {
    const open = await written([RAISED]);
    expect(open.issues).toMatchObject([{ severity: 2 }]);
    expect(open.issues[0]?.message).toContain("is still open");
    const never = await written([]);
    expect(never.issues[0]?.message).toContain("was never raised");
  });

  it("are overdue if they are closed after their place", async () => {
    const { issues, lines } = await written([RAISED, CLOSED], 0.3);
    expect(lines).toMatchObject([{ state: "closed" }]);
    expect(issues).toHaveLength(1);
  });
});
