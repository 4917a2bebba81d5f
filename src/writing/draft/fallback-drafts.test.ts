import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";

const clock = createVirtualClock(0);
const YAML = `goal: Tell of a harbour.
kind: story
model: fake
models: { size: small }
candidates: 2
repair: false
length: { words: 200 }
avoid: [{ text: zeppelin }]
`;

/** Writes a document of one part whose drafts are the given replies, again and again. */
async function written(replies: readonly string[]) {
  const fake = createFakeModel({ clock });
  let drafts = 0;
  const model: LanguageModel = {
    ...fake,
    generate: async (request, options) => {
      const prompt = request.messages.map(({ content }) => content).join("\n");
      if (!prompt.includes("Write the")) return fake.generate(request, options);
      const text = replies[drafts++ % replies.length] ?? "";
      return { text, finishReason: "stop", promptTokens: 50, outputTokens: 80 };
    },
  };
  const run = emptyMemoryRun();
  const store = openMemoryRunStore(run);
  const brief = parseBrief(YAML, "brief.yaml");
  const writer = await openWriter({ brief, store, clock, writerModel: model });
  const outcome = await writeDocument(writer);
  const [leaf] = writer.journal.state.accepted.values();
  const reasons = run.lines
    .filter(({ type }) => type === "candidate")
    .map(({ body }) => (body["reasons"] as string[]).toSorted().join(" "));
  return { outcome, leaf, reasons, text: [...writer.texts.values()][0] ?? "" };
}

const ITEMS = [
  "The ferry left at six with nobody on its upper deck.",
  "Marit tied the wet rope twice around the iron post.",
  "Her daughter counted lamps along the far side of the bay.",
  "Snow fell on the nets and covered the old wooden boats.",
];
const LIST = ITEMS.map((item) => `- ${item}`).join("\n");
const SHORT = [
  "The bell rang over the cold bay.",
  "An old man sold warm chestnuts.",
  "Gulls sat on every chimney.",
];
const SAME = [...SHORT, ...SHORT].map((item) => `- ${item}`).join("\n");

describe("a part whose drafts all have faults", () => {
  it("takes the one with the fewest faults after three rounds, and keeps them on record", async () => {
    const { outcome, leaf, reasons, text } = await written([SAME, LIST]);
    expect(new Set(reasons)).toEqual(new Set(["list", "list repetitive"]));
    expect(reasons).toHaveLength(6);
    expect(leaf?.attempts).toBe(3);
    expect(text).toContain("Marit tied the wet rope twice");
    expect(text).not.toContain("The bell rang over");
    expect(outcome.failedLeaves).toBe(0);
  });

  it("takes what is left of one that may not stand, once every sentence with a fault is cut out", async () => {
    const bad = [
      "The zeppelin came down over the roofs of the harbour at noon.",
      "Nobody had ever seen a zeppelin so close to the old church.",
      "A man on the zeppelin threw down a rope to the boats below.",
      "Then the zeppelin rose again and was gone behind the far hills.",
    ];
    const good = "Marit tied the wet rope twice around the iron post and waited.";
    const { outcome, leaf, reasons, text } = await written([[...bad, good].join(" ")]);
    expect(new Set(reasons)).toEqual(new Set(["avoid"]));
    expect(leaf?.attempts).toBe(3);
    expect(text).toContain(good);
    expect(text).not.toMatch(/zeppelin/);
    expect(outcome.failedLeaves).toBe(0);
  });

  it("fails where nothing would be left", async () => {
    const { outcome, leaf } = await written(["The zeppelin came down over the roofs at noon."]);
    expect(leaf).toBeUndefined();
    expect(outcome).toMatchObject({ status: "failed", failedLeaves: 1 });
    expect(outcome.issues[0]?.message).toContain("avoid");
  });
});
