import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { importDump } from "../../../tests/import-dump.ts";
import { syntheticAvocado } from "../../../tests/synthetic-avocado.ts";
import { SYNTHETIC_SENDERS } from "../../../tests/synthetic-mails.ts";
import { pythonWords } from "../../text/index.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-avocado-"));
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;

function out(): string {
  folders += 1;
  return join(folder, String(folders));
}

function tree(files: Iterable<readonly [string, Uint8Array]>): string {
  const top = out();
  for (const [name, content] of files) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), content);
  }
  return top;
}

function collection(texts: Readonly<Record<string, string>>, xml = ""): string {
  const zip = zipSync(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])),
  );
  const files: [string, Uint8Array][] = [["data/text/001.zip", zip]];
  if (xml !== "") files.push(["data/custodians.xml", strToU8(xml)]);
  return tree(files);
}

const MAIL =
  "From: Ann <ann@example.org>\nSubject: Plans\nDate: Mon, 1 Jan 2001 09:30:00 +0000\n\nLet us begin.\n";

describe("importAvocado", () => {
  it("reads a whole collection: headers from the texts or the XML, mails sent by custodians only", async () => {
    const from = [tree(syntheticAvocado())];
    const all = await importDump({ format: "avocado", from, out: out() });
    // 440 mails, and one that each of six custodians received; their attachments are skipped.
    expect(all.card.counts).toMatchObject({ documents: 446, rejected: 0, skipped: 6 });
    const settings = { sentOnly: "true" };
    const { rows, card } = await importDump({ format: "avocado", from, out: out(), settings });
    expect(card.counts).toMatchObject({ documents: 440, dropped: 6, reasons: { "not-sent": 6 } });
    const long = rows.filter(
      ({ text, title }) =>
        pythonWords(String(text)).length >= 64 && pythonWords(String(title)).length >= 5,
    );
    const counts = Object.keys(SYNTHETIC_SENDERS).map((name) => [
      name,
      long.filter(({ author }) => author === name).length,
    ]);
    expect(Object.fromEntries(counts)).toEqual(SYNTHETIC_SENDERS);
    expect(rows.every(({ date }) => date !== null)).toBe(true);
  }, 60_000);

  it("makes a row of a mail", async () => {
    const from = [collection({ "001/001-000001-EM.txt": MAIL })];
    const { rows } = await importDump({ format: "avocado", from, out: out() });
    expect(rows).toEqual([
      {
        ord: 0,
        id: "001-000001-EM",
        author: "ann@example.org",
        text: "Let us begin.",
        title: "Plans",
        date: "2001-01-01T09:30:00Z",
        source: "data/text/001.zip/001/001-000001-EM.txt",
        line: null,
        fields: '{"custodian":"001"}',
      },
    ]);
  });

  it.each([
    ["attributes", '<item id="m1" sender="ann@example.org" subject="Plans" date="2001-01-01"/>'],
    [
      "elements, in a namespace",
      "<a:message id='m1'><a:from>Ann &lt;ann@example.org&gt;</a:from><a:subject>Plans</a:subject><a:sent>2001-01-01</a:sent></a:message>",
    ],
    [
      "named fields",
      '<email id="m1"><field name="From">ann@example.org</field><field name="Subject" value="Plans"/><tag name="Date Sent">2001-01-01</tag></email>',
    ],
  ])("finds sender, subject and date in the XML as %s", async (_, xml) => {
    const from = [collection({ "m1.txt": "Let us begin." }, `<all>${xml}</all>`)];
    const { rows } = await importDump({ format: "avocado", from, out: out() });
    expect(rows).toMatchObject([{ author: "ann@example.org", title: "Plans", date: "2001-01-01" }]);
  });

  it("does not expand entities of a document type", async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><item id="m1" from="ann@example.org"><subject>&a;&b;</subject></item>';
    const from = [collection({ "m1.txt": "Let us begin." }, xml)];
    const { rows } = await importDump({ format: "avocado", from, out: out() });
    expect(rows[0]?.["title"]).toBe("&a;&b;");
  });

  it("rejects a mail that names no sender anywhere, and keeps the words of one without headers", async () => {
    const texts = { "m1.txt": "Dear all: we begin.\n\nAnn", "m2.txt": MAIL };
    const from = [collection(texts)];
    const { said } = await importDump({ format: "avocado", from, out: out() });
    expect(said).toEqual(["rejected m1.txt: author is missing"]);
    const settings = { author: "Ann" };
    const { rows } = await importDump({ format: "avocado", from, out: out(), settings });
    expect(rows.map(({ text }) => text)).toEqual(["Dear all: we begin.\n\nAnn", "Let us begin."]);
  });

  it("refuses an unsafe archive as a whole, and reads the others", async () => {
    const unsafe = zipSync({ "ok.txt": strToU8(MAIL), "../up.txt": strToU8(MAIL) });
    const safe = zipSync({ "m1.txt": strToU8(MAIL) });
    const from = [
      tree([
        ["001.zip", unsafe],
        ["002.zip", safe],
        ["003.zip", strToU8("no zip")],
      ]),
    ];
    const { rows, said } = await importDump({ format: "avocado", from, out: out() });
    expect(rows.map(({ id }) => id)).toEqual(["m1"]);
    expect(said).toEqual([
      'rejected 001.zip: The archive is not read: "../up.txt" leads out of the archive.',
      expect.stringMatching(/^rejected 003\.zip: The archive cannot be read: /),
    ]);
  });
});
