import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectReading } from "../follow-reading.ts";
import { type MailOptions, readEml, readMbox } from "./read-mailbox.ts";

const HEAD =
  "From: ann@example.org\nMessage-ID: <x@example.org>\nDate: Mon, 6 Jan 2003 09:00:00 GMT\n";

async function readMail(mail: string | Uint8Array, options?: MailOptions) {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-mail-")), "mail.eml");
  await writeFile(path, mail);
  const { documents, report } = await collectReading(readEml(path, options));
  return { document: documents[0], reasons: report.findings.map(({ reason }) => reason) };
}

async function readBox(content: string, options?: MailOptions) {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-mail-")), "box.mbox");
  await writeFile(path, content);
  const { documents, report } = await collectReading(readMbox(path, options));
  const findings = report.findings.map(({ place, reason }) => [place.line, reason]);
  return { documents, findings };
}

function multipart(kind: string, ...parts: readonly string[]): string {
  const body = parts.map((part) => `--b\n${part}\n`).join("");
  return `${HEAD}Content-Type: multipart/${kind}; boundary=b\n\n${body}--b--\n`;
}

describe("readEml", () => {
  it.each([
    ['"Writer, One" <ANN@Example.org>', "ann@example.org"],
    ["ann@example.org (Ann <bob@example.org> Lee)", "ann@example.org"],
    ["Ann Lee", "ann lee"],
    ["=?utf-8?Q?Z=C3=B6e?= <zoe@example.org>", "zoe@example.org"],
  ])("takes the author from %j", async (from, author) => {
    const { document } = await readMail(`From: ${from}\n\nText.\n`);
    expect(document?.author).toBe(author);
  });

  it("rejects a mail without a sender or without a text", async () => {
    expect((await readMail("Subject: x\n\nText.\n")).reasons).toEqual(["author-missing"]);
    expect((await readMail(`${HEAD}\n \n`)).reasons).toEqual(["text-empty"]);
    expect((await readMail(`${HEAD}Content-Type: image/png\n\nabc\n`)).reasons).toEqual([
      "text-empty",
    ]);
  });

  it("makes an id from the content where there is no Message-ID", async () => {
    const { document } = await readMail(
      "From: a@example.org\nDate: 6 Jan 2003 09:00 UT\n\nText.\n",
    );
    expect(document?.id).toMatch(/^doc-[0-9a-f]{24}$/);
  });

  it("joins text parts around a picture and leaves attached mails out", async () => {
    const { document } = await readMail(
      multipart(
        "mixed",
        "Content-Type: text/plain\n\nBefore.",
        "Content-Type: image/png\n\nabc",
        "Content-Type: text/plain\n\nAfter.",
        "Content-Type: message/rfc822\n\nFrom: bob@example.org\n\nNot mine.",
      ),
    );
    expect(document?.text).toBe("Before.\n\nAfter.");
  });

  it("takes the HTML where the plain alternative is blank", async () => {
    const { document } = await readMail(
      multipart(
        "alternative",
        "Content-Type: text/plain\n\n ",
        "Content-Type: text/html\n\n<p>Only <i>here</i>.</p>",
      ),
    );
    expect(document?.text).toBe("Only here.");
  });

  it("takes what mail programs mark as a quote out of HTML in longhand only", async () => {
    const html =
      '<div>Mine.</div><div class="gmail_quote"><div class="gmail_attr">On Monday Ann wrote:</div><blockquote>Theirs.</blockquote></div>';
    const mail = `${HEAD}Content-Type: text/html\n\n${html}\n`;
    expect((await readMail(mail)).document?.text).toBe("Mine.");
    const paper = await readMail(mail, { profile: "longlamp-paper" });
    expect(paper.document?.text).toContain("Theirs.");
  });

  it("joins the soft line ends of format=flowed in longhand only", async () => {
    const mail = `${HEAD}Content-Type: text/plain; format=flowed\n\nOne line that \ngoes on.\n`;
    expect((await readMail(mail)).document?.text).toBe("One line that goes on.");
    const paper = await readMail(mail, { profile: "longlamp-paper" });
    expect(paper.document?.text).toBe("One line that \ngoes on.");
  });

  it.each([
    ["iso-2022-jp", "\x1b$BF|K\\\x1b(B", "日本", []],
    ["utf-8", "caf\xc3\xa9 \xff \xc3\xa9", "café \ufffd é", ["wrong-charset"]],
    ["utf-8", "caf\xe9 \x93so\x94", "café “so”", ["wrong-charset"]],
    ["us-ascii", "caf\xc3\xa9", "café", ["wrong-charset"]],
    ["unknown-8bit", "caf\xe9", "café", ["unknown-charset"]],
    ["cp437", "caf\x82", "café", []],
  ])("decodes %s", async (...given) => {
    const [charset, body, expected, reasons] = given;
    const head = `${HEAD}Content-Type: text/plain; charset=${charset}\n\n`;
    const read = await readMail(Buffer.from(`${head}${body}\n`, "latin1"));
    expect(read.document?.text).toBe(expected);
    expect(read.reasons).toEqual(reasons);
  });

  it("survives headers and structures that are beyond all limits", async () => {
    const deep = Array.from(
      { length: 60 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    );
    const { document, reasons } = await readMail(
      `${HEAD}${deep.join("")}Content-Type: text/plain\n\nDeep.`,
    );
    expect([document?.text, ...reasons]).toEqual(["Deep.", "cut-off"]);
    const parts = Array.from({ length: 1_200 }, () => "Content-Type: text/plain\n\nx");
    expect((await readMail(multipart("mixed", ...parts))).reasons).toEqual(["damaged"]);
  });
});

describe("readMbox", () => {
  const line = "From ann@example.org Mon Jan  6 09:00:00 2003\n";

  it("keeps only mails from the author's addresses, under the author's name", async () => {
    const box = `${line}From: ann@example.org\n\nMine.\n\n${line}From: bob@example.org\n\nTheirs.\n`;
    const { documents, findings } = await readBox(box, {
      author: "Ann Lee",
      addresses: ["Ann@Example.org"],
    });
    expect(documents.map(({ author, text }) => [author, text])).toEqual([["Ann Lee", "Mine."]]);
    expect(findings).toContainEqual([6, "other-author"]);
  });

  it.each([
    ["From - Mon Jan 06 09:00:00 2003"],
    ["From 1234@xxx Mon Jan 06 08:00:00 +0000 2003"],
    ["From ann at example.org  Mon Jan  6 09:00:00 2003"],
  ])("knows %j as the start of a mail", async (separator) => {
    const box = `${separator}\r\nFrom: a@example.org\r\n\r\nOne.\r\n\r\n${separator}\r\nFrom: b@example.org\r\n\r\nTwo.\r\n`;
    const { documents } = await readBox(box);
    expect(documents.map(({ text }) => text)).toEqual(["One.", "Two."]);
  });

  it("takes a dated line without headers after it for text", async () => {
    const box = `${line}From: a@example.org\n\nOne.\n\nFrom here it was Mon Jan 6 09:00:00 2003\nand late.\n`;
    const { documents } = await readBox(box);
    expect(documents[0]?.text).toContain("From here it was Mon Jan 6 09:00:00 2003\nand late.");
  });

  it("warns of a mail that begins without a blank line before it", async () => {
    const { documents, findings } = await readBox(
      `${line}From: a@example.org\n\nOne.\n${line}From: b@example.org\n\nTwo.\n`,
    );
    expect(documents).toHaveLength(2);
    expect(findings).toContainEqual([5, "missing-blank-line"]);
  });

  it("rejects a file that is no mailbox", async () => {
    const { documents, findings } = await readBox("Dear Ann,\nthis is a letter.\n");
    expect([documents, findings]).toEqual([[], [[1, "not-a-mailbox"]]]);
  });

  it("refuses a mail above 64 MiB and reads the next one", async () => {
    const huge = `${"x".repeat(1023)}\n`.repeat(66_000);
    const { documents, findings } = await readBox(
      `${line}From: a@example.org\n\n${huge}\n${line}From: b@example.org\n\nTwo.\n`,
    );
    expect(documents.map(({ text }) => text)).toEqual(["Two."]);
    expect(findings).toContainEqual([1, "too-large"]);
  }, 30_000);
});
