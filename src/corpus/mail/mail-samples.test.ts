import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BenchmarkProfile } from "../../records/index.ts";
import { followReading } from "../follow-reading.ts";
import { readMailSampleIds, resolveMailSamples } from "./mail-samples.ts";
import { readMbox } from "./read-mailbox.ts";

const FILE = "tests/cases/corpus/mail-sample-ids.json";

async function resolved(profile: BenchmarkProfile) {
  const { samples } = await readMailSampleIds(FILE);
  const mails = followReading(readMbox("tests/cases/corpus/mailbox.mbox", { profile })).documents;
  const read = await resolveMailSamples(samples, mails, { file: FILE, profile });
  const findings = read.findings.map(({ outcome, reason, id }) => [outcome, reason, id]);
  return { samples: read.samples, findings, messages: read.findings.map(({ message }) => message) };
}

async function fileOf(content: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-samples-")), "samples.json");
  await writeFile(path, content);
  return path;
}

describe("readMailSampleIds", () => {
  it("refuses the second s1", async () => {
    const { samples, findings } = await readMailSampleIds(FILE);
    expect(samples.map(({ id }) => id)).toEqual(["s1", "s2", "s3", "s4", "s5", "s6"]);
    expect(findings.map(({ outcome, reason, id }) => [outcome, reason, id])).toEqual([
      ["rejected", "duplicate-id", "s1"],
    ]);
  });

  it("drops a sample that stands there twice, and lists each malformed one", async () => {
    const sample =
      '{"id":1,"input":"m","content_length":2,"profile":[{"text":"n","id":"p","date":null}]}';
    const bad = '{"id":"x","input":"m","content_length":-1,"profile":[]}';
    const { samples, findings } = await readMailSampleIds(
      await fileOf(`[${sample},${sample},${bad},7]`),
    );
    expect(samples).toEqual([
      { id: "1", input: "m", contentLength: 2, profile: [{ text: "n", id: "p", date: "" }] },
    ]);
    expect(findings.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      "dropped duplicate",
      "rejected invalid-sample",
      "rejected invalid-sample",
    ]);
    expect(findings[1]?.message).toContain("sample 3 is malformed");
  });

  it("refuses a file that holds no array", async () => {
    await expect(readMailSampleIds(await fileOf("{}"))).rejects.toMatchObject({
      code: "invalid-json",
    });
  });
});

describe("resolveMailSamples", () => {
  it("names all missing mails in one finding", async () => {
    const { messages } = await resolved("longhand");
    expect(messages[0]).toBe(
      "3 mails of 2 samples are missing: m97@example.org, m98@example.org, m99@example.org",
    );
  });

  it("gives s1 its first words and the rest, joined by single spaces", async () => {
    const { samples } = await resolved("longhand");
    expect(samples[0]).toMatchObject({
      id: "s1",
      userId: "u1",
      title: "Plan for the spring garden day",
      prefix: "We meet at nine by",
      output:
        "the gate and bring gloves, seeds and a long hose. Please say by Friday whether you can come.",
    });
    expect(samples[0]?.profile.map(({ id, date }) => [id, date])).toEqual([
      ["p1", "2003-01-07"],
      ["p2", "2003-01-08"],
    ]);
  });

  it("warns of the empty prefix and profile of s4, and refuses s5, which leaves no output", async () => {
    const { samples, findings } = await resolved("longhand");
    expect(samples.map(({ id }) => id)).toEqual(["s1", "s4", "s6"]);
    expect(findings).toEqual([
      ["rejected", "missing-mail", undefined],
      ["warning", "empty-prefix", "s4"],
      ["warning", "empty-profile", "s4"],
      ["rejected", "empty-output", "s5"],
      ["dropped", "target-in-profile", "s6"],
      ["warning", "empty-profile", "s6"],
    ]);
  });

  it("leaves the target in the profile of s6 in longlamp-paper, and warns", async () => {
    const { samples, findings } = await resolved("longlamp-paper");
    expect(samples.at(-1)?.profile.map(({ id }) => id)).toEqual(["p5"]);
    expect(findings.at(-1)).toEqual(["warning", "target-in-profile", "s6"]);
  });
});
