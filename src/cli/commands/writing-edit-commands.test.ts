import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { type EditReport, startWriting, writingStatus } from "../../pipeline/index.ts";
import type { CommandInput } from "../command.ts";
import { readEnvironment } from "../environment.ts";
import { WRITING_EDIT_COMMANDS } from "./writing-edit-commands.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-edit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: CommandInput["context"] = {
  clock: createVirtualClock(0),
  nameSeed: "test",
  home: join(folder, "home"),
  runsFolder: join(folder, "runs"),
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: () => undefined,
};

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("longhand writing edit --text-file", () => {
  it("makes the choice for what the text touches, too", async () => {
    const brief = file("b.yaml", "goal: Tell of the harbour.\nmodel: fake\ncandidates: 1\n");
    const { run } = await startWriting(brief, {}, context);
    const { nodes } = await writingStatus(run, context);
    const [first = "", second = ""] = nodes.flatMap(({ id, level }) =>
      level === "leaf" ? [id] : [],
    );
    const edit = WRITING_EDIT_COMMANDS.find(({ usage }) => usage === "edit <run>");
    const edited = async (node: string, text: string, more: object = {}): Promise<EditReport> => {
      const options = { node: [node], textFile: file("part.txt", text), ...more };
      const environment = readEnvironment();
      const outcome = await edit?.run({ args: [run], options, context, environment, json: true });
      return outcome?.json as EditReport;
    };
    await edited(first, "The ferry passed the light in 1961.");
    await edited(second, "It was 1961, and all was quiet.");
    const { decision } = await edited(first, "The ferry passed the light in 1975.", {
      choose: "waive",
      reason: "meant",
    });
    expect(decision.waived).toContain(second);
    expect(decision.open).toEqual([]);
  });
});
