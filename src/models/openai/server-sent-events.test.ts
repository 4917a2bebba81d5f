import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readServerSentEvents, type ServerSentEvent } from "./server-sent-events.ts";

async function eventsOf(...pieces: string[]): Promise<ServerSentEvent[]> {
  async function* source(): AsyncGenerator<string> {
    yield* pieces;
  }
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(source())) events.push(event);
  return events;
}

const whole = (data: string): ServerSentEvent => ({ data, complete: true });

describe("readServerSentEvents", () => {
  it("reads events, passing over comments and other fields", async () => {
    expect(
      await eventsOf(
        ": keep-alive\n\nevent: message\nid: 7\ndata: one\n\n:\n\nretry: 10\ndata:two\n\n\n\n",
      ),
    ).toEqual([whole("one"), whole("two")]);
  });

  it("joins several data lines, and takes only one space off each", async () => {
    expect(await eventsOf("data: a\ndata:  b\ndata\ndata:\n\n")).toEqual([whole("a\n b\n\n")]);
  });

  it("takes CR, LF and CR LF as line ends, also in one stream", async () => {
    expect(await eventsOf("data: a\r\n\r\ndata: b\r\rdata: c\n\ndata: d\r\n\r\n")).toEqual(
      ["a", "b", "c", "d"].map(whole),
    );
    expect(await eventsOf("data: a\r", "\n\r", "\ndata: b\r", "\r")).toEqual(["a", "b"].map(whole));
  });

  it("hands over an event that was cut off as such", async () => {
    expect(await eventsOf("data: a\n\ndata: b")).toEqual([
      whole("a"),
      { data: "b", complete: false },
    ]);
    expect(await eventsOf("data: a\n")).toEqual([{ data: "a", complete: false }]);
    expect(await eventsOf("")).toEqual([]);
  });

  it("reads the same events wherever the stream is cut into pieces", async () => {
    const stream =
      ': hi\r\n\r\ndata: {"a":"é\\n🌊"}\r\n\r\ndata: x\ndata: y\n\n\r\rdata: [DONE]\r\n\r\n';
    const expected = ['{"a":"é\\n🌊"}', "x\ny", "[DONE]"].map(whole);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(stream.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((left, right) => left - right), stream.length];
        const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
        expect(await eventsOf(...pieces)).toEqual(expected);
      }),
    );
  });
});
