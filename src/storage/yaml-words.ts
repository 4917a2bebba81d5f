/** What a YAML parser found, as far as a message needs it. */
interface YamlFault {
  /** The parser's name of the fault. */
  readonly code: string;
  /** The parser's own words. */
  readonly message: string;
}

const ESCAPE = "a backslash in \"…\" begins an escape: write \\\\ for a backslash, or use '…'.";
const ONE_COLUMN = "the lines of one mapping or list must begin at the same column.";

/** Plain words by the parser's code; the first pattern that the parser's words match counts. */
const WORDS: Readonly<Record<string, readonly (readonly [pattern: RegExp, words: string])[]>> = {
  ALIAS_PROPS: [[/./, "an alias (*name) stands for what it names and takes nothing else."]],
  BAD_ALIAS: [[/./, "an alias is * and a name: put text that begins with * in quotation marks."]],
  BAD_COLLECTION_TYPE: [[/./, "what stands here does not fit its tag."]],
  BAD_DIRECTIVE: [[/./, "a line that begins with % is an instruction to the parser: take it out."]],
  BAD_DQ_ESCAPE: [[/./, ESCAPE]],
  BAD_INDENT: [
    [/sequence/, "a list that begins with [ must end with ], indented more than its key."],
    [/Flow map/, "a mapping that begins with { must end with }, indented more than its key."],
    [/./, ONE_COLUMN],
  ],
  BAD_PROP_ORDER: [[/./, "marks such as & and ! stand before the text that they are for."]],
  BAD_SCALAR_START: [
    [/./, "text cannot begin with @, ` or another reserved sign: put it in quotation marks."],
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    [/sequence/, "a list cannot begin on the line of its key: put it on lines of its own below."],
    [
      /./,
      "a key and its value stand here inside another value: put text that holds “: ” in quotation marks, or indent the line like the keys beside it.",
    ],
  ],
  BLOCK_IN_FLOW: [[/./, "inside [ ] and { } everything is written with commas, without dashes."]],
  COMMENT_SPACE: [[/./, "a comment needs a space before its #."]],
  IMPOSSIBLE: [[/./, "this line cannot be understood."]],
  KEY_OVER_1024_CHARS: [[/./, "a key has at most 1,024 characters: is a colon missing?"]],
  MISSING_CHAR: [
    [/"quote|'quote|quote/, "a quotation mark that opens a text here is never closed."],
    [/Flow map must end/, "a mapping that begins with { must end with }."],
    [/sequence must end/, "a list that begins with [ must end with ]."],
    [/comma/i, "a comma is missing between two values."],
    [/values/, "a key is followed by a colon and its value."],
    [/./, "a sign is missing here: a colon after a key, a comma, or a space."],
  ],
  MULTILINE_IMPLICIT_KEY: [
    [/./, "this line is no key with a colon and a value: indent it to go on with the value above."],
  ],
  MULTIPLE_ANCHORS: [[/./, "a value has at most one anchor (&name)."]],
  MULTIPLE_DOCS: [[/./, "a line with --- or ... begins another document: the file must hold one."]],
  MULTIPLE_TAGS: [[/./, "a value has at most one tag."]],
  NON_STRING_KEY: [[/./, "keys must be text."]],
  TAB_AS_INDENT: [[/./, "a tab cannot indent a line: use spaces."]],
  UNEXPECTED_TOKEN: [
    [
      /Block scalar header/,
      "| or > stands alone at the end of its line; the text begins below it.",
    ],
    [/Unexpected ,/, "a value is missing between two commas."],
    [/same line with key/, "a list cannot begin on the line of its key: put it below."],
    [/./, "this does not belong here: check quotation marks, indentation and brackets before it."],
  ],
};

/**
 * Says in plain words what is wrong with YAML.
 *
 * @param fault - What the parser found.
 * @returns One sentence, without the parser's own terms.
 */
export function yamlWords({ code, message }: YamlFault): string {
  const found = WORDS[code]?.find(([pattern]) => pattern.test(message));
  return found?.[1] ?? "this line cannot be understood: check quotation marks and indentation.";
}
