import { beforeAll, describe, expect, it } from "vitest";
import type { CorpusDocument, CorpusFinding, CorpusReport } from "../../records/index.ts";
import { collectReading } from "../follow-reading.ts";
import { readEml, readMbox } from "./read-mailbox.ts";

const MAILBOX = "tests/cases/corpus/mailbox.mbox";

interface Read {
  readonly documents: readonly CorpusDocument[];
  readonly report: CorpusReport;
}

function named({ documents }: Read, name: string): CorpusDocument | undefined {
  return documents.find(({ id }) => id === `${name}@example.org`);
}

function findingsOf({ report }: Read, name: string): string[] {
  const about = ({ id }: CorpusFinding): boolean => id === `${name}@example.org`;
  return report.findings.filter(about).map(({ outcome, reason }) => `${outcome} ${reason}`);
}

describe("readMbox on mailbox.mbox", () => {
  let longhand: Read;
  let paper: Read;
  beforeAll(async () => {
    longhand = await collectReading(readMbox(MAILBOX));
    paper = await collectReading(readMbox(MAILBOX, { profile: "longlamp-paper" }));
  });

  it("finds 18 mails", () => {
    const counted = ({ report: { counts } }: Read): number =>
      counts.documents + counts.rejected + counts.dropped;
    expect([counted(longhand), counted(paper)]).toEqual([18, 18]);
    expect([longhand.documents.length, paper.documents.length]).toEqual([15, 17]);
  });

  it("drops m13, which is m01 again, and says on which line it begins", () => {
    for (const read of [longhand, paper]) {
      expect(findingsOf(read, "m01")).toEqual(["dropped duplicate"]);
      expect(read.documents.filter(({ id }) => id === "m01@example.org")).toHaveLength(1);
    }
    const [dropped] = longhand.report.findings.filter(({ reason }) => reason === "duplicate");
    expect(dropped?.place).toEqual({ file: MAILBOX, line: 185 });
  });

  it("decodes the soft breaks of m02, keeps its bad escape and warns", () => {
    const text = named(longhand, "m02")?.text;
    expect(text).toContain("café opens at 8 and the price is 3=3, which is a softbreak without");
    expect(text).toContain("The next line has a bad escape =ZZ and goes on.");
    expect(findingsOf(longhand, "m02")).toEqual(["warning bad-escape"]);
  });

  it("joins the two encoded words of m03 and decodes its base64", () => {
    expect(named(longhand, "m03")).toMatchObject({
      title: "A subject in two encoded wörds, folded once",
      text: "The body is base64. Ünïcode must survive, and so must an em dash — here.",
    });
  });

  it("reads m04 as windows-1252 although Latin-1 is declared", () => {
    expect(named(longhand, "m04")?.text).toBe("She said “we are late” – and the fee is 5 €.");
  });

  it("reads m05, whose charset nobody knows, as UTF-8 and warns", () => {
    expect(named(longhand, "m05")?.text).toBe("The bytes are UTF-8 after all: naïve façade.");
    expect(findingsOf(longhand, "m05")).toEqual(["warning unknown-charset"]);
  });

  it("takes the plain part of m06 and nothing else", () => {
    for (const read of [longhand, paper]) {
      expect(named(read, "m06")?.text).toBe("The plain part is the one to keep.");
    }
  });

  it("takes the text of m07's HTML without style, script and title", () => {
    expect(named(longhand, "m07")?.text).toBe("First paragraph & more.\n\nSecond\nline");
  });

  it("leaves m08 and m09 undated and warns", () => {
    expect(named(longhand, "m08")).not.toHaveProperty("date");
    expect(findingsOf(longhand, "m08")).toEqual(["warning no-date"]);
    expect(named(longhand, "m09")).not.toHaveProperty("date");
    expect(findingsOf(longhand, "m09")).toEqual(["warning bad-date"]);
  });

  it("takes quote and signature out of m10 in longhand only", () => {
    expect(named(longhand, "m10")?.text).toBe(
      "Nine is fine for me, and I can bring the hose.\n\nI will also ask about the gate key.",
    );
    const whole = named(paper, "m10")?.text;
    expect(whole).toMatch(
      /^Nine is fine[\s\S]*wrote:\n> We meet[\s\S]*-- \nwriter-1\na signature line$/,
    );
  });

  it("takes the forwarded mail out of m11 in longhand only", () => {
    expect(named(longhand, "m11")?.text).toBe("Please see the minutes below.");
    expect(named(paper, "m11")?.text).toMatch(/These words were written by someone else\.$/);
  });

  it("reads m12 as one mail and takes one > off its escaped lines", () => {
    for (const read of [longhand, paper]) {
      expect(named(read, "m12")?.text).toBe(
        [
          "The harbour is quiet today.",
          "",
          "From the harbour we walked to the mill, and this line starts with From.",
          "From the mill we walked back; this one was escaped once.",
          ">From the start; this one was escaped twice in mboxrd style.",
        ].join("\n"),
      );
    }
  });

  it("leaves >>From of m12 alone in the dialect o", async () => {
    const read = await collectReading(readMbox(MAILBOX, { dialect: "o" }));
    const lines = named(read, "m12")?.text.split("\n").slice(-2);
    expect(lines).toEqual([
      "From the mill we walked back; this one was escaped once.",
      ">>From the start; this one was escaped twice in mboxrd style.",
    ]);
  });

  it("gives m14 an empty title", () => {
    expect(named(longhand, "m14")?.title).toBe("");
  });

  it("rejects m15 in longhand, because nothing in it was authored", () => {
    expect(findingsOf(longhand, "m15")).toEqual(["rejected nothing-authored"]);
    expect(named(paper, "m15")?.text).toContain("> There is nothing authored in it.");
  });

  it("drops the automatic m16 in longhand and keeps it in longlamp-paper", () => {
    expect(findingsOf(longhand, "m16")).toEqual(["dropped automatic-reply"]);
    expect(named(paper, "m16")?.text).toContain("I am away");
  });

  it("takes m17's sender for the same person, and reads its short date", () => {
    expect(named(longhand, "m17")).toMatchObject({
      author: "writer-1@example.org",
      date: "2003-01-19T09:30:00Z",
    });
    expect(new Set(paper.documents.map(({ author }) => author))).toEqual(
      new Set(["writer-1@example.org"]),
    );
  });

  it("keeps the text of m18, which was cut off, and warns", () => {
    expect(named(longhand, "m18")?.text).toBe("The file was cut off before the end of this part");
    expect(findingsOf(longhand, "m18")).toEqual(["warning cut-off"]);
  });
});

describe("readEml on cp1252-labelled-ascii.eml", () => {
  it("decodes subject and body as windows-1252, ends a line at CR, removes NUL, and warns", async () => {
    const read = await collectReading(readEml("tests/cases/corpus/cp1252-labelled-ascii.eml"));
    expect(named(read, "e01")).toEqual({
      id: "e01@example.org",
      author: "writer-1@example.org",
      title: "Raw bytes in the subject – and the body",
      date: "2003-01-21T09:30:00Z",
      text: "It’s labelled ASCII, but it holds “smart quotes” and 0x85 as an ellipsis…\nA lone carriage return\nsplits this line, and a NUL  follows.",
    });
    expect(findingsOf(read, "e01")).toEqual([
      "warning wrong-charset",
      "warning wrong-charset",
      "warning nul-removed",
    ]);
  });
});
