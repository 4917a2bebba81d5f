import { mkdir, mkdtemp, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { checkCorpus } from "./check-corpus.ts";
import { collectReading } from "./follow-reading.ts";
import { type ImportOptions, importCorpus } from "./import-corpus.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "longhand-import-"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
}

async function importOf(files: Files, options: Partial<ImportOptions> = {}) {
  const folder = await folderOf(files);
  return importFrom(folder, options);
}

async function importFrom(folder: string, options: Partial<ImportOptions> = {}) {
  const { documents, report } = await collectReading(
    importCorpus({ path: folder, author: "Ann", ...options }),
  );
  const findings = report.findings.map(
    ({ outcome, reason, place }) => `${outcome} ${place.file.slice(folder.length + 1)} ${reason}`,
  );
  return {
    documents,
    findings,
    counts: report.counts,
    messages: report.findings.map(({ message }) => message),
  };
}

function wordFile(paragraphs: readonly string[], properties = ""): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const types = `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const links = `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`;
  const core = `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${properties}</cp:coreProperties>`;
  return zipSync({
    "[Content_Types].xml": strToU8(types),
    "_rels/.rels": strToU8(links),
    "docProps/core.xml": strToU8(core),
    "word/document.xml": strToU8(
      `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    ),
  });
}

/** A PDF of one page in PDF syntax, its lines 14 points apart and a blank line as one of 28. */
function pdfFile(lines: readonly string[], more = "", trailer = ""): Uint8Array {
  const shown = lines.map((line) => (line === "" ? "T*" : `(${line}) Tj T*`)).join(" ");
  const stream = `BT /F1 12 Tf 14 TL 72 720 Td ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< ${more} >>`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return strToU8(text + table + end);
}

describe("importCorpus on text and Markdown", () => {
  it("reads files of a folder in the order of their names, with the path below it as source", async () => {
    const { documents, counts } = await importOf({
      "b.txt": "Second.\r\nLine.",
      "a/c.txt": "First.",
    });
    expect(documents.map(({ id: _, ...rest }) => rest)).toEqual([
      { author: "Ann", title: "c", source: "a/c.txt", text: "First." },
      { author: "Ann", title: "b", source: "b.txt", text: "Second.\nLine." },
    ]);
    expect(counts).toMatchObject({ documents: 2, rejected: 0, warnings: 0 });
  });

  it("reads a single file", async () => {
    const folder = await folderOf({ "a.txt": "Text." });
    const { documents } = await collectReading(
      importCorpus({ path: join(folder, "a.txt"), author: "Ann" }),
    );
    expect(documents).toMatchObject([{ source: "a.txt", text: "Text." }]);
  });

  it("gives the same ids whatever else the folder holds", async () => {
    const one = await importOf({ "x.txt": "Text." });
    const other = await importOf({ "a.txt": "Another.", "x.txt": "Text." });
    expect(other.documents[1]?.id).toBe(one.documents[0]?.id);
  });

  it("takes title, author, date and fields from front matter", async () => {
    const matter =
      "---\ntitle: Tea\nauthor: Ann\ndate: 2020-01-31\ntags: [a, b]\ndraft: no\n---\n# Heading\n\nText.\n";
    const { documents, findings } = await importOf({ "a.md": matter });
    expect(documents).toMatchObject([
      {
        title: "Tea",
        date: "2020-01-31",
        fields: { tags: '["a","b"]', draft: "no" },
        text: "# Heading\n\nText.\n",
      },
    ]);
    expect(findings).toEqual([]);
  });

  it("takes a heading for the title, and leaves dashes alone that are no front matter", async () => {
    const { documents } = await importOf({ "a.md": "# Tea #\n\nText.", "b.md": "---\n\nText." });
    expect(documents.map(({ title, text }) => [title, text])).toEqual([
      ["Tea", "# Tea #\n\nText."],
      ["b", "---\n\nText."],
    ]);
  });

  it("warns of front matter that it cannot read, of a date and of another author", async () => {
    const { documents, findings } = await importOf({
      "a.md": "---\ntitle: [\n---\nText.",
      "b.md": "---\ndate: soon\nauthor: Bob\n---\nMore.",
    });
    expect(documents.map(({ author, text }) => [author, text])).toEqual([
      ["Ann", "---\ntitle: [\n---\nText."],
      ["Ann", "More."],
    ]);
    expect(findings).toEqual([
      "warning a.md bad-front-matter",
      "warning b.md bad-date",
      "warning b.md other-author-named",
    ]);
  });

  it("takes the author from the file where none is given, and rejects files without one", async () => {
    const files = { "a.md": "---\nauthor: [Bob]\n---\nText.", "b.txt": "Text." };
    const { documents, findings } = await importOf(files, { author: undefined });
    expect(documents).toMatchObject([{ author: "Bob" }]);
    expect(findings).toEqual(["rejected b.txt author-missing"]);
  });

  it.each([
    ["utf-16le with a mark", Buffer.from("\ufeffÜber Tee", "utf16le"), "Über Tee", []],
    [
      "utf-16le without",
      Buffer.from("Tea for two.", "utf16le"),
      "Tea for two.",
      ["guessed-encoding"],
    ],
    ["utf-8 with a mark", Buffer.from("\ufeffÜber Tee"), "Über Tee", []],
    [
      "windows-1252",
      Buffer.from("\x93Caf\xe9\x94, d\xe9j\xe0", "latin1"),
      "“Café”, déjà",
      ["guessed-encoding"],
    ],
    ["a NUL", Buffer.from(`Te\0a ${"x".repeat(200)}`), `Tea ${"x".repeat(200)}`, ["nul-removed"]],
  ])("decodes %s", async (...given) => {
    const [, bytes, expected, reasons] = given;
    const { documents, findings } = await importOf({ "a.txt": bytes });
    expect(documents[0]?.text).toBe(expected);
    expect(findings).toEqual(reasons.map((reason) => `warning a.txt ${reason}`));
  });

  it("guesses an older encoding of another script", async () => {
    const text = "Съешь же ещё этих мягких французских булок, да выпей чаю. ".repeat(5);
    const { documents } = await importOf({ "a.txt": iconv.encode(text, "windows-1251") });
    expect(documents[0]?.text).toBe(text);
  });

  it("dates files by their last change only when it is asked to", async () => {
    const folder = await folderOf({ "a.txt": "Text." });
    await utimes(join(folder, "a.txt"), 0, Date.UTC(2020, 0, 31) / 1_000);
    expect((await importFrom(folder)).documents[0]).not.toHaveProperty("date");
    expect((await importFrom(folder, { dates: "file" })).documents[0]?.date).toBe("2020-01-31");
  });

  it("drops an author's second copy of a text in longhand and keeps it in longlamp-paper", async () => {
    const files = { "a.txt": "Same text.", "b.txt": "Same\ntext. " };
    const longhand = await importOf(files);
    expect(longhand.documents).toHaveLength(1);
    expect(longhand.findings).toEqual(["dropped b.txt duplicate-text"]);
    const paper = await importOf(files, { profile: "longlamp-paper" });
    expect(paper.documents).toHaveLength(2);
    expect(paper.findings).toEqual(["warning b.txt duplicate-text"]);
  });
});

describe("importCorpus on pages, Word files and PDFs", () => {
  it("reads a page: text, title, author and date", async () => {
    const page =
      '<html><head><title>Tea &amp;\n more</title><meta name="Author" content="Bob"><meta property="article:published_time" content="2020-01-31T10:00:00+01:00"></head><body><nav>Home</nav><h1>On Tea</h1><p>One <a href="x">two</a>.</p><blockquote>Said.</blockquote><script>x()</script></body></html>';
    const { documents } = await importOf({ "a.html": page }, { author: undefined });
    expect(documents).toMatchObject([
      {
        author: "Bob",
        title: "Tea & more",
        date: "2020-01-31T09:00:00Z",
        text: "On Tea\n\nOne two.\n\nSaid.",
      },
    ]);
  });

  it("keeps the title of a page without a head out of its text", async () => {
    const { documents } = await importOf({ "a.html": "<title>Tea</title><p>One.</p>" });
    expect(documents).toMatchObject([{ title: "Tea", text: "One." }]);
  });

  it("decodes a page by the charset that it names", async () => {
    const page = '<meta charset="windows-1251"><p>чай</p>';
    const { documents, findings } = await importOf({ "a.htm": iconv.encode(page, "windows-1251") });
    expect(documents[0]?.text).toBe("чай");
    expect(findings).toEqual([]);
  });

  it("reads a Word file with its properties", async () => {
    const properties =
      "<dc:title>Tea</dc:title><dc:creator>Some Program</dc:creator><dcterms:created>2020-01-31T10:00:00Z</dcterms:created>";
    const files = {
      "a.docx": wordFile(["One  &amp; two.", "", "", "Three</w:t><w:br/><w:t>four."], properties),
    };
    const { documents, findings } = await importOf(files);
    expect(documents).toMatchObject([
      {
        author: "Ann",
        title: "Tea",
        date: "2020-01-31T10:00:00Z",
        text: "One  & two.\n\nThree\nfour.",
      },
    ]);
    expect(findings).toEqual([]);
    const named = await importOf(files, { author: undefined });
    expect(named.documents[0]?.author).toBe("Some Program");
  });

  it("reads a PDF: lines joined to paragraphs, broken words made whole, properties", async () => {
    const lines = [
      "A first line, and a",
      "sec-",
      "ond one that ends here.",
      "",
      "Another paragraph,",
      "two lines.",
    ];
    const more = "/Title (Tea) /Author (Bob) /CreationDate (D:20200131120000+01'00')";
    const { documents, findings } = await importOf({ "a.pdf": pdfFile(lines, more) });
    expect(documents).toMatchObject([
      {
        author: "Ann",
        title: "Tea",
        date: "2020-01-31T11:00:00Z",
        text: "A first line, and a second one that ends here.\n\nAnother paragraph, two lines.",
      },
    ]);
    expect(findings).toEqual([]);
  });

  it("says why a file cannot be read, and reads the others", async () => {
    const locked =
      "/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <00000000000000000000000000000000000000000000000000000000000000ff> /U <00000000000000000000000000000000000000000000000000000000000000ff> >> /ID [<00> <00>]";
    const whole = wordFile(["Text."]);
    const { documents, findings, counts } = await importOf({
      "a.docx": "no zip at all",
      "b.docx": whole.slice(0, whole.length / 2),
      "c.docx": Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      "d.docx": zipSync({ "x.txt": strToU8("no Word file") }),
      "e.pdf": "no PDF",
      "f.pdf": pdfFile(["Text."]).slice(0, 200),
      "g.pdf": pdfFile(["Text."], "", locked),
      "h.pdf": pdfFile([]),
      "i.txt": Uint8Array.from({ length: 500 }, (_, at) => (at * 7) % 256),
      "j.txt": "",
      "k.txt": " \n",
      "l.txt": "The only text.",
    });
    expect(documents.map(({ text }) => text)).toEqual(["The only text."]);
    expect(findings).toEqual([
      "rejected a.docx damaged",
      "rejected b.docx damaged",
      "rejected c.docx encrypted",
      "rejected d.docx damaged",
      "rejected e.pdf damaged",
      "rejected f.pdf damaged",
      "rejected g.pdf encrypted",
      "rejected h.pdf no-text",
      "rejected i.txt binary",
      "rejected j.txt empty-file",
      "rejected k.txt text-empty",
    ]);
    expect(counts).toMatchObject({ documents: 1, rejected: 11 });
  });

  it("leaves files out that are larger than allowed", async () => {
    const { documents, findings } = await importOf({ "a.txt": "Long text." }, { maxFileBytes: 5 });
    expect([documents, findings]).toEqual([[], ["rejected a.txt too-large"]]);
  });
});

describe("importCorpus on folders", () => {
  it("skips and counts what is no document", async () => {
    const { documents, counts } = await importOf({
      ".hidden.txt": "x",
      ".git/config.txt": "x",
      "~$a.docx": "x",
      "photo.jpg": "x",
      noextension: "x",
      "a.txt": "Text.",
    });
    expect(documents).toHaveLength(1);
    expect(counts).toMatchObject({
      skipped: 5,
      rejected: 0,
      reasons: { "hidden-file": 3, "unknown-extension": 2 },
    });
  });

  it("reads nothing twice through links, and names links that lead nowhere", async () => {
    const folder = await folderOf({ "sub/a.txt": "Text." });
    await symlink(folder, join(folder, "sub", "loop"));
    await symlink(join(folder, "sub", "a.txt"), join(folder, "z.txt"));
    await symlink(join(folder, "gone.txt"), join(folder, "broken.txt"));
    const { documents, findings, counts } = await importFrom(folder);
    expect(documents).toHaveLength(1);
    expect(findings).toEqual(["rejected broken.txt unreadable"]);
    expect(counts.reasons["link-loop"]).toBe(2);
  });

  it("reads mail, tables and JSON Lines beside the others, ids unique over all of them", async () => {
    const mail = "From: Bob <bob@example.org>\nMessage-ID: <m1>\nSubject: Tea\n\nA mail.\n";
    const { documents, findings } = await importOf({
      "a.csv": "id,author,text\n1,Bob,A row.\n",
      "b.jsonl": '{"id":"1","text":"A line."}\n{"id":"2","text":"Another line."}\n',
      "c.eml": mail,
      "d.mbox": `From bob@example.org Mon Jan  6 09:00:00 2003\n${mail}`,
    });
    expect(documents.map(({ id, author, source }) => [id, author, source])).toEqual([
      ["1", "Bob", "a.csv"],
      ["2", "Ann", "b.jsonl"],
      ["m1", "Ann", "c.eml"],
    ]);
    expect(findings).toEqual([
      "rejected b.jsonl duplicate-id",
      "warning c.eml no-date",
      "warning d.mbox no-date",
      "dropped d.mbox duplicate",
    ]);
  });

  it("warns when mails of several senders become one author's documents", async () => {
    const mailOf = (name: string): string =>
      `From: ${name}@example.org\nDate: 6 Jan 2003 09:00 UT\n\nBy ${name}.\n`;
    const files = { "a.eml": mailOf("ann"), "b.eml": mailOf("bob") };
    const given = await importOf(files);
    expect(given.documents.map(({ author }) => author)).toEqual(["Ann", "Ann"]);
    expect(given.findings).toEqual(["warning  several-senders"]);
    const addressed = await importOf(files, { addresses: ["ann@example.org"] });
    expect(addressed.documents.map(({ text }) => text)).toEqual(["By ann."]);
    expect(addressed.findings).toEqual(["dropped b.eml other-author"]);
    const unnamed = await importOf(files, { author: undefined });
    expect(unnamed.documents.map(({ author }) => author)).toEqual([
      "ann@example.org",
      "bob@example.org",
    ]);
  });

  it("reads files of unknown names in the format it is told", async () => {
    const { documents } = await importOf(
      { "1.": "From: a@example.org\n\nA mail.\n" },
      { format: "eml" },
    );
    expect(documents).toMatchObject([{ text: "A mail." }]);
  });

  it("names a folder that does not exist", async () => {
    await expect(collectReading(importCorpus({ path: "/no/such/folder" }))).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("checkCorpus", () => {
  it("lists all findings, however many", async () => {
    const folder = await folderOf({ "a.jsonl": "{}\n".repeat(250) });
    const report = await checkCorpus({ path: join(folder, "a.jsonl") });
    expect(report.findings).toHaveLength(250);
    expect(report.counts).toMatchObject({ documents: 0, rejected: 250 });
    expect((await checkCorpus({ path: folder, maxListed: 100 })).unlisted).toBe(150);
  });
});
