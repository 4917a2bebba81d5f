import { describe, expect, it } from "vitest";
import { openLiveBlock } from "./live-block.ts";

/** A terminal that does what a block asks of it, and knows what stands on its screen. */
function screen(columns: number) {
  let rows: string[] = [""];
  let at = 0;
  const put = (text: string): void => {
    for (const line of text.split(/(\n)/)) {
      if (line === "\n") {
        at += 1;
        rows[at] ??= "";
      } else rows[at] = line;
    }
  };
  return {
    columns,
    rows: 24,
    write: (text: string) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of the terminal are what is read
      for (const piece of text.split(/(\u001b\[\d*[AJ]|\r)/)) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of the terminal are what is read
        const up = /^\u001b\[(\d+)A$/.exec(piece);
        if (up !== null) at = Math.max(0, at - Number(up[1]));
        else if (piece === "\u001b[J") rows = [...rows.slice(0, at), ""];
        else if (piece !== "\r") put(piece);
      }
      return true;
    },
    shown: () => rows.join("\n"),
  };
}

describe("openLiveBlock", () => {
  it("draws lines in place of those before, however many they were", () => {
    const terminal = screen(40);
    const block = openLiveBlock(terminal);
    terminal.write("before\n");
    block.draw(["one", "two", "three"]);
    block.draw(["four"]);
    expect(terminal.shown()).toBe("before\nfour\n");
    block.draw(["five", "six"]);
    expect(terminal.shown()).toBe("before\nfive\nsix\n");
  });

  it("leaves the screen as it was", () => {
    const terminal = screen(40);
    const block = openLiveBlock(terminal);
    terminal.write("before\n");
    block.draw(["one", "two"]);
    block.clear();
    block.clear();
    expect(terminal.shown()).toBe("before\n");
  });

  it("goes back over lines that a window made narrower has broken", () => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text), columns: 20, rows: 24 };
    const block = openLiveBlock(stream);
    block.draw(["a line of eighteen", "short"]);
    stream.columns = 10;
    block.clear();
    // 18 columns in rows of 10 are 2 rows, and one more for the short line.
    expect(written.at(-1)).toBe("\u001b[3A\r\u001b[J");
  });
});
