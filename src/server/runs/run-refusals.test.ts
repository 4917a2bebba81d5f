import { describe, expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { notFound } from "../http/refusals.ts";
import { refusing } from "./run-refusals.ts";

const failing = (error: unknown) => refusing(() => Promise.reject(error));

describe("refusing", () => {
  it("hands over what the work gives", async () => {
    expect(await refusing(async () => 7)).toBe(7);
  });

  it.each([
    ["unknown-run", 404],
    ["unlike-scores", 422],
    ["vectors-missing", 409],
  ])("turns %s into %i, message and hint in one sentence after the other", async (code, status) => {
    const error = new LonghandError("It is not there.", { code, hint: "Look in the list." });
    await expect(failing(error)).rejects.toMatchObject({
      status,
      code,
      message: "It is not there. Look in the list.",
      cause: error,
    });
  });

  it("leaves faults of the server and refusals as they are", async () => {
    const fault = new LonghandError("The disk is full.", { code: "disk-full" });
    const refusal = notFound();
    await expect(failing(fault)).rejects.toBe(fault);
    await expect(failing(refusal)).rejects.toBe(refusal);
  });
});
