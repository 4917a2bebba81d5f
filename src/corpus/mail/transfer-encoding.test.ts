import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, decodeQuotedPrintable } from "./transfer-encoding.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");

function quoted(text: string): readonly [string, number] {
  const { bytes, badEscapes } = decodeQuotedPrintable(bytesOf(text));
  return [Buffer.from(bytes).toString("latin1"), badEscapes];
}

describe("decodeQuotedPrintable", () => {
  it.each([
    ["caf=E9 =3d", "caf\xe9 =", 0],
    ["soft=\nbreak", "softbreak", 0],
    ["soft= \t\r\nbreak", "softbreak", 0],
    ["at the end=", "at the end", 0],
    ["bad =ZZ and =4", "bad =ZZ and =4", 2],
    ["100% = all", "100% = all", 1],
  ])("decodes %j", (encoded, decoded, badEscapes) => {
    expect(quoted(encoded)).toEqual([decoded, badEscapes]);
  });

  it("gives any bytes back that were written as escapes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const hex = [...bytes].map(
          (byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
        );
        expect([...decodeQuotedPrintable(bytesOf(hex.join("=\r\n"))).bytes]).toEqual([...bytes]);
      }),
    );
  });
});

describe("decodeBase64", () => {
  it("ignores line ends and counts what does not belong to it", () => {
    expect(Buffer.from(decodeBase64(bytesOf("SGVs\r\nbG8=\n")).bytes).toString()).toBe("Hello");
    expect(decodeBase64(bytesOf("SGVs*bG8=")).badEscapes).toBe(1);
  });
});
