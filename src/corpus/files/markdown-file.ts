import { parse } from "yaml";
import { messageOf } from "../../foundation/index.ts";
import type { FieldValue } from "../../records/index.ts";
import { fieldValue } from "../record-candidate.ts";
import type { FileContent, FileFault } from "./file-content.ts";
import { readTextFile } from "./text-file.ts";

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const HEADING = /^\s*#[ \t]+(\S[^\n]*)/;

/**
 * Reads Markdown as it stands. Front matter (YAML) is taken off; its title, author and date are the
 * document's, its other keys become fields. Without a title the first line counts, if it is a
 * heading.
 */
export async function readMarkdownFile(bytes: Uint8Array): Promise<FileContent | FileFault> {
  const content = await readTextFile(bytes);
  if ("fault" in content) return content;
  const found = FRONT_MATTER.exec(content.text);
  if (found === null) return { ...content, title: headingOf(content.text) };
  const matter = readMatter(found[1] ?? "");
  if (typeof matter === "string") {
    const oddity = { reason: "bad-front-matter" as const, message: matter };
    return { ...content, oddities: [...(content.oddities ?? []), oddity] };
  }
  const text = content.text.slice(found[0].length);
  const { title, author, date, ...others } = matter;
  return {
    ...content,
    text,
    title: wordOf(title) ?? headingOf(text),
    statedAuthor: wordOf(author),
    date: wordOf(date),
    fields: fieldsOf(others),
  };
}

function headingOf(text: string): string | undefined {
  return HEADING.exec(text)?.[1]
    ?.replace(/[ \t]#*[ \t]*$/, "")
    .trim();
}

/** The keys, or why there are none. */
function readMatter(yaml: string): Readonly<Record<string, unknown>> | string {
  try {
    const matter: unknown = parse(yaml, { logLevel: "error" });
    if (matter === null || matter === undefined) return {};
    const isObject = typeof matter === "object" && !Array.isArray(matter);
    return isObject
      ? (matter as Record<string, unknown>)
      : "the lines between --- are no front matter; they were kept as text";
  } catch (error) {
    const [what] = messageOf(error).split("\n");
    return `the front matter cannot be read and was kept as text: ${what}`;
  }
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "number") return String(value);
  // Some programs list authors.
  return Array.isArray(value) && value.length === 1 ? wordOf(value[0]) : undefined;
}

function fieldsOf(others: Readonly<Record<string, unknown>>): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(others).map(([key, value]) => [key, fieldValue(value)]));
}
