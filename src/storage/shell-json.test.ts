import { describe, expect, it } from "vitest";
import { jsonRecords } from "./json-records.ts";
import { recordValue } from "./shell-json.ts";

async function read(text: string | Buffer) {
  async function* pieces() {
    yield Buffer.from(text);
  }
  for await (const record of jsonRecords(pieces())) return recordValue(record, "papers.json");
  return undefined;
}

describe("recordValue", () => {
  it.each([
    ["NumberInt(2011)", 2011],
    ["NumberInt( -1 )", -1],
    ['NumberLong("5")', 5],
    ["NumberLong(7)", 7],
    ['NumberLong("9007199254740993")', "9007199254740993"],
    ['NumberDecimal("1.5")', 1.5],
    ['ObjectId("5f00")', "5f00"],
    ['ISODate("2014-05-06T00:00:00Z")', "2014-05-06T00:00:00Z"],
    ['new Date("2014")', "2014"],
    ["ISODate()", null],
    ["Timestamp(5, 1)", 5],
    ['BinData(0, "aGk=")', 0],
  ])("reads %s", async (call, value) => {
    expect(await read(`{"a":${call},"b":1}`)).toEqual({
      status: "value",
      value: { a: value, b: 1 },
    });
  });

  it("leaves the same words alone inside of texts", async () => {
    const text = 'NumberInt(5) and ISODate(\\"2011\\") — é';
    const found = await read(`{"t":"${text}","y":NumberInt(3),"u":"ü"}`);
    expect(found).toEqual({
      status: "value",
      value: { t: 'NumberInt(5) and ISODate("2011") — é', y: 3, u: "ü" },
    });
  });

  it("leaves out a comma before a closing bracket, but not in a text", async () => {
    const found = await read('{"a":[1,2, ],"t":"x,]","b":{"c":1,},}');
    expect(found).toEqual({ status: "value", value: { a: [1, 2], t: "x,]", b: { c: 1 } } });
  });

  it("tells where a record is wrong", async () => {
    const found = await read('\n\n{"a": Nonsense(5)}');
    expect(found).toMatchObject({
      status: "bad",
      error: { code: "invalid-json", message: expect.stringMatching(/^papers\.json:3:7: /) },
    });
  });

  it("refuses bytes that are not UTF-8", async () => {
    const found = await read(Buffer.from('{"a":"caf\xe9"}', "latin1"));
    expect(found).toMatchObject({
      error: { code: "invalid-utf8", message: "papers.json:1: the record is not valid UTF-8." },
    });
  });

  it("makes a plain key of __proto__", async () => {
    const found = await read('{"__proto__":{"polluted":true}}');
    expect(found?.status === "value" && Object.keys(found.value as object)).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
  });
});
