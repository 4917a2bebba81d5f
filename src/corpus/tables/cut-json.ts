import { LonghandError } from "../../foundation/index.ts";
import type { ColumnBlock } from "./column-block.ts";
import { type CutOptions, cutLines } from "./cut-lines.ts";
import { cutValues } from "./cut-values.ts";
import { joinedValues } from "./joined-values.ts";
import type { Segment } from "./segment-builder.ts";
import { type BlockStart, lineBlocks, valueBlocks } from "./source-blocks.ts";
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
  yield* (await isOverLines(source))
    ? cutValues(source, options, joinedValues(source, options.onRead))
    : cutLines(source, options);
}

/**
 * The same in blocks, of which columns are made.
 *
 * @param source - The file.
 * @param start - Where to begin.
 * @returns The blocks in order.
 * @throws LonghandError as {@link cutJson}.
 */
export async function* jsonBlocks(
  source: SourceFile,
  start: BlockStart,
): AsyncGenerator<ColumnBlock> {
  yield* (await isOverLines(source))
    ? valueBlocks(source, start, joinedValues(source, start.onRead))
    : lineBlocks(source, start);
}

/** Whether the first object is spread over lines: its first line ends before its first value does. */
async function isOverLines(source: SourceFile): Promise<boolean> {
  const head = await headOf(source);
  if (/^\s*\{\s*u?'/.test(head)) throw pythonLiterals(source);
  return /^\s*[{[][ \t]*\r?\n/.test(head);
}

async function headOf(source: SourceFile): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of sourceBytes(source)) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head.toString("utf8", 0, HEAD_BYTES).replace(/^\ufeff/, "");
}

function pythonLiterals({ path }: SourceFile): LonghandError {
  return new LonghandError(`${path} holds Python literals ({'key': 'value'}), not JSON.`, {
    code: "python-literals",
    hint: `Convert it first: python3 -c "import ast,json,sys; [print(json.dumps(ast.literal_eval(l))) for l in sys.stdin]" < IN > OUT`,
    details: { file: path },
  });
}
