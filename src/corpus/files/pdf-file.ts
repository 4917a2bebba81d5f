import type { StructuredTextItem } from "unpdf";
import { messageOf } from "../../foundation/index.ts";
import { utcText } from "../calendar.ts";
import { type FileContent, type FileFault, fault } from "./file-content.ts";

/** Reads a PDF: its text as paragraphs; title, author and date of creation as it says. */
export async function readPdfFile(bytes: Uint8Array): Promise<FileContent | FileFault> {
  const { extractTextItems, getDocumentProxy, getMeta } = await import("unpdf");
  try {
    // A copy, because the library takes the memory over. Verbosity 0: it writes to the terminal.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    try {
      const { items } = await extractTextItems(pdf);
      const { info } = await getMeta(pdf);
      const text = paragraphsOf(items.map(linesOf));
      if (text === "") return fault("no-text", "holds no text: are its pages pictures?");
      return { text, ...propertiesOf(info) };
    } finally {
      await pdf.destroy();
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === "PasswordException") {
      return fault("encrypted", "locked with a password");
    }
    return fault("damaged", `not a PDF, or a damaged one: ${messageOf(cause)}`);
  }
}

function propertiesOf(info: Readonly<Record<string, unknown>>) {
  const word = (key: string): string | undefined => {
    const value = info[key];
    return typeof value === "string" ? value.trim() || undefined : undefined;
  };
  const date = word("CreationDate") ?? word("ModDate");
  return {
    title: word("Title"),
    softwareAuthor: word("Author"),
    date: date && (pdfDate(date) ?? date),
  };
}

const PDF_DATE =
  /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z.*|([+-])(\d{2})'?(?:(\d{2})'?)?)?$/;

/** A date of a PDF (`D:20200131120000+01'00'`) as one of a corpus. */
export function pdfDate(given: string): string | undefined {
  const parts = PDF_DATE.exec(given);
  if (parts === null) return undefined;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = parts;
  const [sign, hours = "0", minutes = "0"] = parts.slice(7);
  const offset = Number(hours) * 60 + Number(minutes);
  return utcText({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    offsetMinutes: sign === "-" ? -offset : offset,
  });
}

interface Line {
  text: string;
  /** Height of the base line above the foot of the page, in points. */
  readonly y: number;
}

/** Lines this much further apart than most of the document's belong to two paragraphs. */
const PARAGRAPH_GAP = 1.4;

/** Lines joined to paragraphs wherever the gap between them is an ordinary one. */
function paragraphsOf(pages: readonly (readonly Line[])[]): string {
  const gaps = pages.flatMap((lines) => lines.slice(1).map((line, at) => gap(lines[at], line)));
  const usual = gaps.sort((left, right) => left - right)[Math.floor(gaps.length / 2)] ?? 0;
  const texts = pages.map((lines) => {
    let text = "";
    for (const [at, line] of lines.entries()) {
      if (at > 0 && gap(lines[at - 1], line) > usual * PARAGRAPH_GAP) text += "\n\n";
      text = joined(text, line.text);
    }
    return text.trim();
  });
  return texts.filter((text) => text !== "").join("\n\n");
}

function gap(above: Line | undefined, line: Line): number {
  return Math.abs((above?.y ?? line.y) - line.y);
}

/** A word that was broken at the end of a line becomes one again. */
function joined(before: string, line: string): string {
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  return before === "" || /\s$/.test(before) ? before + line.trimStart() : `${before} ${line}`;
}

function linesOf(items: readonly StructuredTextItem[]): Line[] {
  const lines: Line[] = [];
  for (const { str, y, fontSize } of items) {
    const last = lines.at(-1);
    const isSameLine = last !== undefined && Math.abs(last.y - y) < fontSize / 2;
    if (last !== undefined && (isSameLine || str.trim() === "")) last.text += str;
    else if (str.trim() !== "") lines.push({ text: str, y });
  }
  return lines.map(({ text, y }) => ({ text: text.trim(), y }));
}
