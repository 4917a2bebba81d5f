import { afterAll, describe, expect, it } from "vitest";
import { pythonWords } from "../../text/index.ts";
import {
  type BuiltTest,
  buildAt,
  corpusOf,
  funnelLines,
  testFolder,
  words,
} from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

function mails(author: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `${author}-${String(at).padStart(3, "0")}`,
    author,
    text: words(64, `${author}${at}x`),
    title: words(5, "s"),
    date: `2001-${String(1 + Math.floor(at / 28)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`,
  }));
}

function allOf({ rows }: BuiltTest) {
  return (["train", "validation", "test"] as const).flatMap((split) => rows(split));
}

describe("buildBenchmark of mails", () => {
  it("applies each rule at its bound", async () => {
    const rows = [
      ...mails("anna", 10),
      ...mails("bert", 9),
      { ...mails("bert", 1)[0], id: "b1", text: words(63, "b1-") },
      { ...mails("bert", 1)[0], id: "b2", text: words(64, "b2-"), title: words(4) },
      ...mails("carl", 200),
      ...mails("dora", 201),
    ];
    const source = await corpusOf(folder, { kind: "documents", rows });
    const { card } = await buildAt(folder, "email", { source });
    expect(funnelLines(card).slice(0, 5)).toEqual([
      "its title or summary has at least 5 words: 422 → 421 (4 → 4)",
      "mail has at least 64 words: 421 → 420 (4 → 4)",
      "mail does not repeat another of its author: 420 → 420 (4 → 4)",
      // Bert has 9, Dora 201.
      "author has at least 10 and at most 200 mails: 420 → 210 (4 → 2)",
      "mail was drawn as a target: 210 → 105 (2 → 2)",
    ]);
  });

  it("makes half of a sender's mails examples, and the other half the profile of all", async () => {
    const source = await corpusOf(folder, { kind: "documents", rows: mails("anna", 11) });
    const built = await buildAt(folder, "email", { source });
    const examples = allOf(built);
    // round(5.5) = 6 examples; the profile is the other 5.
    expect(examples).toHaveLength(6);
    const targets = new Set(examples.map(({ target_id }) => target_id));
    for (const { profile, input, output, target_id: id } of examples) {
      expect(profile).toHaveLength(5);
      expect(profile.some((item) => targets.has(String(item["id"])))).toBe(false);
      const text = words(64, `anna${Number(id.split("-")[1])}x`);
      const prefix = input.split(". text: ")[1] ?? "";
      expect(`${prefix} ${output}`).toBe(text);
      // 20 to 30 % of 64 words are 12.8 to 19.2.
      expect(pythonWords(prefix).length).toBeGreaterThanOrEqual(13);
      expect(pythonWords(prefix).length).toBeLessThanOrEqual(19);
      expect(
        input.startsWith("Complete the text of the following email. title: s0 s1 s2 s3 s4. text: "),
      ).toBe(true);
    }
  });

  it("joins outputs by single spaces under longlamp-paper, as released, and leaves profiles alone", async () => {
    const rows = mails("anna", 12).map((mail) => ({
      ...mail,
      text: `Dear  Bo,\n\n${mail.text.replaceAll(" ", "\r\n")}\n`,
    }));
    const source = await corpusOf(folder, { kind: "documents", rows });
    const paper = allOf(await buildAt(folder, "email", { source, profile: "longlamp-paper" }));
    const own = allOf(await buildAt(folder, "email", { source }));
    expect(paper).toHaveLength(6);
    for (const [at, { input, output, profile, target_id: id }] of paper.entries()) {
      const text = rows.find((row) => row.id === id)?.text ?? "";
      const prefix = input.split(". text: ")[1] ?? "";
      expect(`${prefix} ${output}`).toBe(pythonWords(text).join(" "));
      expect(own[at]?.output).toMatch(/^\S+\r\n[^ ]+\S$/);
      const texts = rows.map((row) => row.text);
      expect(profile.every((item) => texts.includes(String(item["text"])))).toBe(true);
    }
    const kept = { source, profile: "longlamp-paper", options: { outputSpaces: "kept" } } as const;
    expect(allOf(await buildAt(folder, "email", kept))[0]?.output).toContain("\r\n");
  });

  it("takes all other mails as the profile if told to", async () => {
    const source = await corpusOf(folder, { kind: "documents", rows: mails("anna", 11) });
    const built = await buildAt(folder, "email", {
      source,
      options: { profileFrom: "all-others" },
    });
    for (const { profile, target_id } of allOf(built)) {
      expect(profile).toHaveLength(10);
      expect(profile.map(({ id }) => id)).not.toContain(target_id);
    }
  });

  it("parts a sender's mails by date, and keeps half of validation and test", async () => {
    const rows = ["anna", "bert", "carl", "dora"].flatMap((author) => mails(author, 20));
    const undated = { ...mails("anna", 1)[0], id: "a-none", text: words(64, "n"), date: null };
    const source = await corpusOf(folder, { kind: "documents", rows: [...rows, undated] });
    const built = await buildAt(folder, "email", { source, setting: "temporal" });
    // 2, 2 and 4 of 20 mails each (2.1 and 4.2 of Anna's 21); half of 8 is 4.
    expect(built.card.splits).toEqual({ train: 16, validation: 4, test: 4 });
    for (const { date, profile, target_id: id } of built.rows("train")) {
      // The eight newest are targets; of the four that are train, the newest is the 16th.
      expect(Number(id.split("-")[1])).toBeGreaterThanOrEqual(12);
      expect(Number(id.split("-")[1])).toBeLessThanOrEqual(15);
      expect(profile.every((item) => String(item["date"] ?? "") < String(date))).toBe(true);
      expect(profile).toHaveLength(id.startsWith("anna") ? 13 : 12);
    }
    for (const { target_id: id } of built.rows("test")) {
      expect(Number(id.split("-")[1])).toBeGreaterThanOrEqual(18);
    }
    const anna = built.rows("train").find(({ user_id: user }) => user === "anna");
    expect(anna?.profile[0]?.["id"]).toBe("a-none");
  });

  it("takes copies of a target out of its profile under longhand only", async () => {
    const copies = mails("anna", 12).map((mail, at) => ({
      ...mail,
      text: words(64, `c${at % 6}-`),
    }));
    const source = await corpusOf(folder, { kind: "documents", rows: copies });
    const options = { duplicates: "keep" };
    const built = await buildAt(folder, "email", { source, options });
    const removed = allOf(built).reduce((sum, { profile }) => sum + 6 - profile.length, 0);
    expect(built.card.counts["copiesLeftOut"]).toBe(removed);
    expect(removed).toBeGreaterThan(0);
    const paper = await buildAt(folder, "email", { source, profile: "longlamp-paper" });
    expect(allOf(paper).every(({ profile }) => profile.length === 6)).toBe(true);
    expect(paper.card.checks.find(({ check }) => check === "target-in-profile")?.status).toBe(
      "warning",
    );
  });
});
