/** The data of one event. */
export interface ServerSentEvent {
  /** Its `data` lines, joined by line feeds. */
  readonly data: string;
  /** `false` if the stream ended before the blank line that closes an event. */
  readonly complete: boolean;
}

/**
 * Reads an event stream. Pieces may be cut anywhere, lines may end in CR, LF or both, comments (the
 * usual way to keep a connection alive) and all fields but `data` are passed over.
 *
 * @param pieces - The stream's text in pieces.
 * @returns Its events, as they become complete; at the stream's end also one that was cut off.
 */
export async function* readServerSentEvents(
  pieces: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent> {
  let data: string[] = [];
  for await (const line of linesOf(pieces)) {
    if (line.text === "" && line.complete) {
      if (data.length > 0) yield { data: data.join("\n"), complete: true };
      data = [];
    } else {
      const value = dataOf(line.text);
      if (value !== undefined) data.push(value);
    }
  }
  if (data.length > 0) yield { data: data.join("\n"), complete: false };
}

function dataOf(line: string): string | undefined {
  if (line === "data") return "";
  if (!line.startsWith("data:")) return undefined;
  return line.slice(line.startsWith("data: ") ? 6 : 5);
}

interface StreamLine {
  readonly text: string;
  readonly complete: boolean;
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<StreamLine> {
  let rest = "";
  for await (const piece of pieces) {
    rest += piece;
    // A carriage return at the very end may be the first half of a line end.
    const searchable = rest.endsWith("\r") ? rest.length - 1 : rest.length;
    let from = 0;
    for (const end of rest.slice(0, searchable).matchAll(/\r\n|\r|\n/g)) {
      yield { text: rest.slice(from, end.index), complete: true };
      from = end.index + end[0].length;
    }
    rest = rest.slice(from);
  }
  if (rest.endsWith("\r")) yield { text: rest.slice(0, -1), complete: true };
  else if (rest !== "") yield { text: rest, complete: false };
}
