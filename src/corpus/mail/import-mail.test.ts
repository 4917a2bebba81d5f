import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { importDump } from "../../../tests/import-dump.ts";
import { mailText, SYNTHETIC_SENDERS, syntheticMails } from "../../../tests/synthetic-mails.ts";
import { pythonWords } from "../../text/index.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-mail-"));
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;

/** A folder with these files. */
function tree(files: Readonly<Record<string, string>>): string {
  folders += 1;
  const top = join(folder, String(folders));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), content);
  }
  return top;
}

function out(): string {
  folders += 1;
  return join(folder, String(folders));
}

function mail(from: string, text: string, id?: string): string {
  const named = id === undefined ? [] : [`Message-ID: <${id}>`];
  const headers = [
    ...named,
    `From: ${from}`,
    "Subject: On a subject",
    "Date: Mon, 1 Jan 2001 09:30:00 +0000",
  ];
  return `${[...headers, "", text, ""].join("\n")}`;
}

describe("importMaildir", () => {
  it("reads the mails of cur and new and of folders with a dot, and passes over all else", async () => {
    const top = tree({
      "Maildir/cur/1.host:2,S": mail("ann@example.org", "One."),
      "Maildir/new/2.host": mail("Ann <ANN@example.org>", "Two."),
      "Maildir/tmp/3.host": mail("ann@example.org", "Half a"),
      "Maildir/.Sent/cur/4.host:2,S": mail("ann@example.org", "Four."),
      "Maildir/.Sent/maildirfolder": "",
      "Maildir/dovecot-uidlist": "3 V1",
      "Maildir/.uidvalidity": "5",
      "Maildir/cur/5.host": "no header here\n",
    });
    const { card, rows, said } = await importDump({ format: "maildir", from: [top], out: out() });
    expect(
      rows.map(({ source, author, text, title, date }) => [source, author, text, title, date]),
    ).toEqual(
      [
        ["Maildir/.Sent/cur/4.host:2,S", "Four."],
        ["Maildir/cur/1.host:2,S", "One."],
        ["Maildir/new/2.host", "Two."],
      ].map(([source, text]) => [
        source,
        "ann@example.org",
        text,
        "On a subject",
        "2001-01-01T09:30:00Z",
      ]),
    );
    expect(said).toEqual(["rejected 5.host: no mail: the first line is no header"]);
    expect(card.counts.reasons).toEqual({
      "hidden-file": 1,
      "not-a-file": 1,
      "not-a-mail": 1,
      "unknown-extension": 2,
    });
  });

  const ENRON = {
    "allen-p/_sent_mail/1.": mail(
      "phillip.allen@example.org",
      "Here is our forecast.",
      "1@example.org",
    ),
    "allen-p/all_documents/1.": mail(
      "phillip.allen@example.org",
      "Here is our forecast.",
      "2@example.org",
    ),
    "allen-p/inbox/1.": mail("jane@example.org", "What about the forecast?", "3@example.org"),
    "bass-e/sent_items/1.": mail("eric.bass@example.org", "No game today.", "4@example.org"),
  };

  it("reads nested folders of files without an ending; each author is a sender", async () => {
    const { rows } = await importDump({ format: "maildir", from: [tree(ENRON)], out: out() });
    // The two copies have two ids; whether their text counts twice is for the builder to say.
    expect(rows.map(({ id, author }) => [id, author])).toEqual([
      ["1@example.org", "phillip.allen@example.org"],
      ["2@example.org", "phillip.allen@example.org"],
      ["3@example.org", "jane@example.org"],
      ["4@example.org", "eric.bass@example.org"],
    ]);
  });

  it("takes mails of folders of sent mails only, or of some senders only", async () => {
    const from = [tree(ENRON)];
    const sent = await importDump({
      format: "maildir",
      from,
      out: out(),
      settings: { sentOnly: "true" },
    });
    expect(sent.rows.map(({ id }) => id)).toEqual(["1@example.org", "4@example.org"]);
    expect(sent.card.counts).toMatchObject({ dropped: 2, reasons: { "not-sent": 2 } });
    const settings = { address: "JANE@example.org, eric.bass@example.org" };
    const some = await importDump({ format: "maildir", from, out: out(), settings });
    expect(some.rows.map(({ id }) => id)).toEqual(["3@example.org", "4@example.org"]);
    expect(some.card.counts.reasons).toEqual({ "other-author": 2 });
    expect(some.card.options).toEqual({
      profile: "longhand",
      sentOnly: false,
      addresses: ["jane@example.org", "eric.bass@example.org"],
    });
  });

  it("gives each mail without a Message-ID an id of its own, the same each time", async () => {
    const files = {
      "a/1": mail("ann@example.org", "One."),
      "b/1": mail("ann@example.org", "One."),
    };
    const from = [tree(files)];
    const ids = (await importDump({ format: "maildir", from, out: out() })).rows.map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(2);
    const again = await importDump({ format: "maildir", from, out: out() });
    expect(again.rows.map(({ id }) => id)).toEqual(ids);
  });

  it("takes quotes out or keeps them, by the profile", async () => {
    const text = "Yes.\n\nOn Monday Bob wrote:\n> Shall we?";
    const from = [tree({ "1": mail("ann@example.org", text) })];
    const longhand = await importDump({ format: "maildir", from, out: out() });
    const settings = { profile: "longlamp-paper" };
    const paper = await importDump({ format: "maildir", from, out: out(), settings });
    expect([longhand, paper].map(({ rows }) => rows[0]?.["text"])).toEqual(["Yes.", text]);
  });

  it("says that it found nothing, and leaves nothing", async () => {
    const to = out();
    const attempt = importDump({ format: "maildir", from: [tree({ a: "" })], out: to });
    await expect(attempt).rejects.toMatchObject({
      code: "no-documents",
      message: expect.stringContaining("the file is empty"),
    });
    expect([to, `${to}.unfinished`].filter((path) => existsSync(path))).toEqual([]);
  });

  it("names a mail that comes again by its place below what was named, tree by tree", async () => {
    const [first, second] = [1, 2].map(() =>
      tree({ "inbox/1": mail("ann@example.org", "Yes.", "same") }),
    );
    const findings: string[] = [];
    await importDump({
      format: "maildir",
      from: [first ?? "", second ?? ""],
      out: out(),
      context: { onFinding: ({ outcome, place }) => findings.push(`${outcome} ${place.file}`) },
    });
    expect(findings).toEqual([`dropped ${join(second ?? "", "inbox/1")}`]);
  });
});

describe("all formats of mail", () => {
  const MAILS = syntheticMails();

  function mailbox(): string {
    return MAILS.map(
      (given) =>
        `From ${given.from} Mon Jan  1 09:30:00 2001\n${mailText(given).replaceAll("\r\n", "\n")}\n`,
    ).join("");
  }

  const sources = {
    mailboxes: () => tree({ "all.mbox": mailbox() }),
    maildir: () =>
      tree(Object.fromEntries(MAILS.map((given) => [`cur/${given.id}`, mailText(given)]))),
    "mail-jsonl": () =>
      tree({
        "mails.jsonl": MAILS.map(({ body: email, ...rest }) =>
          JSON.stringify({ email, ...rest }),
        ).join("\n"),
      }),
  } as const;

  it.each(["mailboxes", "maildir", "mail-jsonl"] as const)(
    "keeps in %s what the thresholds of a builder are about",
    async (format) => {
      const { rows, card } = await importDump({ format, from: [sources[format]()], out: out() });
      expect(card).toMatchObject({
        kind: "documents",
        format,
        counts: { documents: 440, rejected: 0 },
      });
      const long = rows.filter(
        ({ text, title }) =>
          pythonWords(String(text)).length >= 64 && pythonWords(String(title)).length >= 5,
      );
      const counts = Object.keys(SYNTHETIC_SENDERS).map((name) => [
        name,
        long.filter(({ author }) => author === name).length,
      ]);
      expect(Object.fromEntries(counts)).toEqual(SYNTHETIC_SENDERS);
      const byId = new Map(rows.map(({ id, date }) => [id, date]));
      expect(MAILS.every(({ id, date }) => byId.get(id) === date)).toBe(true);
    },
  );
});

describe("importMailboxes", () => {
  it("gives the mails of the case as the other import does", async () => {
    const { card, rows } = await importDump({
      format: "mailboxes",
      from: ["tests/cases/corpus/mailbox.mbox"],
      out: out(),
    });
    expect(rows).toHaveLength(15);
    expect(card.counts).toMatchObject({
      rejected: 1,
      dropped: 2,
      warnings: 5,
      reasons: { duplicate: 1, "automatic-reply": 1, "nothing-authored": 1 },
    });
    expect(rows[0]).toMatchObject({
      id: "m01@example.org",
      line: 1,
      source: "mailbox.mbox",
      fields: "{}",
    });
  });
});

describe("importAeslc", () => {
  it("reads body and subject, and the mailbox as the author", async () => {
    const top = tree({
      "dev/allen-p_sent_20.subject":
        "Let us meet at nine.\n\nPhillip\n\n@subject\nMeeting at nine\n\n@ann0\nMeeting\n@ann1\nAt nine\n",
      "train/bass-e_inbox_3.subject": "Who won?\n@subject\nThe game",
      "train/notes.txt": "no mail",
    });
    const { rows, said } = await importDump({ format: "aeslc", from: [top], out: out() });
    expect(rows.map(({ author, title, text, date }) => [author, title, text, date])).toEqual([
      ["allen-p", "Meeting at nine", "Let us meet at nine.\n\nPhillip", null],
      ["bass-e", "The game", "Who won?", null],
    ]);
    expect(said).toEqual(["rejected notes.txt: no mail of AESLC: it has no line @subject"]);
    const sent = await importDump({
      format: "aeslc",
      from: [top],
      out: out(),
      settings: { sentOnly: "true" },
    });
    expect(sent.rows.map(({ author }) => author)).toEqual(["allen-p"]);
  });
});

describe("importJsonMail", () => {
  it("reads what there is and lists the rest with its line", async () => {
    const lines = [
      { email: "First.", subject: "One", date: "2001-02-03", from: "Ann <ann@example.org>", id: 7 },
      { email: "Second.", subject: "Two", sender: "ann@example.org", date: "32 May 2001" },
      { subject: "no text", from: "ann@example.org" },
      { email: 5, from: "ann@example.org" },
      { email: "No sender." },
      ["no object"],
    ].map((record) => JSON.stringify(record));
    const top = tree({ "mails.jsonl": [...lines, "", "{broken"].join("\n") });
    const { rows, said, card } = await importDump({
      format: "mail-jsonl",
      from: [top],
      out: out(),
    });
    expect(rows.map(({ author, title, date, text }) => [author, title, date, text])).toEqual([
      ["ann@example.org", "One", "2001-02-03", "First."],
      ["ann@example.org", "Two", null, "Second."],
    ]);
    expect(rows[0]).toMatchObject({ id: "7", line: 1 });
    expect(said).toEqual([
      'warning mails.jsonl:2: no such date: "32 May 2001"; the mail counts as undated',
      "rejected mails.jsonl:3: email is missing",
      "rejected mails.jsonl:4: email is not a string",
      "rejected mails.jsonl:5: author is missing",
      "rejected mails.jsonl:6: not an object with fields",
      expect.stringMatching(/^rejected mails\.jsonl:8: not valid JSON/),
    ]);
    expect(card.counts.skipped).toBe(1);
    const settings = { author: "Ann" };
    const named = await importDump({ format: "mail-jsonl", from: [top], out: out(), settings });
    expect(named.rows.map(({ author }) => author)).toEqual(["Ann", "Ann", "Ann"]);
  });
});
