import type { Manuscript } from "./manuscript.ts";

/** What stands in front of a document that has gaps. */
const PARTIAL_NOTE = "Draft: parts of this document are missing.";

/** What a document without a title and a heading is called where a name is needed. */
const NAMELESS = "Untitled";

/** Day that stands for "no date" where a file format asks for one. */
const NO_DATE = "2000-01-01";

/** Word for the table of contents, by language. */
const CONTENTS: Readonly<Record<string, string>> = {
  ar: "المحتويات",
  cs: "Obsah",
  da: "Indhold",
  de: "Inhalt",
  el: "Περιεχόμενα",
  es: "Índice",
  fi: "Sisällys",
  fr: "Table des matières",
  he: "תוכן העניינים",
  hu: "Tartalom",
  it: "Indice",
  ja: "目次",
  ko: "차례",
  nb: "Innhold",
  nl: "Inhoud",
  no: "Innhold",
  pl: "Spis treści",
  pt: "Índice",
  ro: "Cuprins",
  ru: "Содержание",
  sv: "Innehåll",
  tr: "İçindekiler",
  uk: "Зміст",
  zh: "目录",
};

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(
  "ar arc ckb dv fa he ku ps sd syr ug ur yi".split(" "),
);

const RIGHT_TO_LEFT_SCRIPTS: ReadonlySet<string> = new Set(
  "adlm arab hebr nkoo syrc thaa".split(" "),
);

/** What an export says before the text begins. */
export interface FrontMatter {
  /** The title as it is shown; absent for none. */
  readonly title?: string;
  /** A name for the document, also where it has no title. */
  readonly name: string;
  /** Who wrote it; absent for nobody named. */
  readonly author?: string;
  /** The date in words of the document's language; absent for none. */
  readonly dateInWords?: string;
  /** Midnight of the date, or of a fixed day, as an ISO 8601 time. */
  readonly timestamp: string;
  /** Language tag; `und` if unknown. */
  readonly language: string;
  /** Direction of writing. */
  readonly direction: "ltr" | "rtl";
  /** The word "contents" in the document's language, or in English. */
  readonly contentsTitle: string;
  /** Lines that say what to know: that parts are missing, and what was asked for. */
  readonly notes: readonly string[];
  /** What the document was written with; absent for nothing said. */
  readonly credit?: string;
  /** Whether there is anything to show on a title page. */
  readonly hasTitlePage: boolean;
}

/**
 * Gathers what an export says before the text begins.
 *
 * @param manuscript - The document.
 * @returns Its front matter.
 */
export function frontMatterOf(manuscript: Manuscript): FrontMatter {
  const { title, author, date, language = "und", blocks, credit } = manuscript;
  const heading = blocks.find(({ kind }) => kind === "heading");
  const first = heading?.kind === "heading" ? heading.text : NAMELESS;
  const [tongue = "", ...tags] = language.toLowerCase().split("-");
  const notes = [...(manuscript.complete ? [] : [PARTIAL_NOTE]), ...(manuscript.notes ?? [])];
  return {
    ...(title === undefined ? {} : { title }),
    name: title ?? first,
    ...(author === undefined ? {} : { author }),
    ...(date === undefined ? {} : { dateInWords: inWords(date, language) }),
    timestamp: `${date ?? NO_DATE}T00:00:00Z`,
    language,
    direction: isRightToLeft(tongue, tags) ? "rtl" : "ltr",
    contentsTitle: CONTENTS[tongue] ?? "Contents",
    notes,
    ...(credit === undefined ? {} : { credit }),
    hasTitlePage: [title, author, credit].some((line) => line !== undefined) || notes.length > 0,
  };
}

/** Some languages are written in several scripts; a tag of four letters tells which. */
function isRightToLeft(tongue: string, tags: readonly string[]): boolean {
  const script = tags.find((tag) => tag.length === 4 && /^[a-z]+$/.test(tag));
  if (script !== undefined) return RIGHT_TO_LEFT_SCRIPTS.has(script);
  return RIGHT_TO_LEFT.has(tongue);
}

function inWords(date: string, language: string): string {
  const tag = language === "und" || language === "en" ? "en-GB" : language;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}
