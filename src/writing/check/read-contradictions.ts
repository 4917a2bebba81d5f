import type { OpenIssue } from "../run/writing-state.ts";
import type { KnownStatement } from "./known-statements.ts";

/** What a model's reply comes to. */
export type ReadReply =
  | {
      /** The reply keeps the form. */
      readonly status: "read";
      /** Contradictions with both quotations found. */
      readonly issues: readonly OpenIssue[];
      /** Lines of which a quotation stands nowhere, or says nothing. */
      readonly invented: number;
    }
  | {
      /** The reply does not keep the form. */
      readonly status: "malformed";
    };

const LINE =
  /^\s*(?:[-*]\s*)?[[(]?(\d+)[\])]?\s*\.?\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*(?:\|\s*([^|]*?)\s*\|?\s*)?$/;
const NONE = /^\W*(?:none|no contradictions?|there (?:is|are) no contradictions?)\b/i;
const AGAINST_AUTHOR = 5;
const AGAINST_TEXT = 4;
const MOST_REASON_CHARACTERS = 120;

/**
 * Reads what a model says about contradictions. A line counts only if its first quotation stands in the
 * statement that it names and its second one in the text, letter by letter.
 *
 * @param reply - The reply.
 * @param statements - What the text was compared with; line 1 is the first one.
 * @param leaf - The text, and the id of its leaf.
 * @returns Issues of type `contradiction`; `malformed` for a reply without a line in the form asked for.
 */
export function readContradictions(
  reply: string,
  statements: readonly KnownStatement[],
  leaf: { readonly node: string; readonly text: string },
): ReadReply {
  const found = reply.split("\n").flatMap((line) => {
    const match = LINE.exec(line);
    return match === null ? [] : [match];
  });
  if (found.length === 0) {
    return NONE.test(reply) ? { status: "read", issues: [], invented: 0 } : { status: "malformed" };
  }
  const read = found.map((match) => issueOf(match, statements, leaf));
  const issues = read.filter((issue) => issue !== undefined);
  const distinct = issues.filter(
    (issue, at) => issues.findIndex((other) => sameQuotes(other, issue)) === at,
  );
  return { status: "read", issues: distinct, invented: read.length - issues.length };
}

function issueOf(
  [, number, first = "", second = "", why = ""]: RegExpExecArray,
  statements: readonly KnownStatement[],
  { node, text }: { readonly node: string; readonly text: string },
): OpenIssue | undefined {
  const statement = statements[Number(number) - 1];
  const [known, said] = [unquoted(first), unquoted(second)];
  if (statement === undefined || known === "" || said === "") return undefined;
  const place = wordsAt(statement.text, known);
  const start = wordsAt(text, said);
  // What both say alike contradicts nothing.
  if (place === -1 || start === -1 || known === said) return undefined;
  const quote = { node, text: said, start, end: start + said.length };
  const reason = why.slice(0, MOST_REASON_CHARACTERS).trim().replace(/\.$/, "");
  return {
    type: "contradiction",
    severity: statement.fact === undefined ? AGAINST_TEXT : AGAINST_AUTHOR,
    message: `“${said}” contradicts “${known}”${reason === "" ? "" : `: ${reason}`}.`,
    quotes: [quote, ...(statement.quote === undefined ? [] : [statement.quote])],
    ...(statement.fact === undefined ? {} : { fact: statement.fact }),
  };
}

/** Quotation marks around a quotation are the model's. */
function unquoted(text: string): string {
  return text.trim().replace(/^["“”'‘’]+|["“”'‘’]+$/gu, "");
}

/** Where whole words stand; −1 for nowhere. */
function wordsAt(text: string, words: string): number {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + words.length]];
    if (!/[\p{L}\p{Nd}]/u.test(before) && !/[\p{L}\p{Nd}]/u.test(after)) return at;
  }
  return -1;
}

function sameQuotes(left: OpenIssue, right: OpenIssue): boolean {
  return left.message === right.message && left.fact === right.fact;
}
