import { messageOf } from "../../foundation/index.ts";
import { utcText } from "../calendar.ts";
import { type FileContent, type FileFault, fault } from "./file-content.ts";
import { pageParagraphs } from "./page-paragraphs.ts";

/** Reads a PDF: its text as paragraphs; title, author and date of creation as it says. */
export async function readPdfFile(bytes: Uint8Array): Promise<FileContent | FileFault> {
  const { extractTextItems, getDocumentProxy, getMeta } = await import("unpdf");
  try {
    // A copy, because the library takes the memory over. Verbosity 0: it writes to the terminal.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    try {
      const { items } = await extractTextItems(pdf);
      const { info } = await getMeta(pdf);
      const text = pageParagraphs(items);
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
