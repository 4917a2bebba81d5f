import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomStream } from "../../src/foundation/index.ts";
import { finished, longhand, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

/** Kills in the suite; raise it by hand to try more moments. */
const KILLS = 4;
/** Drafts of one part: a tiny model makes four side by side. */
const IN_FLIGHT = 4;

interface ControlJson {
  readonly author: string;
  readonly pairs: readonly { readonly first: number; readonly second: number }[];
  readonly verdict: string;
}

interface PanelJson {
  readonly page?: string;
  readonly notes: readonly string[];
  readonly rows: readonly {
    readonly id: string;
    readonly score: {
      readonly status: string;
      readonly value?: number;
      readonly reason?: string;
      readonly signature: string;
    };
  }[];
  readonly sections: readonly { readonly rows: readonly { readonly id: string }[] }[];
}

const folders: string[] = [];
const CONTROL = ["writing", "voice", "brief.yaml", "--control", "--seeds", "1", "--out", "control"];
let cwd = "";
let whole: ControlJson;

function workplace(
  name: string,
  rest = "profile: { corpus: sotu, author: Abraham Lincoln }",
): string {
  const place = newFolder(name);
  folders.push(place);
  const lines = [
    "goal: An address on why a town should keep its old library.",
    "kind: speech",
    'title: "The <script>alert(1)</script> library"',
    "length: { words: 400 }",
    rest,
    "model: fake",
    "modelSettings: { delayMs: [5, 30], callLog: calls.jsonl }",
  ];
  writeFileSync(join(place, "brief.yaml"), `${lines.join("\n")}\n`);
  return place;
}

const callsIn = (place: string): string[] =>
  readFileSync(join(place, "calls.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { requestHash: string }).requestHash);

const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  cwd = workplace("voice-whole");
  const { code, json } = await longhandJson<ControlJson>(CONTROL, { cwd });
  expect(code).toBe(0);
  whole = json;
}, 300_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("longhand writing voice", () => {
  it("writes a control, and tells the distance of a run by section", async () => {
    expect(whole.author).toBe("Abraham Lincoln");
    expect(whole.pairs.length).toBeGreaterThan(2);
    expect(whole.verdict).toMatch(/separated$/);
    const report = await longhandJson<{ sections: unknown[]; whole: { delta: unknown } }>(
      ["writing", "voice", "control/with-1"],
      { cwd },
    );
    expect([report.code, report.json.sections.length > 1]).toEqual([0, true]);
    expect(report.json.whole.delta).toMatchObject({ status: "scored" });
    const two = await longhand(["writing", "voice", "control/with-1", "control/without-1"], {
      cwd,
    });
    expect([two.code, two.stdout]).toEqual([0, expect.stringMatching(/part 1: A .* B .*, diff/)]);
  }, 300_000);

  it("goes on after kills, repeats no finished call, and comes to the same result", async () => {
    const place = workplace("voice-killed");
    const random = randomStream(6, "kill-moments", "voice");
    const journal = join(place, "control", "with-1", "journal.jsonl");
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startLonghand([...CONTROL, "--json"], { cwd: place });
      const ended = finished(child);
      // The first kill waits until there is something to lose, however slow the machine starts.
      while (!existsSync(journal) && child.exitCode === null) await wait(20);
      await Promise.race([wait(100 + 900 * random.next()), ended]);
      child.kill("SIGKILL");
      await ended;
    }
    const { code, json } = await longhandJson<ControlJson>(CONTROL, { cwd: place });
    expect([code, json]).toEqual([0, whole]);
    for (const side of ["with-1", "without-1"]) {
      const kept = (folder: string) => readdirSync(join(folder, "control", side, "calls")).sort();
      expect(kept(place)).toEqual(kept(cwd));
    }
    const [all, made] = [callsIn(cwd), callsIn(place)];
    expect(new Set(made)).toEqual(new Set(all));
    expect(made.length).toBeLessThanOrEqual(all.length + KILLS * IN_FLIGHT);
    const again = await longhandJson<ControlJson>(CONTROL, { cwd: place });
    expect([again.json, callsIn(place).length]).toEqual([whole, made.length]);
  }, 600_000);

  it("filters drift by vectors of a model, and says which", async () => {
    const place = workplace(
      "voice-drift",
      "profile: { corpus: sotu, author: James Monroe }\ntechniques: { drift: true, driftVectors: fake }",
    );
    const written = await longhandJson<{ run: string }>(["write", "brief.yaml"], { cwd: place });
    expect(written.code).toBe(0);
    const { json } = await longhandJson<{ drift: { signature: string; threshold: number } }>(
      ["writing", "voice", written.json.run],
      { cwd: place },
    );
    expect(json.drift.signature).toContain("vec:fake");
    expect(json.drift.threshold).toBeGreaterThan(0);
    const journal = linesOf(join(place, "runs", written.json.run, "journal.jsonl"));
    const drafts = journal.filter(({ type }) => type === "candidate");
    const distances = drafts.map(({ body }) => (body as { distance: number }).distance);
    expect(distances.every((distance) => distance >= 0 && distance <= 2)).toBe(true);
    const status = await longhandJson<{ filtered: { drafts: number } }>(
      ["writing", "status", written.json.run],
      { cwd: place },
    );
    expect(status.json.filtered.drafts).toBe(drafts.length);
  }, 300_000);
});

describe("longhand writing records and weights", () => {
  it.each(["preferences", "rewards", "tuning", "multitask"])(
    "exports %s of a run, as many as it says",
    async (purpose) => {
      const out = `${purpose}.jsonl`;
      const args = ["writing", "records", "control/with-1", "--for", purpose, "--out", out];
      const { code, json } = await longhandJson<{ records: number; unreadable: number }>(args, {
        cwd,
      });
      expect([code, json.unreadable]).toEqual([0, 0]);
      const records = linesOf(join(cwd, out));
      expect(records).toHaveLength(json.records);
      expect(new Set(records.map(({ split }) => split)).size).toBe(1);
    },
    300_000,
  );

  it("fits weights to ratings, and names the line that has none", async () => {
    const args = ["writing", "records", "control/with-1", "--for", "rewards", "--out", "r.jsonl"];
    await longhand(args, { cwd });
    const rewards = linesOf(join(cwd, "r.jsonl"));
    const rated = rewards.map((record) => {
      const { relevance } = record["parts"] as { relevance: number };
      return JSON.stringify({ ...record, rating: 1 + 4 * relevance });
    });
    writeFileSync(join(cwd, "ratings.jsonl"), `${rated.join("\n")}\n`);
    const fitted = await longhandJson<{ weights: { relevance: number } }>(
      ["writing", "weights", "ratings.jsonl"],
      { cwd },
    );
    expect(fitted.json.weights.relevance).toBeCloseTo(1, 3);
    writeFileSync(join(cwd, "bad.jsonl"), `${rated[0]}\n${JSON.stringify(rewards[0])}\n`);
    const bad = await longhand(["writing", "weights", "bad.jsonl"], { cwd });
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining("bad.jsonl:2")]);
    const nothing = await longhand(["writing", "records", "control/with-1"], { cwd });
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("--for")]);
  }, 300_000);
});

describe("longhand writing panel", () => {
  const panel = (args: readonly string[], home: string) =>
    longhandJson<PanelJson>(["writing", "panel", "control/with-1", ...args], {
      cwd,
      env: { LONGHAND_HOME: home },
    });
  const scoreOf = ({ rows }: PanelJson, id: string) => rows.find((row) => row.id === id)?.score;

  it("writes a page that loads nothing, with a chart of each curve and every section", async () => {
    const { code, json } = await panel(["--out", "panel.html"], newFolderOf("voice-home"));
    expect(code).toBe(0);
    const page = readFileSync(join(cwd, "panel.html"), "utf8");
    expect(page).not.toContain("<script");
    expect(page).toContain("The &lt;script&gt;alert(1)&lt;/script&gt; library");
    expect(page).not.toMatch(/(?:src|href)=/);
    expect(page.match(/<figure>/g)?.length).toBeGreaterThanOrEqual(4);
    expect(json.sections.length).toBeGreaterThan(1);
    expect(scoreOf(json, "readability")?.status).toBe("scored");
    // There is no model in this home folder: no coherence, and no 0 in its place.
    expect(scoreOf(json, "coherence-sentences")).toMatchObject({
      status: "unscored",
      reason: expect.stringMatching(/^(?:model-missing|missing-dependency)$/),
    });
    expect(json.notes.join()).toContain("longhand models pull");
  }, 300_000);

  it("measures coherence with MiniLM where it is installed, of each section and of the whole", async () => {
    // `npm run onnx` brings the model and the runtime.
    const { json } = await panel([], resolve("node_modules/.cache/longhand-tests"));
    const sentences = scoreOf(json, "coherence-sentences");
    expect(sentences?.signature).toContain("all-minilm-l6-v2");
    expect(sentences?.value).toBeGreaterThan(-1);
    expect(sentences?.value).toBeLessThan(1);
    for (const { rows } of json.sections) {
      expect(rows.map(({ id }) => id)).toContain("coherence-sentences");
    }
    const place = join(cwd, "control", "with-1", "exports", "panel.html");
    expect([resolve(cwd, json.page ?? ""), existsSync(place)]).toEqual([place, true]);
  }, 300_000);

  it("writes no page where none is wanted, and names a run that is not there", async () => {
    const { json } = await panel(["--no-page", "--embedder", "none"], newFolderOf("voice-home"));
    expect([json.page, scoreOf(json, "coherence-parts")?.reason]).toEqual([
      undefined,
      "no-vectors",
    ]);
    const missing = await longhand(["writing", "panel", "write-nothing"], { cwd });
    expect(missing.code).toBe(2);
  }, 300_000);

  function newFolderOf(name: string): string {
    const folder = newFolder(name);
    folders.push(folder);
    return folder;
  }
});
