import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectReading } from "./follow-reading.ts";
import { type CsvOptions, readCorpusCsv } from "./read-csv.ts";

async function read(content: string | Uint8Array, options?: CsvOptions) {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-csv-")), "table.csv");
  await writeFile(path, content);
  const { documents, report } = await collectReading(readCorpusCsv(path, options));
  return { documents, findings: report.findings.map(({ reason, message }) => [reason, message]) };
}

describe("readCorpusCsv", () => {
  it("takes parts of a document from the columns it is told, and other columns as fields", async () => {
    const { documents } = await read("uid,user,body,text,stars\n1,ann,Good tea.,short,5\n", {
      columns: { id: "uid", author: "user", text: "body" },
    });
    expect(documents).toEqual([
      { id: "1", author: "ann", text: "Good tea.", fields: { text: "short", stars: "5" } },
    ]);
  });

  it("finds columns whatever their case, and takes a semicolon where the header has no comma", async () => {
    const { documents } = await read("ID;Author;Text\n1;ann;Tea, hot\n");
    expect(documents).toEqual([{ id: "1", author: "ann", text: "Tea, hot" }]);
  });

  it("takes an empty cell for a missing value, and an empty text for an empty text", async () => {
    const { documents, findings } = await read("id,author,title,text\n1,,,one\n2,ann,,\n", {
      author: "me",
    });
    expect(documents).toEqual([{ id: "1", author: "me", text: "one" }]);
    expect(findings).toEqual([["text-empty", "text is empty"]]);
  });

  it("makes an id from the content where none is given, whatever the order of the rows", async () => {
    const header = "author,text\n";
    const one = await read(`${header}ann,first\nann,second\n`);
    const other = await read(`${header}ann,second\nann,first\n`);
    const idsByText = (read_: typeof one) =>
      Object.fromEntries(read_.documents.map(({ id, text }) => [text, id]));
    expect(idsByText(one)).toEqual(idsByText(other));
    expect(one.documents[0]?.id).toMatch(/^doc-[0-9a-f]{24}$/);
  });

  it("numbers equal rows without an id where they are kept", async () => {
    const { documents } = await read("author,text\nann,same\nann,same\n", {
      profile: "longlamp-paper",
    });
    const [first, second] = documents;
    expect(second?.id).toBe(`${first?.id}-2`);
  });

  it("reads dates that it can tell and warns of those that it cannot", async () => {
    const { documents, findings } = await read(
      "author,text,date\nann,one,2020-02-30\nann,two,31 January 2020\nann,three,03/04/2020\n",
    );
    expect(documents.map(({ date }) => date)).toEqual([undefined, "2020-01-31", undefined]);
    expect(findings).toEqual([
      ["bad-date", '"2020-02-30" is not a date that can be read; the document counts as undated'],
      ["bad-date", '"03/04/2020" is not a date that can be read; the document counts as undated'],
    ]);
  });

  it("says what the columns are when none holds the text", async () => {
    const { documents, findings } = await read("day,amount\n1,2\n");
    expect(documents).toEqual([]);
    expect(findings).toEqual([
      ["bad-header", 'no column "text" for the text; the columns are "day", "amount"'],
    ]);
  });

  it("refuses two columns of one name", async () => {
    const { findings } = await read("text,text,author\na,b,c\n");
    expect(findings).toEqual([["bad-header", 'two columns are called "text"']]);
  });

  it("decodes a table that is not in UTF-8 and says so", async () => {
    const { documents, findings } = await read(
      Buffer.from(
        "author,text\nann,Caf\xe9 cr\xe8me \x96 tr\xe8s bon, d\xe9j\xe0 go\xfbt\xe9\n".replace(
          ", d",
          " d",
        ),
        "latin1",
      ),
    );
    expect(documents[0]?.text).toBe("Café crème – très bon déjà goûté");
    expect(findings).toEqual([["guessed-encoding", "not in UTF-8; read as windows-1252"]]);
  });

  it("finds bytes of another encoding far behind the start of the file", async () => {
    const start = `author,text\n${`ann,${"plain ".repeat(100)}\n`.repeat(1_000)}`;
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from("bob,Caf\xe9\n", "latin1")]);
    const { documents } = await read(bytes);
    expect(documents.at(-1)).toMatchObject({ author: "bob", text: "Café" });
  });
});
