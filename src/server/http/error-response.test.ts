import { expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { errorResponse } from "./error-response.ts";
import { readJsonBody, refuseOtherUploads } from "./request-body.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const failed = (code: string): Error => Object.assign(new RangeError("x"), { code });

it.each([
  { error: failed("ENOSPC"), expected: [507, "disk-full"] },
  { error: failed("SQLITE_FULL"), expected: [507, "disk-full"] },
  { error: failed("53100"), expected: [507, "disk-full"] },
  {
    error: new LonghandError("x", { code: "not-writable", cause: failed("ENOSPC") }),
    expected: [507, "disk-full"],
  },
  { error: failed("22021"), expected: [422, "invalid-text"] },
  { error: failed("EIO"), expected: [500, "internal-error"] },
])("a fault has its own reply: $expected", async ({ error, expected }) => {
  const response = errorResponse(error, log, "id");
  const { error: told } = (await response.json()) as { error: { code: string } };
  expect([response.status, told.code]).toEqual(expected);
});

it("sizes are told as people say them, and JSON is no file", async () => {
  const body = (bytes: number) =>
    readJsonBody(new Request("http://a", { method: "POST", body: "x".repeat(bytes + 1) }), bytes);
  await expect(body(1 << 20)).rejects.toThrow("larger than 1 MiB");
  await expect(body(2048)).rejects.toThrow("larger than 2 KiB");
  await expect(body(1500)).rejects.toThrow("larger than 1,500 bytes");
  const upload = (type: string) => () =>
    refuseOtherUploads(
      new Request("http://a", { method: "POST", headers: { "content-type": type } }),
      "application/octet-stream",
    );
  expect(upload("application/json; charset=utf-8")).toThrow("application/octet-stream");
  expect(upload("application/zip")).not.toThrow();
});
