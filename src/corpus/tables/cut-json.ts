import { LonghandError } from "../../foundation/index.ts";
import { type CutOptions, cutLines } from "./cut-lines.ts";
import { cutValues } from "./cut-values.ts";
import { joinedValues } from "./joined-values.ts";
import type { Segment } from "./segment-builder.ts";
import { sourceBytes } from "./source-bytes.ts";
import type { SourceFile } from "./source-files.ts";

/** How much of a source is looked at to tell its layout. */
const HEAD_BYTES = 1 << 16;

/**
 * Cuts a source of JSON objects: one a line, or one after the other over many lines.
 *
 * @param source - The file.
 * @param options - Where to begin, and how records are read.
 * @returns The segments in order.
 * @throws LonghandError `python-literals` for a source that is no JSON but Python; others as
 * `cutLines`.
 */
export async function* cutJson(source: SourceFile, options: CutOptions): AsyncGenerator<Segment> {
  const head = await headOf(source);
  if (/^\s*\{\s*u?'/.test(head)) throw pythonLiterals(source);
  yield* isOverLines(head)
    ? cutValues(source, options, joinedValues(source, options.onRead))
    : cutLines(source, options);
}

async function headOf(source: SourceFile): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of sourceBytes(source)) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head.toString("utf8", 0, HEAD_BYTES).replace(/^\ufeff/, "");
}

/** Whether the first object is spread over lines: its first line ends before its first value does. */
function isOverLines(head: string): boolean {
  return /^\s*[{[][ \t]*\r?\n/.test(head);
}

function pythonLiterals({ path }: SourceFile): LonghandError {
  return new LonghandError(`${path} holds Python literals ({'key': 'value'}), not JSON.`, {
    code: "python-literals",
    hint: `Convert it first: python3 -c "import ast,json,sys; [print(json.dumps(ast.literal_eval(l))) for l in sys.stdin]" < IN > OUT`,
    details: { file: path },
  });
}
